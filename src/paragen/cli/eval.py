"""``paragen eval``."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from paragen.cli.arguments import InputFile, ModelName, OutputFile, PictureFile
from paragen.cli.console import Verb, progress
from paragen.cli.declared import options_of
from paragen.cli.options import given, opened_model, paraphrasing, shared
from paragen.cli.settings_file import settings_option
from paragen.io.notices import notice
from paragen.settings.given import Confidence, Tables, Trees
from paragen.tuning.options import EvaluationSettings, Judging, Options

if TYPE_CHECKING:
    from paragen.paraphraser import Paraphraser
    from paragen.tuning.evaluation import Report, Retuner, Sample

_WITH_CONDITIONS = frozenset(
    ("model", "labels", "conditions", "trees", "items", "unlabelled", "resamples", "seed", "threads", "form", "sentences")
)


_USUAL = "model labels sentence_labels weights against against_weights ablation form threads settings"


@click.command(cls=Verb, usual=_USUAL.split())
@settings_option
@shared("model")
@click.option(
    "--labels", multiple=True, type=InputFile(), metavar="FILE",
    help="Labels of substitutes: JSONL, from paragen label or paragen labels. Of several files the later counts.",
)
@click.option(
    "--sentence-labels", multiple=True, type=InputFile(), metavar="FILE",
    help="Labels of whole paraphrases: JSONL, from paragen label --sentences. Of several files the later counts.",
)
@paraphrasing(Confidence, Tables, Trees, without=("tables", "use_tables", "weight", "floors"))
@click.option("--against", type=ModelName(), metavar="MODEL", help="Compare with another model.")
@click.option("--against-weights", type=InputFile(), metavar="FILE", help="Compare with other weights.")
@click.option(
    "--use-table", "tables", multiple=True, metavar="NAME", help="Let only these tables offer substitutes.  [default: all]"
)
@click.option("--ablation", is_flag=True, help="Measure each table by itself, and tables added one by one.")
@click.option(
    "--retune", multiple=True, type=InputFile(), metavar="FILE",
    help="Tune the weights anew for each combination of --ablation, on these labels of other sentences.",
)
@click.option(
    "--conditions", type=InputFile(), metavar="FILE",
    help="Compare ways to choose the substitute of a phrase: a TOML file, or `cb08`, the eight of [CB08].",
)
@click.option(
    "--trees", type=InputFile(), metavar="FILE",
    help="The tree of each line of SENTENCES in Penn brackets, a line a sentence, for --conditions.",
)
@click.option(
    "--items", type=OutputFile(), metavar="FILE", help="Write what the conditions choose, for paragen label: mixed, each once."
)
@click.option("--domain", type=InputFile(), metavar="FILE", help="The domain of each sentence, a line for a line of SENTENCES.")
@click.option("--domains", is_flag=True, help="SENTENCES has two columns: the domain, a tab, the sentence.")
@options_of(EvaluationSettings, "measuring")
@options_of(Judging)
@shared("threads")
@click.option(
    "--format", "form", type=click.Choice(["table", "json", "html"]), default="table", help="A report to read, an object, a page."
)
@click.option(
    "--plot", "picture", type=PictureFile(".svg"), metavar="FILE",
    help="Write the picture of --ablation, as SVG; the page has it too.",
)
@click.argument("sentences", required=False, type=InputFile(), metavar="[SENTENCES]")
def eval(
    model: str | None, labels: Sequence[str], sentence_labels: Sequence[str], settings: dict[str, Any], against: str | None,
    against_weights: str | None, tables: Sequence[str], ablation: bool, retune: Sequence[str], domain: str | None,
    domains: bool, focus: bool, unlabelled: str, threads: int, form: str, picture: str | None,
    conditions: str | None, trees: str | None, items: str | None, measuring: EvaluationSettings, sentences: str | None,
) -> None:
    """Evaluate a model on labelled substitutes or sentences.

    Prints PSER, distinct correct substitutes (#DCS), accuracy and more of the n-best paraphrases, with 95 % intervals;
    against another model or other weights, the differences and how likely chance is. SENTENCES has one sentence a line;
    without it, all that labels name are taken.

    With --conditions, prints instead how often the best substitute of each phrase is correct under each condition; without
    --labels, it only writes --items.

    Example: paragen eval -m model --labels labels.jsonl --ablation --format html > report.html
    """
    if conditions is not None:
        _refuse_other_options()
        _compare_conditions(conditions, model, labels, sentences, trees, items, unlabelled, threads, form, measuring)
        return
    if trees or items:
        raise click.UsageError(f"{'--trees' if trees else '--items'} is for --conditions: give those too.")
    from paragen.paraphraser import Paraphraser
    from paragen.tuning.evaluation import Evaluation, left_out, read_sentences
    from paragen.tuning.evaluation import sample as sample_of
    from paragen.tuning.labels import read_labels, read_sentence_labels

    _check(labels, sentence_labels, sentences, domain, domains)
    _check_ablation(ablation, retune, picture)
    opened = opened_model(model)
    chosen = given(opened, settings)
    first = Paraphraser(opened, **chosen, use_tables=tables or None)
    second = _second(first, against, against_weights, chosen)
    known = read_labels(*labels) if labels else None
    rated = read_sentence_labels(*sentence_labels) if sentence_labels else None
    texts, by_text = (None, None) if sentences is None else read_sentences(sentences, domain, columns=domains)
    sample = sample_of(known, rated, texts, domains=by_text, focus=focus, unlabelled=unlabelled)
    for text in left_out(sample, known, rated, texts):
        notice(text)
    retuner = _retuner(first, retune, sample, measuring, threads) if retune else None
    ablated = [table.name for table in opened.tables if not tables or table.name in tables] if ablation else []
    evaluation = Evaluation(first, sample, measuring, second, ablated, retuner, threads)
    with progress(evaluation.decoded, "decoding", "") as update:
        report = evaluation.run(update)
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
    """Refuse options that only an ablation has, before the work begins."""
    if retune and not ablation:
        raise click.UsageError("--retune is for each combination of tables: give --ablation too.")
    if path is not None and not ablation:
        raise click.UsageError("--plot is of what each table is worth: give --ablation too.")


def _write_picture(path: str, report: Report) -> None:
    from paragen.base.output_files import atomic_file
    from paragen.tuning.evaluation.presenting import plot

    assert report.ablation is not None
    with atomic_file(path) as file:
        file.write(plot(report.ablation).encode())


def _second(
    first: Paraphraser, against: str | None, against_weights: str | None, chosen: Mapping[str, Any]
) -> Paraphraser | None:
    """Return the paraphraser to compare with: another model with its weights or those given, or this one with other weights."""
    from paragen.model import Model
    from paragen.paraphraser import Paraphraser

    if against is not None:
        other = Model.open(against)
        own = ("weights", "syntax", *(("min_confidence", "min_sentence_confidence") if other.fit is None else ()))
        same = {name: value for name, value in chosen.items() if name not in own}
        return Paraphraser(other, weights=against_weights, **same)
    return None if against_weights is None else first.changed(weights=against_weights)


def _retuner(first: Paraphraser, files: Sequence[str], sample: Sample, settings: EvaluationSettings, threads: int) -> Retuner:
    from paragen.tuning.evaluation import Retuner, development_sentences
    from paragen.tuning.labels import read_labels

    sentences = development_sentences(read_labels(*files), sample)
    notice(f"weights are tuned on {len(sentences)} sentences, for each combination of tables")
    options = Options(n_best=settings.n_best, pool=max(settings.n_best, 100), seed=settings.seed)
    return Retuner(first, sentences, options, threads)


def _written(report: Report, form: str) -> str:
    from paragen.tuning.evaluation.presenting import page, text

    if form == "json":
        return json.dumps(report.to_dict(), ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    return page(report) if form == "html" else text(report)


def _refuse_other_options() -> None:
    """Raise click.UsageError for an option that does not apply to --conditions."""
    context = click.get_current_context()
    for parameter in context.command.params:
        name = parameter.name or ""
        given = context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        if given and name not in _WITH_CONDITIONS:
            raise click.UsageError(f"{parameter.opts[0]} does not go with --conditions: leave it out.")


def _compare_conditions(
    name: str, model: str | None, labels: Sequence[str], sentences: str | None, trees: str | None, items: str | None,
    unlabelled: str, threads: int, form: str, settings: EvaluationSettings,
) -> None:
    """Let each condition choose; write items and print figures as requested."""
    from paragen.base.settings import digest
    from paragen.model.bundled import find_bundled
    from paragen.settings.request import Request
    from paragen.tuning.evaluation.conditions import read_conditions
    from paragen.tuning.evaluation.experiment import Experiment, chosen, conditions_page, conditions_text, write_items
    from paragen.tuning.evaluation.sample import read_requests
    from paragen.tuning.labels import read_labels

    if not labels and items is None:
        raise click.UsageError("give --labels to measure the conditions, --items to write what they choose, or both.")
    if sentences is None and (trees or not labels):
        raise click.UsageError("--trees and --items are of the lines of SENTENCES: name that file.")
    conditions = read_conditions(find_bundled("conditions", name))
    opened = opened_model(model)
    known = read_labels(*labels) if labels else None
    texts = known.texts() if known is not None else []
    requests = [Request(text) for text in texts] if sentences is None else read_requests(sentences, trees)
    with progress(len(conditions) * len(requests), "choosing", "") as update:
        found = {each.name: chosen(opened, each, requests, threads, update) for each in conditions}
    if items is not None:
        notice(f"{write_items(found, items)} items; they are in {items}")
    if known is None:
        return
    for warning in known.warnings:
        notice(warning)
    experiment = Experiment(found, known, settings, unlabelled)
    if not experiment.occurrences:
        notice("no label is of what a condition chooses. Were they given to substitutes of other sentences?")
    fields = {"model": opened.signature, "conditions": digest("conditions", map(repr, conditions)), **experiment.signature()}
    signature = "|".join(f"{name}:{value}" for name, value in fields.items())
    if form == "json":
        data = {"signature": signature, **experiment.to_dict()}
        click.echo(json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False))
    else:
        click.echo((conditions_page if form == "html" else conditions_text)(experiment, signature), nl=False)
