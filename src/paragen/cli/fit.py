"""``paragen fit``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from paragen.cli.arguments import InputFile, OutputFile
from paragen.cli.console import Verb, progress
from paragen.cli.declared import options_of
from paragen.cli.options import opened_model, shared
from paragen.io.notices import notice
from paragen.tuning.options import FitOptions

if TYPE_CHECKING:
    from paragen.tuning.fit.fitting import Fitted
    from paragen.tuning.fit.forest import HeldOut


@click.command(cls=Verb)
@shared("model")
@click.option(
    "--labels", required=True, multiple=True, type=InputFile(), metavar="FILE",
    help="Labels of substitutes: JSONL, from paragen label or paragen labels. They define what confidence means.",
)
@click.option(
    "--background", multiple=True, type=InputFile(), metavar="FILE",
    help="More labels to learn from, by annotators who may mean something else by correct.",
)
@click.option(
    "--conceivable", multiple=True, type=InputFile(), metavar="FILE",
    help="Labels whose correct means: accepted by one of ten people at least. Substitutes then say how likely that is.",
)
@click.option(
    "--documents", type=InputFile(), metavar="FILE",
    help="The document each sentence is from: name, tab, sentence.  [default: each is its own document]",
)
@click.option(
    "--english", type=InputFile(), metavar="FILE",
    help="Knowledge of English: a fit, or a file of that kind.  [default: the starter pack's]",
)
@click.option(
    "--ratings", type=InputFile(), metavar="FILE",
    help="Ratings of exchanges out of context: source, target, places of 100 where it is right, and how good (of 100) at best.",
)
@click.option("-o", "--output", required=True, type=OutputFile(), metavar="FIT", help="The fit; a model uses MODEL/fit.bin.")
@options_of(FitOptions, "options")
def fit(
    model: str | None, labels: Sequence[str], background: Sequence[str], conceivable: Sequence[str], documents: str | None,
    english: str | None, ratings: str | None, output: str, options: FitOptions,
) -> None:
    """Learn from labels how likely a reader is to accept an edit.

    The model then says how sure each edit is, and makes none below --min-confidence. How good that is on held-out documents
    is printed. Labels of substitutes that the model does not offer are left out.

    Example: paragen fit -m model --labels labels.jsonl -o model/fit.bin
    """
    from paragen.tuning.fit.fitting import fit_files

    opened = opened_model(model)
    with progress(options.folds + 1, "folds", "") as update:
        fitted, missing = fit_files(opened, labels, output, options, background, conceivable, documents, english, ratings, update)
    if missing:
        notice(f"{missing} labelled substitutes left out: the model does not offer them")
    _print_figures(fitted)


def _print_figures(fitted: Fitted) -> None:
    from paragen.tuning.fit.forest import order_of_places

    sure = fitted.sure
    _print_bins("confidence  accepted   edits", sure)
    click.echo(f"calibration error {sure.error:.3f}; {sure.area:.3f} of the pairs in their order")
    order, exchanges = order_of_places(sure.probability, sure.correct, fitted.exchanges)
    if exchanges:
        mixed = f"mean of {exchanges} that are right in 20 to 80 % of five or more"
        click.echo(f"{order:.3f} of the pairs of places of one exchange in their order ({mixed})")
    click.echo("at least    accepted   edits")
    for bound, edits, share in sure.kept():
        click.echo(f"{bound:8.2f}    {share:8.3f}  {edits:6}")
    if (lenient := fitted.lenient) is not None:
        _print_bins("conceivable accepted   edits", lenient)
        click.echo(f"calibration error {lenient.error:.3f}; {lenient.area:.3f} of the pairs in their order")


def _print_bins(heading: str, found: HeldOut) -> None:
    click.echo(heading)
    for one in found.bins:
        click.echo(f"{one.confidence:10.3f}  {one.accepted:8.3f}  {one.edits:6}")
