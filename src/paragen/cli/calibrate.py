"""``paragen calibrate``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from paragen.cli.arguments import InputFile, OutputFile
from paragen.cli.console import Verb, progress
from paragen.cli.declared import options_of
from paragen.io.notices import notice
from paragen.tables.calibration.objective import CalibrationOptions, Objective

if TYPE_CHECKING:
    from paragen.tables.calibration.calibrate import Calibration, Figure

_FEW = 50
"""Fewer labelled pairs of a kind are too few to be reliable."""


@click.command(cls=Verb)
@click.option(
    "-o", "--output", type=OutputFile(), metavar="OPTIONS",
    help="Where the options go, as TOML for a recipe.  [default: printed]",
)  # fmt: skip
@options_of(Objective, "objective")
@options_of(CalibrationOptions)
@click.argument("pairs", type=InputFile(), metavar="PAIRS")
def calibrate(pairs: str, output: str | None, objective: Objective, **options: Any) -> None:
    """Choose thresholds and mixture weights on labelled pairs.

    PAIRS is tab-separated text: a header with source, target, one or two similarities from 0 to 1, and label; in the lines
    below it, label is 1 for paraphrases, 0 for other pairs, empty if nobody has judged. paragen parallel, comparable and
    queries write such files, without labels, with --candidates. If there are two similarities, the weight of the first is
    chosen as well. The same pairs and options always give the same answer.

    Example: paragen calibrate pairs.tsv --f-beta 0.5 -o options.toml
    """
    from paragen.base.json_and_toml import toml_text
    from paragen.tables.calibration import calibrate_file
    from paragen.tables.calibration.search import WEIGHTS

    with progress(len(WEIGHTS), "weights", "") as update:
        found = calibrate_file(pairs, output, objective=objective, **options, progress=update)
    if output is None:
        click.echo(toml_text(found.options()), nl=False)
    for line in _lines(found, objective.f_beta):
        notice(line)


def _lines(found: Calibration, f_beta: float) -> list[str]:
    wrong = found.pairs - found.correct
    without = f"; {found.unlabelled} without a label" if found.unlabelled else ""
    mixture = f"{found.name} {found.weight:g}, " if found.name else ""
    figures = [("precision", found.precision), ("recall", found.recall), (f"F{f_beta:g}", found.f)]
    lines = [
        f"{found.pairs} labelled pairs: {found.correct} correct, {wrong} incorrect{without}",
        f"{mixture}{found.threshold_name} {found.threshold:g}: " + ", ".join(_figure(name, figure) for name, figure in figures),
    ]
    if found.folds:
        held_out = ", ".join(f"{name} {figure.cross_validated:.3f}" for name, figure in figures)
        lines.append(f"on held-out pairs ({found.folds} folds): {held_out}")
    if min(found.correct, wrong) < _FEW:
        lines.append(f"fewer than {_FEW} pairs of a kind are labelled: another sample may give another threshold")
    return lines


def _figure(name: str, figure: Figure) -> str:
    return f"{name} {figure.value:.3f} ({figure.low:.3f} to {figure.high:.3f})"
