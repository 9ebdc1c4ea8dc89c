"""``paragen tune``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from paragen.cli.arguments import InputFile, Named, OutputFile, PictureFile, by_name
from paragen.cli.console import Verb, progress
from paragen.cli.declared import options_of
from paragen.cli.options import given, opened_model, paraphrasing, shared
from paragen.cli.settings_file import settings_option
from paragen.io.notices import notice
from paragen.settings.given import Confidence, Trees
from paragen.tuning.options import Judging, Options

if TYPE_CHECKING:
    from paragen.tuning.judged import JudgedSentences
    from paragen.tuning.labels import Labels
    from paragen.tuning.pser import Figures
    from paragen.tuning.tune import Round, Tuned


@click.command(cls=Verb, usual=("model", "labels", "output", "init", "folds", "n_best", "fix", "threads", "plot", "settings"))
@settings_option
@shared("model")
@click.option(
    "--labels", "labels", required=True, multiple=True, type=InputFile(), metavar="FILE",
    help="Labels of substitutes: JSONL, from paragen label or paragen labels. Later files override earlier ones.",
)
@click.option("-o", "--output", required=True, type=OutputFile(), metavar="WEIGHTS", help="The weights, as TOML.")
@paraphrasing(Confidence, Trees, without=("strength",))
@click.option("--init", type=InputFile(), metavar="WEIGHTS", help="Initial weights.  [default: the model's]")
@options_of(Judging)
@click.option("--folds", type=click.IntRange(0), default=0, metavar="K", help="Folds of a cross-validation; 0 for none.")
@options_of(Options)
@click.option("--fix", multiple=True, type=Named("X", float), help="Fix a weight instead of tuning it.")
@shared("threads")
@click.option("--curve", type=OutputFile(), metavar="FILE", help="Write every round as JSON.")
@click.option(
    "--plot", type=PictureFile(".svg", ".png"), metavar="FILE", help="Draw the rounds, as .svg or .png (needs matplotlib)."
)
@click.argument("sentences", required=False, type=InputFile(), metavar="[SENTENCES]")
def tune(
    model: str | None, labels: Sequence[str], output: str, settings: dict[str, Any], init: str | None, focus: bool,
    unlabelled: str, folds: int, threads: int, fix: Sequence[Any], curve: str | None, plot: str | None, sentences: str | None,
    **options: Any,
) -> None:
    """Tune the weights on labelled substitutes.

    The weights sought minimise the share of incorrect substitutes in the n-best paraphrases: PSER, summed over sentences.
    SENTENCES has one sentence per line; without it, all labelled sentences are used. Each round is printed: a * marks the best
    so far. The same input and seed always give the same weights, which on these sentences are never worse than the initial
    ones.

    Example: paragen tune -m model --labels labels.jsonl --folds 5 -o weights.toml
    """
    from paragen.model.weights import write_weights
    from paragen.paraphraser import Paraphraser
    from paragen.tuning.curve import check_plots
    from paragen.tuning.judged import judged_sentences
    from paragen.tuning.labels import read_labels
    from paragen.tuning.tune import cross_validated, decoder
    from paragen.tuning.tune import tune as tuned_on

    if options["pool"] < options["n_best"]:
        raise click.BadParameter(f"{options['pool']} is less than --n-best {options['n_best']}.", param_hint="--pool")
    if plot:
        check_plots()
    opened = opened_model(model)
    paraphraser = Paraphraser(opened, weights=init, **given(opened, settings))
    start, chosen = paraphraser.weights, Options(fixed=_fixed(paraphraser.features, fix), **options)
    known = read_labels(*labels)
    judged = judged_sentences(known, _lines(sentences), focus=focus, unlabelled=unlabelled)
    _print_notices(known, judged)
    decode = decoder(paraphraser, threads)
    held_out = None
    if folds:
        with progress(folds, "folds", "") as update:
            held_out = cross_validated(decode, judged.sentences, start, chosen, folds, update)
    found = tuned_on(decode, judged.sentences, start, chosen, _print_round)
    write_weights(output, found.weights)
    _print_figures(found, held_out, folds)
    _write_rounds(found, held_out, curve, plot)


def _print_figures(found: Tuned, held_out: tuple[Figures, Figures] | None, folds: int) -> None:
    click.echo(f"start  {found.start}\ntuned  {found.figures}")
    if held_out is not None:
        click.echo(f"held out, {folds} folds:\nstart  {held_out[0]}\ntuned  {held_out[1]}")
    if not found.searched:
        notice("no weight matters: in every sentence, all paraphrases have the same features")
    if not found.incorrect:
        raising = "only sentences without a labelled substitute raise PSER"
        notice(f"all {found.correct} labelled substitutes found are correct: {raising}")


def _write_rounds(found: Tuned, held_out: tuple[Figures, Figures] | None, data: str | None, plot: str | None) -> None:
    from paragen.tuning.curve import curve, write_curve, write_plot

    rounds = curve(found, held_out)
    if data:
        write_curve(data, rounds)
    if plot:
        write_plot(plot, rounds)


def _fixed(features: Sequence[str], fix: Sequence[Any]) -> dict[str, float]:
    fixed = by_name(fix, "--fix")
    for name in fixed:
        if name not in features:
            hint = f"there is no feature {name!r}; the features are: {', '.join(features)}."
            raise click.BadParameter(hint, param_hint="--fix")
    return fixed


def _lines(path: str | None) -> Iterator[str] | None:
    """Return the sentences of a file, without empty lines."""
    from paragen.base.input_files import numbered_lines

    if path is None:
        return None
    return (line for _, line in numbered_lines(path, "text: one sentence per line") if line.strip())


def _print_notices(labels: Labels, judged: JudgedSentences) -> None:
    """Report what is used for tuning, and what is left out."""
    from paragen.tuning.judged import scarcity

    for warning in labels.warnings:
        notice(warning)
    counts = labels.counts()
    open_items = counts.undecided + counts.disputed
    text = f"{len(judged.sentences)} sentences; {counts.good} substitutes labelled correct, {counts.bad} incorrect"
    notice(text + (f", {open_items} undecided or disputed, which count as unlabelled" if open_items else ""))
    for warning in scarcity(len(judged.sentences), counts.good, counts.bad):
        notice(warning)
    if judged.without:
        notice(f"{judged.without} sentences left out: none of their labels says correct or incorrect")
    if judged.doubles:
        notice(f"{judged.doubles} sentences left out: duplicates")


def _print_round(found: Round) -> None:
    weights = " ".join(f"{name}={value:g}" for name, value in found.weights.items())
    expected = "" if found.expected is None else f", expected mean {found.expected:.4f}"
    click.echo(f"{found.number:2}{'*' if found.best else ' '} {found.figures}{expected}\n    {weights}")
