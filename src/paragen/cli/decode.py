"""``paragen decode``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from paragen.base.settings import declared
from paragen.cli.console import Verb
from paragen.cli.declared import gathered, options_of
from paragen.cli.engine import Engine, answer_corpus, check_engine, engine_options
from paragen.cli.options import described, load, paraphrasing, shared, tell_held_back, tell_unused, tell_wording
from paragen.cli.sense import SenseOptions, sense_options
from paragen.cli.settings_file import settings_option
from paragen.cli.texts import answer_texts, check_spans, check_texts, document_options, span_options, split_option, trees_option
from paragen.decoder.settings import OF_REQUEST, TEXT, WORDS, Limits, SearchSettings
from paragen.documents import FORMATS
from paragen.io.beside import SENSE_CHUNK, with_senses, with_trees
from paragen.io.formats import JSONL, ONE_IN_PLACE, Style
from paragen.io.spans import SpanFields, SpanOptions
from paragen.io.stream import CHUNK
from paragen.io.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from paragen.paraphraser import Paraphraser

limits_options = gathered("limits", {name: declared(SearchSettings)[name] for name in OF_REQUEST})
style_options = options_of(Style, "style")
"""Gives a verb the argument ``style``, a :class:`paragen.io.formats.Style`."""
copies_option = click.option(
    "--copies", type=click.IntRange(1, 1_000_000), metavar="N",
    help="Write N changed variants of each sentence as JSONL records: its fields with the new text, a new id, source_id and "
    "source_line, the id and line that each is from, source_share, one over the number of variants of its source, and "
    "least_confidence, that of its least sure edit.",
)  # fmt: skip


@click.command(cls=Verb, usual="model n form explain strength always blocked keep_phrases output settings".split())
@settings_option
@shared("model")
@limits_options
@style_options
@paraphrasing()
@shared("threads", "markup", "field")
@document_options
@split_option
@engine_options
@span_options
@copies_option
@trees_option
@sense_options
@shared("signature")
def decode(
    model: str | None, limits: Limits, style: Style, settings: dict[str, Any], threads: int, signature: bool, field: str | None,
    texts: Texts, markup: bool, translations: SenseOptions, trees: str | None, spans: SpanOptions, copies: int | None,
    split: str | None, engine: Engine,
) -> None:
    """Paraphrase the sentences of the files, or of standard input, line for line.

    Text outside the edits comes back byte for byte. Names, numbers, addresses, file paths and code in backticks stay.

    Example: echo "We must find a solution to this problem." | paragen decode -n 3
    """
    style = style if copies is None else replace(style, form=JSONL.name)
    if style.format.best_of_search and limits["distinct_by"] == WORDS:
        limits["distinct_by"] = TEXT
    texts = texts._replace(by_name=not engine)
    run = _Run(limits, style, texts, threads, field, markup, translations, trees, spans, copies, split)
    run.check(engine, settings["always"])
    paraphraser = load(model, settings)
    texts, begins = _split(run.texts, paraphraser, split)
    run = run._replace(texts=texts)
    if signature:
        click.echo(described(paraphraser, run.given))
    elif engine:
        _answer_parts(run, engine, paraphraser, texts.documents.language if begins and texts.documents else "")
    else:
        _answer_texts(run, paraphraser, begins, strength_asked=settings["strength"] is not None)


class _Run(NamedTuple):
    """The options of a run, except those of the paraphraser; see :func:`decode`."""

    limits: Limits
    style: Style
    texts: Texts
    threads: int
    field: str | None
    markup: bool
    translations: SenseOptions
    trees: str | None
    spans: SpanOptions
    copies: int | None
    split: str | None

    @property
    def jsonl(self) -> bool:
        """Whether inputs and answers are records."""
        return self.style.format.records

    @property
    def given(self) -> dict[str, Any]:
        """The options that answers depend on; None: not given."""
        senses = self.translations.side if self.translations.foreign else None
        last = {"split": self.split, "sense": senses, "copies": self.copies}
        return {**self.limits, "markup": self.markup or None, **self.texts.signature, **last}

    def check(self, engine: Engine, always: object) -> None:
        """Raise click.UsageError for options that do not go together; ``always``: the forced wording."""
        check_engine(engine, self.texts)
        check_limits(self.limits)
        several, copied = self.limits["n"] > 1, self.copies is not None
        if self.copies is not None:
            check_copies(self.copies, self.limits, self.style.explain)
        check_style(self.style)
        if self.texts.in_place is not None:
            check_in_place(self.style, several or copied)
        if self.texts.has_documents:
            check_documents(self.style, several)
            self._check_lines()
        check_spans(self.spans, self.jsonl, self.markup)
        if self.translations.foreign and always:
            raise click.BadParameter("it changes the words that the translation is aligned with.", param_hint="--always")
        self.translations.files()
        if copied and not engine and self.texts.has_tables:
            raise click.BadParameter("rows of a table are written with -n and --changed-only.", param_hint="--copies")
        if not engine:
            check_texts(self.texts)

    def _check_lines(self) -> None:
        """Raise click.BadParameter for given options that apply only to one sentence per line."""
        for option, given in {
            "--copies": self.copies is not None, "--markup": self.markup, "--field": self.field is not None,
            "--trees": self.trees is not None, "--foreign": bool(self.translations.foreign),
        }.items():  # fmt: skip
            if given:
                raise click.BadParameter("it is for sentences in lines: choose --as lines, if these are.", param_hint=option)


def _answer_parts(run: _Run, engine: Engine, paraphraser: Paraphraser, language: str) -> None:
    """Answer part files; ``language``: whose rules split their lines into sentences, "": not split."""
    from paragen.cli.parts import Decoding, Reading

    copied = run.copies is not None
    reading = Reading(run.field, run.jsonl, run.markup, run.spans, run.texts.errors, copied, language)
    answers = Decoding(run.style, run.limits, run.copies)
    answer_corpus(engine, run.texts, run.threads, paraphraser, answers, reading, run.given)


def _answer_texts(
    run: _Run, paraphraser: Paraphraser, begins: Callable[[str], Sequence[int]] | None, strength_asked: bool
) -> None:
    """Answer single inputs in this process; ``begins``: returns where the sentences of a line begin; None: each line is one."""
    from paragen.io.formats import answerer
    from paragen.io.records import RecordReader
    from paragen.io.shortfall import Shortfall

    texts, style, limits, form = run.texts, run.style, run.limits, run.style.format
    copied, to_files = run.copies is not None, texts.output is not None or texts.in_place is not None
    shortfall = Shortfall(run.limits["n"] if run.copies is None else run.copies, asked=strength_asked or to_files or copied)
    if run.copies is None:
        answered = answerer(paraphraser, style, limits, texts.output, shortfall.counted if shortfall.is_told else None)
    else:
        from paragen.io.jsonl import Copier

        answered = Copier(paraphraser, run.copies, limits, shortfall).answer
    labels = SpanFields(run.spans, written=form.records, copies=copied) if run.spans.given or form.records else None
    reader = RecordReader(run.field, run.jsonl, run.markup, labels, same_form=texts.in_place is not None, begins=begins)
    senses = run.translations.files()
    with (
        with_senses(senses, run.translations.side, reader, paraphraser.model.tokenizer) as source,
        with_trees(run.trees, source, form.joined(answered), paraphraser) as (source, work),
    ):
        answer_texts(
            texts, source, work, threads=run.threads, what="decoding", chunk=SENSE_CHUNK if senses else CHUNK,
            heading=None if style.is_own else b"",
        )  # fmt: skip
    tell_held_back(paraphraser)
    shortfall.tell(paraphraser)
    tell_unused(paraphraser.unused_tables())
    tell_wording(paraphraser.unused_always(), paraphraser.blocked_forms())


def _split(texts: Texts, paraphraser: Paraphraser, split: str | None) -> tuple[Texts, Callable[[str], Sequence[int]] | None]:
    """Return texts whose documents can be read, and a function that splits the lines of others; None: they are not split.

    Raises
    ------
    MissingPackageError : a package is missing that reads them, or splits sentences.
    """
    if not texts.has_documents and split != "sentences":
        return texts, None
    from paragen.documents import sentence_begins
    from paragen.io.documents import DocumentOptions

    documents = DocumentOptions.of(paraphraser, split != "none")
    for kind in texts.kinds:
        if kind in FORMATS:
            documents.check(kind)
    language = documents.language
    if split == "sentences":
        sentence_begins("", language)
    begins = (lambda text: sentence_begins(text, language)) if split == "sentences" else None
    return texts._replace(documents=documents), begins


def check_limits(limits: Limits) -> None:
    """Raise click.BadParameter if the bounds exclude everything."""
    least, most = limits["min_edits"], limits["max_edits"]
    if most is not None and most < least:
        raise click.BadParameter(f"{most} is less than --min-edits {least}.", param_hint="--max-edits")


def check_copies(copies: int, limits: Limits, explain: bool) -> None:
    """Raise click.BadParameter for options that do not go with ``--copies``."""
    context = click.get_current_context()
    chosen, form = context.get_parameter_source("form"), context.params["form"]
    if form != JSONL.name and chosen is not click.core.ParameterSource.DEFAULT:
        raise click.BadParameter(f"records are written as jsonl, not as {form}: leave out --format.", param_hint="--copies")
    if limits["n"] != 1:
        problem = f"{copies} variants or the {limits['n']} best: use either --copies or -n."
        raise click.BadParameter(problem, param_hint="--copies")
    if explain:
        raise click.BadParameter("a record has no room for explanations; use -n with --format jsonl.", param_hint="--explain")
    if limits["max_edits"] == 0:
        raise click.BadParameter("a variant has an edit at least.", param_hint="--max-edits")


def check_style(style: Style) -> None:
    """Raise click.BadParameter for options that exclude each other."""
    own_way = {"--diff": "--explain shows edits in its own way: use either."} if style.explain else {}
    for option, asked in (("--explain", style.explain), ("--diff", style.diff)):
        if asked and (problem := {**style.format.refuses, **own_way}.get(option)):
            raise click.BadParameter(problem, param_hint=option)
    if style.color != "auto" and not style.diff:
        raise click.BadParameter("there is nothing to colour but --diff.", param_hint="--color")


def check_documents(style: Style, several: bool) -> None:
    """Raise click.BadParameter for options that do not suit documents; ``several``: several answers for each sentence."""
    for unsuitable, option in ((several, "-n"), (style.changed_only, "--changed-only")):
        if unsuitable and style.is_own:
            problem = "a document is written whole, with one paraphrase of all it says: choose --format jsonl."
            raise click.BadParameter(problem, param_hint=option)


def check_in_place(style: Style, several: bool) -> None:
    """Raise click.BadParameter for options that do not suit --in-place; ``several``: several answers for each sentence."""
    for unsuitable, option in (
        (several, "-n"), ("--in-place" in style.format.refuses, "--format"), (style.explain, "--explain"),
        (style.changed_only, "--changed-only"), (style.diff, "--diff"),
    ):  # fmt: skip
        if unsuitable:
            raise click.BadParameter(ONE_IN_PLACE, param_hint=option)
