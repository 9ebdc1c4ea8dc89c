"""``paragen verify``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from paragen.cli.arguments import InputFile, ModelName
from paragen.cli.console import Verb

if TYPE_CHECKING:
    from paragen.model import Model

_DRAWN = 1000


@click.command(cls=Verb)
@click.argument("model", type=ModelName())
@click.option(
    "--reference", type=InputFile(), metavar="LM",
    help="The file the language model was packed from, ARPA or a KenLM binary: "
    "compare its scores, from the package kenlm, with the model's.",
)  # fmt: skip
@click.option(
    "--sample", type=InputFile(), metavar="FILE",
    help=f"Text to score, one sentence per line.  [default: {_DRAWN} sentences drawn along the model's own n-grams]",
)  # fmt: skip
@click.option(
    "--tolerance", type=click.FloatRange(0), default=0.001, metavar="D",
    help="Largest allowed difference between two log10 probabilities.",
)  # fmt: skip
def verify(model: str, reference: str | None, sample: str | None, tolerance: float) -> None:
    """Check every checksum and offset of a model, and on request its language model's scores.

    Exit code 0: MODEL is intact and scores as LM does. 1: it is not; the message says what is wrong.

    Example: paragen verify model --reference lm.arpa
    """
    from paragen.model import Model

    if sample and not reference:
        raise click.UsageError("--sample needs --reference LM.")
    opened = Model.open(model)
    opened.verify()
    click.echo(f"{model}: whole ({len(opened.tables)} tables, {opened.lm_info.order}-gram model, signature {opened.signature})")
    if reference:
        _compare(opened, reference, sample, tolerance)


def _compare(model: Model, reference: str, sample: str | None, tolerance: float) -> None:
    from paragen.base.errors import FormatError, shown
    from paragen.lm.witness import compare

    found = compare(model.lm, reference, _sentences(model, sample) if sample else model.lm.draw(_DRAWN))
    difference = f"{found.worst:.2g} at worst, {found.mean:.2g} on average"
    click.echo(f"{reference}: {found.scores} scores by kenlm; difference of log10 {difference}")
    if found.worst > tolerance:
        raise FormatError(
            model.lm.path, f"another score than kenlm's at {shown(found.place)}", f"a difference of at most {tolerance:g}",
            f"Was the model packed from {reference}?",
        )  # fmt: skip


def _sentences(model: Model, sample: str) -> Iterable[list[str]]:
    from paragen.base.input_files import numbered_lines

    return (model.tokenizer.words(line) for _, line in numbered_lines(sample))
