"""``paragen align``."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from paragen.cli.console import Folder, InputFile, OutputFile, Verb
from paragen.cli.declared import options_of
from paragen.cli.table_options import WrittenSide, by_side, segment_option, table_run, tell
from paragen.tables.bilingual.alignment.options import AlignOptions


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
@options_of(AlignOptions, only=["pieces", "max_length"])
@click.option("--temp", type=Folder(), metavar="DIR", help="Folder for scratch files.  [default: the system's]")
@click.argument("source", type=InputFile(), metavar="SRC")
@click.argument("target", type=InputFile(), metavar="TGT")
def align(
    source: str, target: str, output: str | None, heuristic: str, forward: str | None, backward: str | None,
    segments: Sequence[tuple[str, str]], train_segmenter: Sequence[tuple[str, str]],
    pieces: int, max_length: int, temp: str | None,
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
        max_length=max_length,
    )  # fmt: skip
    with table_run("aligning", {"aligning": 100}, temp=temp) as run:
        tell(build_alignment((source, target), output or sys.stdout.buffer, options, run))
