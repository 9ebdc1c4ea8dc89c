"""Variants of records for training, each a record of its own that names its source."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from paragen.io.records import Record
    from paragen.io.shortfall import Shortfall
    from paragen.paraphraser import Paraphraser
    from paragen.results import Paraphrase
    from paragen.settings.request import Limits

_OURS = ("id", "source_id", "source_line")


class Copier:
    """Writes variants of records.

    Parameters
    ----------
    paraphraser : makes the variants.
    copies : how many of each record.
    limits : of the search.
    shortfall : counts those requested but not found.
    """

    def __init__(self, paraphraser: Paraphraser, copies: int, limits: Limits, shortfall: Shortfall) -> None:
        self._paraphraser, self._shortfall = paraphraser, shortfall
        self._limits: Limits = {**limits, "n": copies, "min_edits": max(1, limits.get("min_edits", 0))}

    def answer(self, records: Sequence[Record]) -> Iterator[str]:
        """Yield the lines of the variants of some records; may be called from several threads."""
        records = [record for record in records if record.request.text.strip()]
        found = self._paraphraser.rewrite_batch([record.request for record in records], **self._limits)
        for record, paraphrases in self._shortfall.counted(zip(records, found, strict=True), _is_source):
            for number, variant in enumerate((one for one in paraphrases if not _is_source(one)), 1):
                fields = {"text": variant.text} if record.labels is None else record.labels.fields(variant)
                if self._paraphraser.asks_for_trees:
                    fields.pop("tree", None)  # of the source
                yield json.dumps(_copy(record.number, fields, number), ensure_ascii=False, allow_nan=False) + (record.end or "\n")


def _is_source(found: Paraphrase) -> bool:
    return found.text == found.source


def _copy(line: int, fields: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return the record of a variant; fields of the source with our names go to "input", except its id."""
    source = fields.get("id", line - 1)
    name = source if isinstance(source, (str, int)) else line - 1
    data: dict[str, Any] = {"id": f"{name}-{number}", "source_id": source, "source_line": line}
    data.update((key, value) for key, value in fields.items() if key not in _OURS)
    if hidden := {key: fields[key] for key in _OURS[1:] if key in fields}:
        data["input"] = hidden
    return data
