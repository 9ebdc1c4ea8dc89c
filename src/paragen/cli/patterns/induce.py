"""``paragen patterns induce``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from paragen.cli.console import InputFile, OutputFolder, Verb
from paragen.cli.sides import bitext_options, by_side
from paragen.cli.table_options import count_option, engine_options, table_run, tell

_STEPS = {"links": 10, "instances": 60, "aligned": 80, "writing": 100}
"""Overall progress at the end of each step, in percent."""


@click.command(cls=Verb)
@click.option(
    "-o", "--output", required=True, type=OutputFolder(), metavar="ALIGNED", help="The aligned patterns, Parquet."
)
@click.option(
    "--parses", required=True, type=InputFile(), metavar="PARSES",
    help="Parses of the English side, CoNLL-U with Penn tags, of each sentence once, in any order; others do no harm.",
)  # fmt: skip
@click.option("--side", type=click.Choice(["target", "source"]), default="target", help="Which side is English.")
@click.option("--max-words", type=int, default=10, metavar="N", help="Words of the longest subtree with those in slots, 2 to 16.")
@click.option("--max-slots", type=int, default=4, metavar="N", help="Slots of a pattern at most, 1 to 4.")
@click.option("--tight", is_flag=True, help="Leave out patterns whose first or last word has no link.")
@count_option("--min-count", 1, "Leave out patterns that occur less than N times with their pivot.")
@bitext_options
@engine_options
@click.argument("source", type=InputFile(), metavar="SRC")
@click.argument("target", type=InputFile(), metavar="TGT")
@click.argument("alignment", type=InputFile(), metavar="ALIGNMENT")
def induce(
    source: str, target: str, alignment: str, output: str, parses: str, side: str, max_words: int, max_slots: int,
    tight: bool, min_count: int, segment: Sequence[Any], max_sentence: int, force: bool, **where: Any,
) -> None:  # fmt: skip
    """Find the patterns of a parsed bitext, and the foreign patterns they are aligned with.

    SRC and TGT have a sentence a line, ALIGNMENT the links of each pair, as paragen align writes them; PARSES is what paragen
    parse makes of the English sentences. A pattern is part of a sentence's tree, with a slot for each noun, verb or adjective
    that is left out with all that depends on it; its pivot, what it is aligned with.

    Example: paragen patterns induce news.de news.en news.links --parses news.conllu.gz -o news.parquet
    """
    from paragen.tables.bilingual.patterns import InduceOptions, build_patterns

    options = InduceOptions(
        side=side, max_words=max_words, max_slots=max_slots, tight=tight, min_count=min_count,
        segment=by_side(segment, "--segment"), max_sentence=max_sentence, replace=force,
    )  # fmt: skip
    with table_run("inducing", _STEPS, **where) as run:
        tell(build_patterns((source, target, alignment), parses, output, options, run))
