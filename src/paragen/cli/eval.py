"""``paragen eval``."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from paragen.base.errors import FormatError
from paragen.cli.console import InputFile, ModelName, OutputFile, Verb, notice, progress
from paragen.cli.options import shared

if TYPE_CHECKING:
    from paragen.model import Model
    from paragen.paraphraser import Paraphraser
    from paragen.tuning.evaluation import Ablation, Measured, Report, Retuner, Sample, Settings
    from paragen.tuning.labels import Labels, SentenceLabels


@click.command(cls=Verb)
@shared("model")
@click.option(
    "--labels", multiple=True, type=InputFile(), metavar="FILE",
    help="Labels of substitutes: JSONL, from paragen label or paragen labels. Of several files the later counts.",
)
@click.option(
    "--sentence-labels", multiple=True, type=InputFile(), metavar="FILE",
    help="Labels of whole paraphrases: JSONL, from paragen label --sentences. Of several files the later counts.",
)
@shared("weights")
@click.option("--against", type=ModelName(), metavar="MODEL", help="Compare with another model.")
@click.option("--against-weights", type=InputFile(), metavar="FILE", help="Compare with other weights.")
@click.option("--tables", multiple=True, metavar="NAME", help="Let only these tables offer substitutes.  [default: all]")
@click.option("--ablation", is_flag=True, help="Measure each table by itself, and tables added one by one.")
@click.option(
    "--retune", multiple=True, type=InputFile(), metavar="FILE",
    help="Tune the weights anew for each combination of --ablation, on these labels of other sentences.",
)
@click.option("--domain", type=InputFile(), metavar="FILE", help="The domain of each sentence, a line for a line of SENTENCES.")
@click.option("--domains", is_flag=True, help="SENTENCES has two columns: the domain, a tab, the sentence.")
@click.option(
    "--n-best", type=click.IntRange(1, 100_000), default=10, show_default=True, metavar="N",
    help="Paraphrases of a sentence that substitutes are taken from.",
)
@click.option(
    "--focus/--no-focus", default=False, show_default=True,
    help="Keep all words but those whose substitutes were judged, as suits labels of a few words a sentence.",
)
@click.option(
    "--unlabelled", type=click.Choice(["leave-out", "incorrect"]), default="leave-out", show_default=True,
    help="What becomes of substitutes and paraphrases that nobody judged.",
)
@click.option(
    "--resamples", type=click.IntRange(100, 1_000_000), default=10_000, show_default=True, metavar="N",
    help="Samples drawn for intervals, and trials for p.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, metavar="N", help="Of what is drawn.")
@shared("threads")
@click.option(
    "--format", "form", type=click.Choice(["table", "json", "html"]), default="table", help="A report to read, an object, a page."
)
@click.option(
    "--plot", "picture", type=OutputFile(), metavar="FILE", help="Write the picture of --ablation, as SVG; the page has it too."
)
@click.argument("sentences", required=False, type=InputFile(), metavar="[SENTENCES]")
def eval(
    model: str | None, labels: Sequence[str], sentence_labels: Sequence[str], weights: str | None, against: str | None,
    against_weights: str | None, tables: Sequence[str], ablation: bool, retune: Sequence[str], domain: str | None,
    domains: bool, focus: bool, unlabelled: str, threads: int, form: str, picture: str | None,
    sentences: str | None, **options: Any,
) -> None:
    """Evaluate a model on labelled substitutes or sentences.

    Prints PSER, distinct correct substitutes (#DCS), accuracy and more of the n-best paraphrases, with 95 % intervals;
    against another model or other weights, the differences and how likely chance is. SENTENCES has one sentence a line;
    without it, all that labels name are taken.

    Example: paragen eval -m model --labels labels.jsonl --ablation --format html > report.html
    """
    from paragen.model import Model
    from paragen.paraphraser import Paraphraser, starter_path
    from paragen.tuning.evaluation import Settings
    from paragen.tuning.evaluation import sample as chosen
    from paragen.tuning.labels import read_labels, read_sentence_labels

    _check(labels, sentence_labels, sentences, domain, domains)
    _check_ablation(ablation, retune, picture)
    settings = Settings(**options)
    opened = Model.open(starter_path() if model is None else model)
    offering = tables or None
    first = Paraphraser(opened, weights=weights, tables=offering)
    second = _second(opened, against, against_weights, offering)
    known = read_labels(*labels) if labels else None
    rated = read_sentence_labels(*sentence_labels) if sentence_labels else None
    texts, by_text = _texts(sentences, domain, domains)
    sample = chosen(known, rated, texts, domains=by_text, focus=focus, unlabelled=unlabelled)
    _print_notices(known, rated, sample, texts)
    retuner = _retuner(first, retune, sample, settings, threads) if retune else None
    report = _report(first, second, tables if tables else _tables(first), ablation, retuner, sample, settings, threads)
    for warning in report.warnings() if form == "json" else ():
        notice(warning)
    if picture is not None:
        _write_picture(picture, report)
    click.echo(_written(report, form), nl=False)


def _check(
    labels: Sequence[str], sentence_labels: Sequence[str], sentences: str | None, domain: str | None, domains: bool
) -> None:
    if not labels and not sentence_labels:
        raise click.UsageError("give --labels, --sentence-labels or both.")
    if domain and domains:
        raise click.UsageError("give --domain or --domains, not both.")
    if (domain or domains) and sentences is None:
        raise click.UsageError("domains are of the lines of SENTENCES: name that file.")


def _check_ablation(ablation: bool, retune: Sequence[str], path: str | None) -> None:
    """Refuse what only an ablation has, and a picture that cannot be, before the work begins."""
    if retune and not ablation:
        raise click.UsageError("--retune is for each combination of tables: give --ablation too.")
    if path is None:
        return
    if not ablation:
        raise click.UsageError("--plot is of what each table is worth: give --ablation too.")
    if not path.lower().endswith(".svg"):
        raise click.BadParameter(f"{path!r} does not end in .svg.", param_hint="--plot")


def _write_picture(path: str, report: Report) -> None:
    from paragen.base.packfile import atomic_file
    from paragen.tuning.evaluation.plot import plot

    assert report.ablation is not None
    with atomic_file(path) as file:
        file.write(plot(report.ablation).encode())


def _second(
    model: Model, against: str | None, against_weights: str | None, tables: Sequence[str] | None
) -> Paraphraser | None:
    """Return what to compare with: another model with its weights or those given, or this one with other weights."""
    from paragen.model import Model
    from paragen.paraphraser import Paraphraser

    if against is not None:
        return Paraphraser(Model.open(against), weights=against_weights)
    return None if against_weights is None else Paraphraser(model, weights=against_weights, tables=tables)


def _retuner(
    first: Paraphraser, files: Sequence[str], sample: Sample, settings: Settings, threads: int
) -> Retuner:
    from paragen.tuning.evaluation import Retuner, development_sentences
    from paragen.tuning.labels import read_labels
    from paragen.tuning.options import Options

    sentences = development_sentences(read_labels(*files), sample)
    notice(f"weights are tuned on {len(sentences)} sentences, for each combination of tables")
    options = Options(n_best=settings.n_best, pool=max(settings.n_best, 100), seed=settings.seed)
    return Retuner(first.model, sentences, first.weights, options, threads)


def _tables(paraphraser: Paraphraser) -> list[str]:
    return [table.name for table in paraphraser.model.tables]


def _texts(
    sentences: str | None, domain: str | None, domains: bool
) -> tuple[list[str] | None, dict[str, str] | None]:
    """Return the sentences of the file, without its empty lines, and the domain of each; of one given twice the first."""
    from paragen.base.lines import numbered_lines

    if sentences is None:
        return None, None
    lines = list(numbered_lines(sentences, "text: a sentence a line"))
    if domains:
        pairs = [_columns(sentences, number, line) for number, line in lines if line.strip()]
    elif domain is not None:
        names = [line.strip() for _, line in numbered_lines(domain, "domains: one a line")]
        if len(names) != len(lines):
            raise FormatError(domain, f"{len(names)} lines", f"{len(lines)}, one for each line of {sentences}")
        pairs = [(name, line) for name, (_, line) in zip(names, lines, strict=True) if line.strip()]
        for number, (name, (_, line)) in enumerate(zip(names, lines, strict=True), 1):
            if line.strip() and not name:
                raise FormatError(f"{domain}:{number}", "an empty line", "the name of a domain")
    else:
        return [line for _, line in lines if line.strip()], None
    return [text for _, text in pairs], {text: name for name, text in reversed(pairs)}


def _columns(path: str, number: int, line: str) -> tuple[str, str]:
    name, tab, text = line.partition("\t")
    if not (tab and name.strip() and text.strip()):
        found = "no tab" if not tab else "an empty column"
        raise FormatError(f"{path}:{number}", found, "a domain, a tab and a sentence", "Without --domains lines are sentences.")
    return name.strip(), text


def _print_notices(
    labels: Labels | None, ratings: SentenceLabels | None, sample: Sample, texts: Sequence[str] | None
) -> None:
    """Say what is left out."""
    given = None if texts is None else set(texts)
    for known in (labels, ratings):
        if known is None:
            continue
        for warning in known.warnings:
            notice(warning)
        counts = known.counts()
        if counts.undecided + counts.disputed:
            notice(f"{counts.undecided + counts.disputed} labels undecided or disputed, which count as unlabelled")
        if given is not None and (others := sum(text not in given for text in known.texts())):
            notice(f"{others} sentences with labels are not among those given")
    if ratings is not None and texts is None:
        changed = "labels name only sentences that were changed"
        notice(f"{changed}: name the file of SENTENCES, so that those which stay unchanged count")
    if sample.without:
        notice(f"{sample.without} sentences left out: they have no settled label")
    if sample.doubles:
        notice(f"{sample.doubles} sentences left out: given before")


def _report(
    first: Paraphraser, second: Paraphraser | None, tables: Sequence[str], ablation: bool, retuner: Retuner | None,
    sample: Sample, settings: Settings, threads: int,
) -> Report:
    """Decode and count as often as need be."""
    from paragen.tuning.evaluation import Against, Report, decoder, measure
    from paragen.tuning.evaluation.ablation import runs

    names = [name for name in _tables(first) if name in tables]
    total = 1 + (second is not None) + (runs(len(names)) + (retuner is not None) if ablation else 0)
    with progress(total * len(sample.sentences), "decoding", "") as update:

        def measured(paraphraser: Paraphraser) -> Measured:
            return measure(decoder(paraphraser, threads), sample, settings, update)

        def signature(paraphraser: Paraphraser) -> str:
            found = {"n_best": settings.n_best, **sample.fields(), "seed": settings.seed, "resamples": settings.resamples}
            if retuner is not None:
                found["retuned"] = retuner.signature()
            return "|".join([paraphraser.signature(), *(f"{name}:{value}" for name, value in found.items())])

        whole = measured(first)
        other = None if second is None else Against(measured(second), signature(second))
        return Report(whole, signature(first), other, _ablation(first, names, whole, measured, retuner) if ablation else None)


def _ablation(
    first: Paraphraser, names: Sequence[str], whole: Measured, measured: Callable[[Paraphraser], Measured],
    retuner: Retuner | None,
) -> Ablation:
    from dataclasses import replace

    from paragen.paraphraser import Paraphraser
    from paragen.tuning.evaluation import ablation

    def measured_with(tables: Sequence[str]) -> Measured:
        tuned = None if retuner is None else retuner.weights(tables)
        return replace(measured(Paraphraser(first.model, weights=tuned or first.weights, tables=tables)), weights=tuned)

    return ablation(measured_with, names, whole if retuner is None else measured_with(names), retuner is not None)


def _written(report: Report, form: str) -> str:
    from paragen.tuning.evaluation.page import page
    from paragen.tuning.evaluation.tabulating import text

    if form == "json":
        return json.dumps(report.to_dict(), ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    return page(report) if form == "html" else text(report)
