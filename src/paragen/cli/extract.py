"""``paragen extract``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from paragen.cli.console import InputFile, OutputFolder, Verb
from paragen.cli.sides import Cut, by_side
from paragen.cli.table_options import engine_options, table_run, tell

_STEPS = {
    "links": 6, "instances": 30, "once": 55, "several": 57, "alignments": 60, "pairs": 65, "sources": 72, "targets": 78,
    "writing": 100,
}  # fmt: skip
"""How far the whole is when a step ends, in percent."""


@click.command(cls=Verb)
@click.option(
    "-o", "--output", required=True, type=OutputFolder(), metavar="TABLE",
    help="The phrase table: Moses' text if its name ends in .txt or .txt.gz, else Parquet.",
)  # fmt: skip
@click.option("--max-length", type=int, default=7, metavar="N", help="Tokens of the longest phrase, 1 to 7.")
@click.option(
    "--segment", multiple=True, type=Cut(),
    help="How a side (src or tgt) was cut into tokens: words, or a sentencepiece model.  [default: at white space]",
)  # fmt: skip
@click.option(
    "--max-sentence", type=click.IntRange(1, 2**31 - 1), default=250, metavar="N",
    help="Leave out pairs with more tokens on a side.",
)  # fmt: skip
@engine_options
@click.argument("source", type=InputFile(), metavar="SRC")
@click.argument("target", type=InputFile(), metavar="TGT")
@click.argument("alignment", type=InputFile(), metavar="ALIGNMENT")
def extract(
    source: str, target: str, alignment: str, output: str, max_length: int, segment: Sequence[Any], max_sentence: int,
    force: bool, **where: Any,
) -> None:  # fmt: skip
    """Make a phrase table of a word-aligned bitext.

    SRC and TGT have a sentence a line, ALIGNMENT the links of each pair, as paragen align writes them; all plain or compressed.
    The table has the phrase pairs, counts and four scores that Moses gives.

    Example: paragen extract news.de news.en news.links --segment src=words --segment tgt=words -o news.parquet
    """
    from paragen.tables.bilingual.extraction import ExtractOptions, build_phrase_table

    options = ExtractOptions(
        max_length=max_length, segment=by_side(segment, "--segment"), max_sentence=max_sentence, replace=force
    )
    with table_run("extracting", _STEPS, **where) as run:
        tell(build_phrase_table((source, target, alignment), output, options, run))
