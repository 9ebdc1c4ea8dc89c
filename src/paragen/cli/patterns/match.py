"""``paragen patterns match``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from paragen.cli.console import Verb
from paragen.cli.options import shared
from paragen.cli.texts import answer_texts, check_texts, text_options
from paragen.io.formats import FORMATS
from paragen.io.texts import Texts

if TYPE_CHECKING:
    from paragen.io.records import Record
    from paragen.results import Match

_COLUMNS = ("sentence", "begin", "end", "before", "after", "table", "score", "lm", "in_context", "pattern", "target", "fillers")


@click.command(cls=Verb)
@shared("model")
@click.option(
    "--rank", type=click.Choice(["text", "table", "context"]), default="text",
    help="Order: of the text; best score first; or best in its sentence first, by the language model and the score.",
)  # fmt: skip
@click.option(
    "--share", type=click.FloatRange(0, 1), default=0.1, metavar="S",
    help="The part of the pattern's own score in --rank context; the rest is the language model's.",
)
@click.option("--top", type=click.IntRange(1), metavar="N", help="Matches listed of each sentence, the first.  [default: all]")
@click.option(
    "--format", "form", type=click.Choice(["tsv", "jsonl"]), default="tsv",
    help="tsv: a line for each match under a heading; jsonl: an object.",
)
@shared("threads", "field")
@text_options
def match(
    model: str | None, rank: str, share: float, top: int | None, form: str, threads: int, field: str | None, texts: Texts
) -> None:
    """List the patterns that match each sentence of the files, or of standard input, and what they make of it.

    Every match is there, also one that decoding would not use. Parts of speech are told by the model's fit, or else by that of
    the model that comes with paragen.

    Example: echo "The tax reduction was announced by France." | paragen patterns match
    """
    from paragen.io.records import RecordReader
    from paragen.paraphraser import load

    check_texts(texts)
    paraphraser = load(model)
    source = RecordReader(field, FORMATS[form].records, False)
    heading = "\t".join(_COLUMNS) + "\n" if form == "tsv" else ""

    def work(records: Sequence[Record]) -> Iterator[bytes]:
        found = paraphraser.matches([record.request for record in records])
        for record, matches in zip(records, found, strict=True):
            for one in _ranked(matches, rank, share)[:top]:
                yield FORMATS[form].encoded(_line(record, one, share, form))

    answer_texts(texts, source, work, threads=threads, what="matching", heading=heading.encode())


def _ranked(matches: list[Match], rank: str, share: float) -> list[Match]:
    if rank == "text":
        return matches
    return sorted(matches, key=lambda one: -(one.score if rank == "table" else one.in_context(share)))


def _line(record: Record, one: Match, share: float, form: str) -> str:
    if FORMATS[form].records:
        return json.dumps({"sentence": record.number, **one.to_dict(share)}, ensure_ascii=False, allow_nan=False) + "\n"
    numbers = (f"{number:.6g}" for number in (one.score, one.lm, one.in_context(share)))
    fields = (
        record.number, one.begin, one.end, one.before, one.after, one.table, *numbers, one.pattern.source, one.pattern.target,
        " | ".join(one.pattern.fillers),
    )  # fmt: skip
    return "\t".join(" ".join(str(field).split()) for field in fields) + "\n"
