"""``paragen extract``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from paragen.cli.console import InputFile, OutputFolder, Verb, notice
from paragen.cli.engines import chosen_engine, engine_options
from paragen.cli.sides import Cut, by_side

if TYPE_CHECKING:
    from paragen.tables.bilingual.extraction import Summary

_STEPS = {
    "links": 6, "instances": 30, "once": 55, "several": 57, "alignments": 60, "pairs": 65, "sources": 72, "targets": 78,
    "writing": 100,
}  # fmt: skip
"""How far the whole is when a step ends, in percent."""

_REASONS = {
    "empty_source": "with an empty source", "empty_target": "with an empty target", "too_long": "with more than {} tokens",
}  # fmt: skip


@click.command(cls=Verb)
@click.option(
    "-o", "--output", required=True, type=OutputFolder(), metavar="TABLE",
    help="The phrase table: Moses' text if its name ends in .txt or .txt.gz, else Parquet.",
)  # fmt: skip
@click.option("--max-length", type=int, default=7, show_default=True, metavar="N", help="Tokens of the longest phrase, 1 to 7.")
@click.option(
    "--segment", multiple=True, type=Cut(),
    help="How a side (src or tgt) was cut into tokens: words, or a sentencepiece model.  [default: at white space]",
)  # fmt: skip
@click.option(
    "--max-sentence", type=click.IntRange(1, 2**31 - 1), default=250, show_default=True, metavar="N",
    help="Leave out pairs with more tokens on a side.",
)  # fmt: skip
@engine_options
@click.argument("source", type=InputFile(), metavar="SRC")
@click.argument("target", type=InputFile(), metavar="TGT")
@click.argument("alignment", type=InputFile(), metavar="ALIGNMENT")
def extract(
    source: str, target: str, alignment: str, output: str, max_length: int, segment, max_sentence: int, force: bool,
    **where: Any,
) -> None:  # fmt: skip
    """Make a phrase table of a word-aligned bitext.

    SRC and TGT have a sentence a line, ALIGNMENT the links of each pair, as paragen align writes them; all plain or gzip.
    The table has the phrase pairs, counts and four scores that Moses gives.

    Example: paragen extract news.de news.en news.links --segment src=words --segment tgt=words -o news.parquet
    """
    from paragen.tables.bilingual.extraction import extract_files

    with chosen_engine("extracting", _STEPS, **where) as engine:
        found = extract_files(
            source, target, alignment, output, engine=engine, max_length=max_length, segment=by_side(segment, "--segment"),
            max_sentence=max_sentence, replace=force,
        )  # fmt: skip
    notice(_told(found, max_sentence))


def _told(found: Summary, max_sentence: int) -> str:
    """Say what was extracted, and what was not."""
    text = f"{found.pairs} phrase pairs, {found.instances} instances of them, from {found.sentences} sentence pairs"
    notes = [f"{count} {_REASONS[reason].format(max_sentence)}" for reason, count in found.skipped.items()]
    if notes:
        text += f"; skipped: {', '.join(notes)}"
    if found.unlinked:
        text += f"; {found.unlinked} without a link"
    if found.escaped:
        text += f"; {found.escaped} pairs with | written as &#124;"
    return text
