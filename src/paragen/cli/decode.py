"""``paragen decode``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from paragen.cli.bounds import Bounds, bounds_options
from paragen.cli.console import Verb
from paragen.cli.copies import Copier, check_copies, copies_option, tell_copies
from paragen.cli.engine import Engine, answer_corpus, check_engine, engine_options
from paragen.cli.forms import split_option
from paragen.cli.options import CONFIDENCE, SYNTAX, described, load, shared, tell_unused
from paragen.cli.sense import SENSE_CHUNK, SenseOptions, opened, sense_options
from paragen.cli.spans import SpanFields, SpanOptions, span_options
from paragen.cli.streaming import CHUNK, Texts, answer, document_options, encoded
from paragen.cli.style import Style, style_options
from paragen.cli.trees import trees_option, with_trees
from paragen.documents.formats import FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from paragen.cli.records import Record
    from paragen.paraphraser import Paraphraser


@click.command(cls=Verb)
@shared("model")
@bounds_options
@style_options
@shared("threads", "stack", "beam-threshold", "table-limit", "phrase-limit", "strength", *CONFIDENCE)
@shared("table", "weights", "weight", "floor")
@shared("keep-regex", "keep-file", "markup", "no-keep-defaults", "block-file", "block-inflections", "always", "field")
@document_options
@split_option
@engine_options
@span_options
@copies_option
@trees_option
@shared(*SYNTAX)
@sense_options
@shared("signature")
def decode(
    model: str | None, bounds: Bounds, style: Style, threads: int, signature: bool, field: str | None, texts: Texts, markup: bool,
    translations: SenseOptions, trees: str | None, spans: SpanOptions, copies: int | None, split: str | None, engine: Engine,
    **options: Any,
) -> None:
    """Paraphrase the sentences of the files, or of standard input, line for line.

    Text outside the edits comes back byte for byte. Names, numbers, addresses, file paths and code in backticks stay.

    Example: echo "We must find a solution to this problem." | paragen decode -n 3
    """
    check_engine(engine, texts)
    bounds.check()
    if copies is not None:
        check_copies(copies, bounds.n, bounds.max_edits, style.explain)
        style = replace(style, form="jsonl")
    style.check()
    texts = replace(texts, by_name=not engine)
    if texts.in_place is not None:
        style.check_in_place(bounds.n > 1 or copies is not None)
    if texts.has_documents:
        style.check_documents(bounds.n > 1)
        _check_lines({
            "--copies": copies is not None, "--markup": markup, "--field": field is not None, "--trees": trees is not None,
            "--foreign": bool(translations.foreign),
        })  # fmt: skip
    jsonl = style.form == "jsonl"
    spans.check(jsonl, markup)
    if translations.foreign and options["always"]:
        raise click.BadParameter("it changes the words that the translation is aligned with.", param_hint="--always")
    senses = translations.files()
    if copies is not None and not engine and texts.has_tables:
        raise click.BadParameter("rows of a table are written with -n and --changed-only.", param_hint="--copies")
    if not engine:
        texts.check()
    paraphraser = load(model, **options)
    texts, begins = _split(texts, paraphraser, split)
    limits = bounds.limits
    given = limits | {"markup": markup or None, **texts.signature, "split": split}
    given |= {"sense": translations.side if senses else None, "copies": copies}
    if signature:
        click.echo(described(paraphraser, given))
        return
    if engine:
        from paragen.cli.parts import Decoding, Reading

        language = texts.documents.language if begins and texts.documents else ""
        read = Reading(field, jsonl, markup, spans, texts.errors, copies is not None, language)
        answer_corpus(engine, texts, threads, paraphraser, Decoding(style, limits, copies), read, given)
        return
    from paragen.cli.answers import answerer
    from paragen.cli.records import RecordReader
    from paragen.cli.shortfall import Shortfall

    shortfall = Shortfall()
    copier = Copier(paraphraser, copies, limits) if copies is not None else None
    answered = copier.answer if copier is not None else answerer(paraphraser, style, limits, texts.output, shortfall.counted)

    labelled = SpanFields(spans, written=jsonl, copies=copies is not None)
    reader = RecordReader(field, jsonl, markup, labelled, same_form=texts.in_place is not None, begins=begins)
    with (
        opened(senses, translations.side, reader, paraphraser.model.tokenizer) as source,
        with_trees(trees, source, paraphraser) as (source, given_trees),
    ):

        def work(records: Sequence[Record]) -> list[bytes]:
            return [encoded("".join(answered(given_trees.parsed(records))), style.form)]

        answer(
            texts, source, work, threads=threads, what="decoding", chunk=SENSE_CHUNK if senses else CHUNK,
            heading=None if style.is_own else b"",
        )  # fmt: skip
    if copier is not None and copies is not None:
        tell_copies(copies, copier.counts())
    shortfall.tell(asked=options["strength"] is not None)
    tell_unused(paraphraser.unused_tables())


def _check_lines(given: Mapping[str, bool]) -> None:
    """Raise click.BadParameter for the options that were given and are for sentences that stand in lines."""
    for option, is_given in given.items():
        if is_given:
            raise click.BadParameter("it is for sentences in lines: choose --as lines, if these are.", param_hint=option)


def _split(
    texts: Texts, paraphraser: Paraphraser, split: str | None
) -> tuple[Texts, Callable[[str], Sequence[int]] | None]:
    """Return texts whose documents can be read, and what says where the sentences of others begin; None: they are not split.

    Raises
    ------
    MissingPackageError : a package is missing that reads them, or splits sentences.
    """
    if not texts.has_documents and split != "sentences":
        return texts, None
    from paragen.cli.documents import DocumentOptions
    from paragen.documents import sentence_begins

    documents = DocumentOptions.of(paraphraser, split != "none")
    for kind in texts.kinds:
        if kind in FORMATS:
            documents.check(kind)
    language = documents.language
    if split == "sentences":
        sentence_begins("", language)
    begins = (lambda text: sentence_begins(text, language)) if split == "sentences" else None
    return replace(texts, documents=documents), begins
