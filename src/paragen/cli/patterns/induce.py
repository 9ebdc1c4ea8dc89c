"""``paragen patterns induce``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import click

from paragen.cli.console import InputFile, OutputFolder, Verb
from paragen.cli.declared import options_of
from paragen.cli.sides import by_side, segment_option
from paragen.cli.table_options import run_options, table_run, tell
from paragen.tables.bilingual.patterns.options import InduceOptions

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
@segment_option
@options_of(InduceOptions, "options")
@run_options
@click.argument("source", type=InputFile(), metavar="SRC")
@click.argument("target", type=InputFile(), metavar="TGT")
@click.argument("alignment", type=InputFile(), metavar="ALIGNMENT")
def induce(
    source: str, target: str, alignment: str, output: str, parses: str, segments: Sequence[Any], options: InduceOptions,
    **where: Any,
) -> None:  # fmt: skip
    """Find the patterns of a parsed bitext, and the foreign patterns they are aligned with.

    SRC and TGT have a sentence a line, ALIGNMENT the links of each pair, as paragen align writes them; PARSES is what paragen
    parse makes of the English sentences. A pattern is part of a sentence's tree, with a slot for each noun, verb or adjective
    that is left out with all that depends on it; its pivot, what it is aligned with.

    Example: paragen patterns induce news.de news.en news.links --parses news.conllu.gz -o news.parquet
    """
    from paragen.tables.bilingual.patterns import build_patterns

    options = replace(options, segment=by_side(segments, "--segment"))
    with table_run("inducing", _STEPS, **where) as run:
        tell(build_patterns((source, target, alignment), parses, output, options, run))
