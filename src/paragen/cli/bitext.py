"""The verbs that make paraphrases of a bitext, one after another: ``paragen align``, ``extract`` and ``pivot``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click
from click.core import ParameterSource

from paragen.base.settings import declared
from paragen.cli.arguments import InputFile, OutputFile, OutputFolder, WrittenSide
from paragen.cli.console import Verb
from paragen.cli.declared import options_of
from paragen.cli.table_options import by_side, pivoted_output, run_options, segment_option, table_run, tell, temp_option
from paragen.tables.bilingual.options import AlignOptions, ExtractOptions, LabelOptions, PivotOptions


@click.command(cls=Verb)
@click.option("-o", "--output", type=OutputFile(), metavar="FILE", help="Where the links go.  [default: standard output]")
@options_of(AlignOptions, only=["heuristic"])
@click.option(
    "--forward", type=InputFile(), metavar="FILE",
    help="Links of target words to source words from another program: `i-j` or Giza++ A3.",
)  # fmt: skip
@click.option(
    "--backward", type=InputFile(), metavar="FILE",
    help="Links of source words to target words, likewise; i is the source token in both.",
)  # fmt: skip
@segment_option
@click.option("--train-segmenter", multiple=True, type=WrittenSide(), help="Train a sentencepiece model on a side, and use it.")
@options_of(AlignOptions, only=["pieces", "max_length", "min_length"])
@temp_option
@click.argument("source", type=InputFile(), metavar="SRC")
@click.argument("target", type=InputFile(), metavar="TGT")
def align(
    source: str, target: str, output: str | None, heuristic: str, forward: str | None, backward: str | None,
    segments: Sequence[tuple[str, str]], train_segmenter: Sequence[tuple[str, str]],
    pieces: int, max_length: int, min_length: int, temp: str | None,
) -> None:  # fmt: skip
    """Align the words of a bitext.

    SRC and TGT have one sentence per line, plain or compressed; line n of one corresponds to line n of the other. Each line of
    output has links `i-j`: source token i with target token j, from 0. The program eflomal finds them (of the extra
    `align`), or they come from another program: name its links for both directions with --forward and --backward.

    Example: paragen align news.de news.en --segment src=words --segment tgt=words -o news.links
    """
    from paragen.tables.bilingual.alignment import build_alignment

    if (forward is None) != (backward is None):
        raise click.UsageError("Give --forward and --backward, or neither.")
    cut, models = by_side(segments, "--segment"), by_side(train_segmenter, "--train-segmenter")
    if any(how and model for how, model in zip(cut, models, strict=True)):
        raise click.UsageError("A side takes --segment or --train-segmenter, not both.")
    options = AlignOptions(
        heuristic=heuristic, forward=forward, backward=backward, segment=cut, train=models, pieces=pieces,
        max_length=max_length, min_length=min_length,
    )  # fmt: skip
    with table_run("aligning", {"aligning": 100}, temp=temp) as run:
        tell(build_alignment((source, target), output or sys.stdout.buffer, options, run))


_EXTRACT_STEPS = {
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
    with table_run("extracting", _EXTRACT_STEPS, **where) as run:
        tell(build_phrase_table((source, target, alignment), output, options, run))


_PIVOT_STEPS = {
    "pairs": 15, "phrases": 25, "names": 27, "pivots": 30, "edges": 40, "corpora": 43, "inward": 46, "outward": 50, "best": 85,
    "labelled": 88, "any": 90, "writing": 100,
}  # fmt: skip
"""Overall progress at the end of each step, in percent."""


@click.command(cls=Verb)
@pivoted_output
@options_of(PivotOptions, "options")
@run_options
@click.argument("tables", nargs=-1, required=True, type=InputFile(), metavar="TABLE…")
def pivot(tables: tuple[str, ...], output: str, options: PivotOptions, **where: Any) -> None:
    """Find paraphrases: phrases that share a translation.

    Each TABLE is the phrase table of one corpus, from paragen extract or Moses: Parquet, or text, plain or compressed. The score
    of a paraphrase is p(e2|e1), the sum over pivot phrases f of p(f|e1) p(e2|f), averaged over the tables that have e1.
    For tables to paraphrase with, --tight --no-containment and --min-lexical 0.001 leave out most of what is wrong.

    Example: paragen pivot de-en.parquet fr-en.parquet --tight --no-containment --min-lexical 0.001 -o paraphrases.parquet
    """
    from paragen.tables.bilingual.pivot import build_pivot

    with table_run("pivoting", _PIVOT_STEPS, **where) as run:
        tell(build_pivot(tables, output, options, run))
