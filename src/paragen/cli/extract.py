"""``paragen extract``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from paragen.cli.console import InputFile, OutputFolder, Verb
from paragen.cli.sides import bitext_options, by_side
from paragen.cli.table_options import engine_options, table_run, tell

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
@click.option("--max-length", type=int, default=7, metavar="N", help="Tokens of the longest phrase, 1 to 7.")
@bitext_options
@click.option(
    "--trees", type=InputFile(), metavar="FILE",
    help="Trees of one side, in Penn brackets, one for each line: pairs are counted for each syntactic label of a phrase.",
)  # fmt: skip
@click.option("--side", type=click.Choice(["target", "source"]), help="Which side the trees are of.  [default: target]")
@click.option(
    "--labels", "kind", type=click.Choice(["simple", "complex"]),
    help="Label constituents only, or other phrases too, as VP/(NP/NNS).  [default: complex]",
)  # fmt: skip
@click.option(
    "--levels", type=click.IntRange(0, 2**32 - 1), metavar="N",
    help="Complex labels of N nodes that cover a phrase, innermost first; 0 for all.  [default: 0]",
)  # fmt: skip
@click.option(
    "--skip-bad-trees", is_flag=True, help="Leave sentences out whose tree is broken, or of other words, rather than stop there."
)
@engine_options
@click.argument("source", type=InputFile(), metavar="SRC")
@click.argument("target", type=InputFile(), metavar="TGT")
@click.argument("alignment", type=InputFile(), metavar="ALIGNMENT")
def extract(
    source: str, target: str, alignment: str, output: str, max_length: int, segment: Sequence[Any], max_sentence: int,
    trees: str | None, side: str | None, kind: str | None, levels: int | None, skip_bad_trees: bool, force: bool, **where: Any,
) -> None:  # fmt: skip
    """Make a phrase table of a word-aligned bitext.

    SRC and TGT have a sentence a line, ALIGNMENT the links of each pair, as paragen align writes them; all plain or compressed.
    The table has the phrase pairs, counts and four scores that Moses gives. With --trees it has them for each syntactic label.

    Example: paragen extract news.de news.en news.links --segment src=words --segment tgt=words -o news.parquet
    """
    from paragen.tables.bilingual.extraction import ExtractOptions, LabelOptions, build_phrase_table

    given: dict[str, Any] = {"side": side, "kind": kind, "levels": levels, "skip_bad_trees": skip_bad_trees or None}
    given = {name: value for name, value in given.items() if value is not None}
    if given and trees is None:
        raise click.UsageError("--side, --labels, --levels and --skip-bad-trees say what is done with --trees: give that too.")
    options = ExtractOptions(
        max_length=max_length, segment=by_side(segment, "--segment"), max_sentence=max_sentence,
        labels=None if trees is None else LabelOptions(trees=trees, **given), replace=force,
    )  # fmt: skip
    with table_run("extracting", _STEPS, **where) as run:
        tell(build_phrase_table((source, target, alignment), output, options, run))
