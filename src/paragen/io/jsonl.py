"""Answers as JSON records: paraphrases and explanations, single substitutes, and variants for training."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from paragen.results import Explanation

if TYPE_CHECKING:
    from paragen.decoder.settings import Limits
    from paragen.io.records import Record
    from paragen.io.shortfall import Shortfall
    from paragen.paraphraser import Paraphraser
    from paragen.results import Candidate, Paraphrase

_OURS = ("source", "text", "score", "unchanged", "has_tree", "features", "edits", "rank", "parts", "input")
_OF_COPIES = ("id", "source_id", "source_line", "source_share", "least_confidence")


def answer_lines(n: int, record: Record, found: Iterable[Paraphrase | Explanation]) -> str:
    """Return one object for each paraphrase or explanation; an empty line of JSONL input stays empty.

    ``n``: how many were asked for.
    """
    if record.blank:
        return record.request.text + record.end
    lines = []
    for rank, one in enumerate(found, 1):
        line = _data(record, one.paraphrase if isinstance(one, Explanation) else one, one.to_dict())
        if n > 1:
            line["rank"] = rank
        lines.append(json.dumps(line, ensure_ascii=False, allow_nan=False) + (record.end or "\n"))
    return "".join(lines)


def _data(record: Record, paraphrase: Paraphrase, ours: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a JSON line: those of the input, then ours; input fields with our names go to "input"."""
    fields, text = record.fields or {}, record.request.text
    if record.labels is not None:
        fields, text = record.labels.fields(paraphrase), paraphrase.text
    data: dict[str, Any] = {"id": record.number - 1}
    data.update((name, value) for name, value in fields.items() if name not in _OURS)
    data.update(ours)
    hidden = {name: value for name, value in fields.items() if name in _OURS and value != text}
    if hidden:
        data["input"] = hidden
    return data


def candidate_line(record: Record, candidate: Candidate) -> str:
    """Return the line of a candidate: one JSON object.

    It has the record's fields that label spans, updated for the result; fields with our names are in "input".
    """
    data = candidate.to_dict()
    data = {"id": data.pop("id"), "sentence": record.number, **data}
    if record.labels is not None:
        fields = record.labels.changed(candidate.text, [candidate])
        labels = {name: fields[name] for name in record.labels.labelling}
        hidden = {name: value for name, value in labels.items() if name in data}
        data |= {name: value for name, value in labels.items() if name not in data}
        if hidden:
            data["input"] = hidden
    return json.dumps(data, ensure_ascii=False, allow_nan=False) + "\n"


class Copier:
    """Writes variants of records for training, each a record of its own that names its source.

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
            variants = [one for one in paraphrases if not _is_source(one)]
            for number, variant in enumerate(variants, 1):
                fields = {"text": variant.text} if record.labels is None else record.labels.fields(variant)
                if self._paraphraser.asks_for_trees:
                    fields.pop("tree", None)  # of the source
                added = {"source_share": round(1 / len(variants), 6)}
                if sure := [edit.confidence for edit in variant.edits if edit.confidence is not None]:
                    added["least_confidence"] = min(sure)
                data = _copy(record.number, fields, number, added)
                yield json.dumps(data, ensure_ascii=False, allow_nan=False) + (record.end or "\n")


def _is_source(found: Paraphrase) -> bool:
    return found.text == found.source


def _copy(line: int, fields: Mapping[str, Any], number: int, added: Mapping[str, float]) -> dict[str, Any]:
    """Return the record of a variant; fields of the source with our names go to "input", except its id."""
    source = fields.get("id", line - 1)
    name = source if isinstance(source, (str, int)) else line - 1
    data: dict[str, Any] = {"id": f"{name}-{number}", "source_id": source, "source_line": line, **added}
    data.update((key, value) for key, value in fields.items() if key not in _OF_COPIES)
    if hidden := {key: fields[key] for key in _OF_COPIES[1:] if key in fields}:
        data["input"] = hidden
    return data
