"""``paragen extract``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
from click.core import ParameterSource

from paragen.base.settings import declared
from paragen.cli.console import InputFile, OutputFolder, Verb
from paragen.cli.declared import options_of
from paragen.cli.table_options import by_side, run_options, segment_option, table_run, tell
from paragen.tables.bilingual.extraction.options import ExtractOptions, LabelOptions

_STEPS = {
    "links": 6, "instances": 30, "once": 55, "several": 57, "alignments": 60, "pairs": 65, "sources": 72, "targets": 78,
    "writing": 100,
}  # fmt: skip
"""Overall progress at the end of each step, in percent."""


@click.command(cls=Verb)
@click.option(
    "-o", "--output", required=True, type=OutputFolder(), metavar="TABLE",
    help="The phrase table: Moses' text if its name ends in .txt or .txt.gz, else Parquet.",
)  # fmt: skip
@segment_option
@options_of(ExtractOptions)
@click.option(
    "--trees", type=InputFile(), metavar="FILE",
    help="Trees of one side, in Penn brackets, one for each line: pairs are counted for each syntactic label of a phrase.",
)  # fmt: skip
@options_of(LabelOptions)
@run_options
@click.argument("source", type=InputFile(), metavar="SRC")
@click.argument("target", type=InputFile(), metavar="TGT")
@click.argument("alignment", type=InputFile(), metavar="ALIGNMENT")
def extract(
    source: str, target: str, alignment: str, output: str, segments: Sequence[Any], max_length: int, max_sentence: int,
    replace: bool, trees: str | None, side: str, kind: str, levels: int, skip_bad_trees: bool, **where: Any,
) -> None:  # fmt: skip
    """Make a phrase table of a word-aligned bitext.

    SRC and TGT have a sentence a line, ALIGNMENT the links of each pair, as paragen align writes them; all plain or compressed.
    The table has the phrase pairs, counts and four scores that Moses gives. With --trees it has them for each syntactic label.

    Example: paragen extract news.de news.en news.links --segment src=words --segment tgt=words -o news.parquet
    """
    from paragen.tables.bilingual.extraction import build_phrase_table

    source_of = click.get_current_context().get_parameter_source
    if trees is None and any(source_of(name) is not ParameterSource.DEFAULT for name in declared(LabelOptions)):
        raise click.UsageError("--side, --labels, --levels and --skip-bad-trees say what is done with --trees: give that too.")
    labels = LabelOptions(trees=trees, side=side, kind=kind, levels=levels, skip_bad_trees=skip_bad_trees) if trees else None
    options = ExtractOptions(
        max_length=max_length, segment=by_side(segments, "--segment"), max_sentence=max_sentence, labels=labels, replace=replace
    )
    with table_run("extracting", _STEPS, **where) as run:
        tell(build_phrase_table((source, target, alignment), output, options, run))
