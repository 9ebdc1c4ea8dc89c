"""``paragen substitutes``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from paragen.cli.console import Verb
from paragen.cli.declared import options_of
from paragen.cli.engine import Engine, answer_corpus, check_engine, engine_options
from paragen.cli.options import described, load, paraphrasing, shared, tell_held_back, tell_unused
from paragen.cli.sense import SenseOptions, sense_options
from paragen.cli.settings_file import settings_option
from paragen.cli.texts import answer_texts, check_spans, check_texts, span_options, text_options, trees_option
from paragen.io.beside import SENSE_CHUNK, with_senses, with_trees
from paragen.io.formats import FORMATS, Format
from paragen.io.spans import SpanFields, SpanOptions
from paragen.io.stream import CHUNK
from paragen.io.substitute_formats import check_listing, heading, least_listed, written_candidates
from paragen.io.texts import Texts
from paragen.settings.request import Ranking

if TYPE_CHECKING:
    from paragen.io.records import Record, RecordReader
    from paragen.paraphraser import Paraphraser


@click.command(cls=Verb, usual="model rank top form strength min_confidence blocked keep_phrases output settings".split())
@settings_option
@shared("model")
@options_of(Ranking, "ranking", only=["rank", "top", "min_conceivable"])
@click.option(
    "--format", "form", type=click.Choice(["jsonl", "tsv"]), default="jsonl",
    help="jsonl: an object for each substitute; tsv: the same with a heading, white space made plain.",
)
@paraphrasing(without=("stack", "beam_threshold", "min_sentence_confidence", "floors"))
@shared("threads", "markup", "field")
@text_options
@engine_options
@span_options
@trees_option
@sense_options
@options_of(Ranking, only=["sense_weight"])
@shared("signature")
def substitutes(
    model: str | None, ranking: Ranking, form: str, threads: int, markup: bool, field: str | None, texts: Texts,
    translations: SenseOptions, trees: str | None, signature: bool, engine: Engine, spans: SpanOptions, settings: dict[str, Any],
) -> None:
    """List every single substitute that the tables offer for a span of each sentence of the files, or of standard input.

    Each is an item of its own, with the sentence it makes. They come sentence by sentence, span by span, each span's best
    first. Names, numbers, addresses, file paths and code in backticks stay.

    Example: echo "We must find a solution to this problem." | paragen substitutes --rank lm --top 2
    """
    written = FORMATS[form]
    check_engine(engine, texts)
    check_spans(spans, written.records, markup)
    senses = translations.files()
    strength = settings["strength"]
    settings["min_confidence"] = least_listed(settings["min_confidence"], strength)
    if not engine:
        check_texts(texts)
    paraphraser = load(model, settings)
    check_listing(paraphraser, strength)
    given = {"rank": ranking.rank, "top": ranking.top, "min_conceivable": ranking.min_conceivable or None}
    given |= {"markup": markup or None, **texts.signature}
    if signature:
        click.echo(described(paraphraser, given | {"sense": f"{translations.side}*{ranking.sense_weight:g}" if senses else None}))
    elif engine:
        from paragen.cli.parts import Listing, Reading

        read = Reading(field, written.records, markup, spans if spans.given else None, texts.errors, others=False)
        answer_corpus(engine, texts, threads, paraphraser, Listing(form, ranking), read, given)
    else:
        from paragen.io.records import RecordReader

        labelled = SpanFields(spans, written=False, copies=False) if spans.given else None
        reader = RecordReader(field, written.records, markup, labelled)
        _list(texts, paraphraser, ranking, written, reader, translations, trees, threads)


def _list(
    texts: Texts, paraphraser: Paraphraser, ranking: Ranking, form: Format, reader: RecordReader, translations: SenseOptions,
    trees: str | None, threads: int,
) -> None:
    """List the substitutes of single inputs in this process."""

    def listed(records: Sequence[Record]) -> Iterator[bytes]:
        found = paraphraser.substitutes_batch([record.request for record in records], ranking)
        return written_candidates(records, found, form)

    senses = translations.files()
    with (
        with_senses(senses, translations.side, reader, paraphraser.model.tokenizer) as source,
        with_trees(trees, source, listed, paraphraser) as (source, work),
    ):
        answer_texts(
            texts, source, work, threads=threads, what="listing", chunk=SENSE_CHUNK if senses else CHUNK,
            heading=heading(form),
        )  # fmt: skip
    tell_held_back(paraphraser)
    tell_unused(paraphraser.unused_tables(), edits=False)
