"""``--copies N``: variants of records for training, each a record of its own that names its source."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any

import click

from paragen.cli.console import notice

if TYPE_CHECKING:
    from paragen.cli.records import Record
    from paragen.paraphraser import Paraphraser
    from paragen.request import Limits

copies_option = click.option(
    "--copies", type=click.IntRange(1, 1_000_000), metavar="N",
    help="Write N changed variants of each sentence as JSONL records: its fields with the new text, a new id, and source_id and "
    "source_line, the id and line that each is from.",
)  # fmt: skip

_OURS = ("id", "source_id", "source_line")


def check_copies(copies: int, n: int, max_edits: int | None, explain: bool) -> None:
    """Raise click.BadParameter for options that do not go with ``--copies``."""
    chosen = click.get_current_context().get_parameter_source("form")
    form = click.get_current_context().params["form"]
    if form != "jsonl" and chosen is not click.core.ParameterSource.DEFAULT:
        raise click.BadParameter(f"records are written as jsonl, not as {form}: leave out --format.", param_hint="--copies")
    if n != 1:
        raise click.BadParameter(f"{copies} variants or the {n} best: use either --copies or -n.", param_hint="--copies")
    if explain:
        raise click.BadParameter("a record has no room for explanations; use -n with --format jsonl.", param_hint="--explain")
    if max_edits == 0:
        raise click.BadParameter("a variant has an edit at least.", param_hint="--max-edits")


class Copier:
    """Writes variants of records, and counts those requested but not found.

    Parameters
    ----------
    paraphraser : makes the variants.
    copies : how many of each record.
    limits : of the search.
    """

    def __init__(self, paraphraser: Paraphraser, copies: int, limits: Limits) -> None:
        self._paraphraser, self._copies, self._lock = paraphraser, copies, Lock()
        self._limits: Limits = {**limits, "n": copies, "min_edits": max(1, limits.get("min_edits", 0))}
        self._counts: Counter[str] = Counter()

    def answer(self, records: Sequence[Record]) -> Iterator[str]:
        """Yield the lines of the variants of some records; may be called from several threads."""
        records = [record for record in records if record.request.text.strip()]
        found = self._paraphraser.rewrite_batch([record.request for record in records], **self._limits)
        for record, paraphrases in zip(records, found, strict=True):
            variants = [one for one in paraphrases if one.text != one.source]
            self._count(len(variants))
            for number, variant in enumerate(variants, 1):
                fields = {"text": variant.text} if record.labels is None else record.labels.fields(variant)
                if self._paraphraser.asks_for_trees:
                    fields.pop("tree", None)  # of the source
                yield json.dumps(_copy(record.number, fields, number), ensure_ascii=False, allow_nan=False) + (record.end or "\n")

    def counts(self) -> Counter[str]:
        """Return the numbers so far of sentences, of those with fewer variants than requested, of those without any, and of
        variants written; see `tell_copies`."""
        return self._counts

    def tell(self) -> None:
        """Say how many sentences have fewer variants than were asked for."""
        tell_copies(self._copies, self._counts)

    def _count(self, variants: int) -> None:
        found = {"copied": 1, "fewer": variants < self._copies, "none": not variants, "written": variants}
        with self._lock:
            self._counts.update(found)


def tell_copies(copies: int, counts: Mapping[str, int]) -> None:
    """Say how many sentences have fewer variants than were asked for."""
    if counts["fewer"]:
        few = f"{counts['fewer']} of {counts['copied']} sentences gave fewer than {copies} variants"
        notice(f"{few}, {counts['none']} of them none; {counts['written']} were written in all")


def _copy(line: int, fields: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return the record of a variant; fields of the source with our names go to "input", except its id."""
    source = fields.get("id", line - 1)
    name = source if isinstance(source, (str, int)) else line - 1
    data: dict[str, Any] = {"id": f"{name}-{number}", "source_id": source, "source_line": line}
    data.update((key, value) for key, value in fields.items() if key not in _OURS)
    if hidden := {key: fields[key] for key in _OURS[1:] if key in fields}:
        data["input"] = hidden
    return data
