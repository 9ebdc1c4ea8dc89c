"""``paragen labels``."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from paragen.cli.arguments import InputFile, OutputFile
from paragen.cli.console import VerbGroup
from paragen.cli.declared import options_of
from paragen.cli.labels_sample import sample
from paragen.io.notices import notice
from paragen.tuning.options import GOLD, AgreementOptions, GoldRules

if TYPE_CHECKING:
    from paragen.base.input_files import Skips
    from paragen.tuning.labels import Labels, SentenceLabels
    from paragen.tuning.labels.agreement import Agreement
    from paragen.tuning.labels.gold_targets import Target

_Action = TypeVar("_Action", bound=Callable[..., Any])

_TOOLS = ("jsonl", "prodigy", "label-studio", "doccano", "tsv")


@click.group(cls=VerbGroup, subcommand_metavar="ACTION [OPTIONS]…")
def labels() -> None:
    """Import, export, compare and settle labels of substitutes.

    A labels file has one JSON object per line and is only ever appended to, so several people and programs can write labels
    to it at the same time.

    Example: paragen labels compare labels.jsonl
    """


def _file(name: str, **more: Any) -> Callable[[_Action], _Action]:
    return click.argument(name, type=InputFile(), **more)


_half = click.option(
    "--half", type=click.Choice(["tune", "test"]), help="Only documents of this half; gold sets only.  [default: all]"
)
_documents = click.option(
    "--documents", type=InputFile(), metavar="FILE", help="The document of each target of the lists: number, tab, name."
)
_sentences = click.option("--sentences", is_flag=True, help="The files hold labels of whole paraphrases.")
_majority = "Let the majority decide where annotators disagree."


@labels.command("import")
@_file("files", nargs=-1, required=True, metavar="FILE…")
@click.option(
    "-o", "--output", required=True, type=OutputFile(), metavar="LABELS", help="The labels file to add to, created if need be."
)
@click.option("--format", "form", required=True, type=click.Choice([*_TOOLS, *GOLD]), help="What the files are.")
@click.option(
    "--items", type=InputFile(), metavar="ITEMS",
    help="The items that were labelled, from paragen substitutes; gold sets need it.",
)
@click.option("--annotator", metavar="NAME", help="Who labelled.  [default: as the files say; for gold sets, their name]")
@options_of(GoldRules, only=["accept", "unjudged", "any_form"])
@_half
@_documents
def import_(files: tuple[str, ...], output: str, form: str, items: str | None, annotator: str | None, **gold: Any) -> None:
    """Add labels from other tools, or from published gold sets, to a labels file.

    Labels are matched to items by the id that exports include, otherwise by sentence, span and substitute. Gold sets label
    those of the ITEMS that replace a judged word or phrase: swords and edinburgh are one file, coinco one XML file or, like
    semeval, the lists .gold and .preprocessed.

    Example: paragen labels import answers.jsonl --format prodigy -o labels.jsonl
    """
    if form in GOLD:
        _import_gold(files, output, form, items, annotator, **gold)
        return
    for name, value in gold.items():
        if value:
            raise click.BadParameter(f"it applies to {', '.join(GOLD)} only.", param_hint=f"--{name.replace('_', '-')}")
    from paragen.tuning.labels.exchange import import_labels

    found = import_labels(files, output, form, items=items, annotator=annotator)
    _print_notices(found.warnings, found.skips)
    notice(f"{found.added} labels added, of {found.read} read; {found.known} were there before")


def _import_gold(
    files: Sequence[str], output: str, form: str, items: str | None, annotator: str | None, *, half: str | None,
    documents: str | None, **rules: Any,
) -> None:  # fmt: skip
    if items is None:
        raise click.BadParameter(f"{form} labels what a model offers: name the file of items.", param_hint="--items")
    from paragen.tuning.labels.gold import import_gold

    done = import_gold(files, items, output, GoldRules(form, **rules), annotator=annotator, half=half, documents=documents)
    found = done.found
    _print_notices(done.warnings, done.skips)
    if found.elsewhere:
        notice(f"left out: {found.elsewhere} items of other sentences")
    for reason, count in sorted(found.unlabelled.items()):
        notice(f"without a label: {count} items, {reason}")
    shares = f"{found.correct} correct and {found.incorrect} incorrect substitutes of {found.targets} of {done.targets} targets"
    notice(f"{shares}; {found.at_targets} of {found.items} items replace a target")
    notice(f"{done.added} labels added; {done.known} were there before")


@labels.command("export")
@_file("files", nargs=-1, metavar="[LABELS]…")
@click.option("-o", "--output", required=True, type=OutputFile(), metavar="FILE", help="The file to write.")
@click.option("--format", "form", required=True, type=click.Choice(_TOOLS), help="What to write.")
@click.option(
    "--items", type=InputFile(), metavar="ITEMS", help="Write these items, labelled or not.  [default: all labelled items]"
)
@click.option("--unlabelled", is_flag=True, help="Write only items without a label.")
@click.option("--annotator", metavar="NAME", help="Count labels of this annotator only.")
def export(files: tuple[str, ...], output: str, form: str, items: str | None, unlabelled: bool, annotator: str | None) -> None:
    """Write labels, or items to label, for other tools.

    Example: paragen labels export --items items.jsonl --format prodigy -o tasks.jsonl
    """
    from paragen.tuning.labels.exchange import export_labels

    found = export_labels(files, output, form, items=items, unlabelled=unlabelled, annotator=annotator)
    _print_notices(found.warnings, found.skips)
    notice(f"{found.items} items with {found.labels} labels")


labels.add_command(sample)


@labels.command("compare")
@_file("files", nargs=-1, required=True, metavar="LABELS…")
@_sentences
@click.option("--majority", is_flag=True, help=_majority)
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", help="A report, or a JSON object.")
@click.option("--disputes", type=OutputFile(), metavar="FILE", help="Write disputed items as a table, to be decided and settled.")
@options_of(AgreementOptions)
def compare(files: tuple[str, ...], sentences: bool, majority: bool, form: str, disputes: str | None, seed: int) -> None:
    """Count labels and report how well annotators agree: percentage, Cohen's kappa, 95 % intervals, disputed items.

    Several files count as one; kappa is computed over items that both annotators called correct or incorrect.

    Example: paragen labels compare anna.jsonl ben.jsonl --disputes disputes.tsv
    """
    from paragen.tuning.labels import read_labels, read_sentence_labels
    from paragen.tuning.labels.agreement import compared, write_disputes

    found = (read_sentence_labels if sentences else read_labels)(*files, majority=majority)
    agreements = compared(found, seed=seed)
    _print_notices(found.warnings)
    if disputes is not None:
        write_disputes(found, disputes)
    _print(_as_json(found, agreements) if form == "json" else "\n".join(_report(found, agreements)))


@labels.command("settle")
@_file("files", nargs=-1, required=True, metavar="LABELS…")
@click.option(
    "-o", "--output", type=OutputFile(updates="files"), metavar="LABELS",
    help="Where decisions are added.  [default: the labels file, if there is one only]"
)
@click.option("--majority", is_flag=True, help=_majority)
@click.option("--trust", metavar="NAME", help="Let this annotator decide.")
@click.option(
    "--decisions", type=InputFile(), metavar="FILE", help="The table of paragen labels compare --disputes, with labels."
)
@_sentences
def settle(
    files: tuple[str, ...], output: str | None, majority: bool, trust: str | None, decisions: str | None, sentences: bool
) -> None:
    """Settle what annotators disagree on: by majority, by an annotator you trust, or by a table of decisions.

    Decisions are labels by the annotator "settled". The annotators' own labels are kept.

    Example: paragen labels settle labels.jsonl --majority
    """
    if [majority, trust is not None, decisions is not None].count(True) != 1:
        raise click.UsageError("give one of --majority, --trust and --decisions.")
    if output is None and len(files) > 1:
        raise click.UsageError("with several files, say with -o which one the decisions are added to.")
    from paragen.tuning.labels import read_labels, read_sentence_labels
    from paragen.tuning.labels.agreement import settle_labels

    found = (read_sentence_labels if sentences else read_labels)(*files, majority=majority)
    skips, settled = settle_labels(found, output or files[0], trust=trust, decisions=decisions)
    _print_notices(found.warnings, skips)
    notice(f"{settled} items settled; {found.counts().disputed} are left")


@labels.command("sentences")
@_file("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--format", "form", required=True, type=click.Choice(GOLD), help="What the files are.")
@_half
@_documents
def sentences(files: tuple[str, ...], form: str, half: str | None, documents: str | None) -> None:
    """Write the judged sentences of a gold set, each once, one per line: the input for paragen substitutes.

    Example: paragen labels sentences swords-v1.1_dev.json.gz --format swords --half tune > tune.txt
    """
    from paragen.tuning.labels.gold import gold_sentences, read_gold

    targets: list[Target] = read_gold(form, files, documents=documents, half=half)
    lines = gold_sentences(targets)
    for line in lines:
        _print(line)
    notice(f"{len(lines)} sentences with {len(targets)} targets, of {len({target.document for target in targets})} documents")


def _print(text: str) -> None:
    click.echo(text.encode("utf-8", "backslashreplace"))  # in UTF-8 whatever the locale, like all output


def _print_notices(warnings: Sequence[str], skips: Skips | None = None) -> None:
    for text in [*warnings, *(skips.messages() if skips else ())]:
        notice(text)


def _as_json(found: Labels | SentenceLabels, compared: Mapping[str, Sequence[Agreement]]) -> str:
    from dataclasses import asdict

    counts = found.counts()
    data = {"items": counts.items, **asdict(counts), "warnings": found.warnings}
    for of, each in compared.items():
        data["agreement" if of == "verdict" else f"{of}_agreement"] = [one.to_dict() for one in each]
    data["disputes"] = [{"id": one.id, **{who: said.label for who, said in one.said.items()}} for one in found.disputes()]
    return json.dumps(data, ensure_ascii=False, indent=2)


def _report(found: Labels | SentenceLabels, compared: Mapping[str, Sequence[Agreement]]) -> list[str]:
    from paragen.tuning.labels import Label, Labels, SentenceLabel

    good, bad = (Label if isinstance(found, Labels) else SentenceLabel).LABELS[:2]
    counts = found.counts()
    kinds = {good: counts.good, bad: counts.bad, "undecided": counts.undecided, "disputed": counts.disputed}
    counted = ", ".join(f"{kind} {count}" for kind, count in kinds.items())
    lines = [f"items       {counts.items}: {counted}" + (f"; {counts.settled} settled" if counts.settled else "")]
    lines += [f"annotator   {name}: {count} labels" for name, count in counts.annotators.items()]
    lines += [f"reason      {name}: {count}" for name, count in counts.reasons.items()]
    for of, each in compared.items():
        lines += [f"{'agreement' if of == 'verdict' else of:11} {_compared(one)}" for one in each]
    if not compared["verdict"]:
        lines.append("agreement   fewer than two annotators: nothing to compare")
    for dispute in found.disputes():
        said = ", ".join(f"{name} {record.label}" for name, record in dispute.said.items())
        lines.append(f"disputed    {dispute.id} {_shown(next(iter(dispute.said.values())))}: {said}")
    if isinstance(found, Labels):
        for one, other in found.contradictions():
            shown = _shown(found.place(one))
            lines.append(f"contrary    {one} and {other} make the same sentence, and only one is {good}: {shown}")
    return lines


def _shown(record: Any) -> str:
    from paragen.tuning.labels import Label
    from paragen.tuning.labels.files import Place

    if isinstance(record, Label):
        return " ".join(Place(record.text, record.begin, record.end, record.after).marked.split())
    return f"{record.text} -> {record.result}"


def _compared(one: Agreement) -> str:
    who = ", ".join(one.annotators)
    if one.share is None:
        return f"{who}: no item that both called correct or incorrect"
    mean = " (means over pairs)" if len(one.annotators) > 2 else ""
    low, high = one.share_interval or (0.0, 0.0)
    text = f"{who}{mean}: {one.items} items, {100 * one.share:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
    if one.kappa is None:
        return f"{text}, kappa undefined: both give every item the same label"
    between = f" [{one.kappa_interval[0]:.3f}, {one.kappa_interval[1]:.3f}]" if one.kappa_interval else ""
    return f"{text}, kappa {one.kappa:.3f}{between}"
