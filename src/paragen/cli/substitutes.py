"""``paragen substitutes``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from paragen.base.errors import ConfigError
from paragen.cli.candidate_lines import heading, written_candidates
from paragen.cli.console import Verb
from paragen.cli.engine import Engine, answer_corpus, check_engine, engine_options
from paragen.cli.options import SYNTAX, described, load, shared, tell_held_back, tell_unused
from paragen.cli.sense import SENSE_CHUNK, SenseOptions, opened, sense_options
from paragen.cli.spans import SpanFields, SpanOptions, span_options
from paragen.cli.streaming import CHUNK, Texts, answer, text_options
from paragen.cli.trees import trees_option, with_trees

if TYPE_CHECKING:
    from paragen.cli.records import Record, RecordReader
    from paragen.paraphraser import Paraphraser
    from paragen.request import Ranking


@click.command(cls=Verb)
@shared("model")
@click.option(
    "--rank", type=click.Choice(["table", "lm", "fit"]), default="table",
    help="What orders a span's substitutes: the tables' scores, or with them the change in the sentence's log probability.",
)
@click.option(
    "--min-conceivable", type=click.FloatRange(0, 1), default=0.0, show_default=True, metavar="P",
    help="List what is at least this likely to be accepted by one of ten people; needs a fit that says so.",
)
@click.option("--top", type=click.IntRange(1), help="Substitutes of each span, the best first.  [default: all]")
@click.option(
    "--format", "form", type=click.Choice(["jsonl", "tsv"]), default="jsonl",
    help="jsonl: an object for each substitute; tsv: the same with a heading, white space made plain.",
)
@shared("threads", "table-limit", "phrase-limit", "strength", "min-confidence", "no-fit", "guards", "quotes", "any-language")
@shared("table", "use-table", "weights", "weight")
@shared("keep-regex", "keep-file", "markup", "no-keep-defaults", "block-file", "block-inflections", "always", "field")
@text_options
@engine_options
@span_options
@trees_option
@shared(*SYNTAX)
@sense_options
@click.option(
    "--sense-weight", type=float, default=1.0, help="Weight of log p(f | phrase) p(substitute | f), f the foreign phrase."
)
@shared("signature")
def substitutes(
    model: str | None, rank: str, min_conceivable: float, top: int | None, form: str, threads: int, markup: bool,
    field: str | None, texts: Texts, translations: SenseOptions, trees: str | None, sense_weight: float, signature: bool,
    engine: Engine, spans: SpanOptions, **options: Any,
) -> None:
    """List every single substitute that the tables offer for a span of each sentence of the files, or of standard input.

    Each is an item of its own, with the sentence it makes. They come sentence by sentence, span by span, each span's best
    first. Names, numbers, addresses, file paths and code in backticks stay.

    Example: echo "We must find a solution to this problem." | paragen substitutes --rank lm --top 2
    """
    from paragen.request import Ranking

    check_engine(engine, texts)
    spans.check(form == "jsonl", markup)
    senses = translations.files()
    ranking = Ranking(rank, top, sense_weight, min_conceivable)
    strength = options["strength"]
    options["min_confidence"] = least_listed(options["min_confidence"], strength)
    if not engine:
        texts.check()
    paraphraser = load(model, **options)
    check_listing(paraphraser, strength)
    given = {"rank": rank, "top": top, "min_conceivable": min_conceivable or None, "markup": markup or None, **texts.signature}
    if signature:
        click.echo(described(paraphraser, given | {"sense": f"{translations.side}*{sense_weight:g}" if senses else None}))
    elif engine:
        from paragen.cli.parts import Listing, Reading

        read = Reading(field, form == "jsonl", markup, spans if spans.given else None, texts.errors, others=False)
        answer_corpus(engine, texts, threads, paraphraser, Listing(form, ranking), read, given)
    else:
        from paragen.cli.records import RecordReader

        labelled = SpanFields(spans, written=False, copies=False) if spans.given else None
        reader = RecordReader(field, form == "jsonl", markup, labelled)
        _list(texts, paraphraser, ranking, form, reader, translations, trees, threads)


def _list(
    texts: Texts, paraphraser: Paraphraser, ranking: Ranking, form: str, reader: RecordReader, translations: SenseOptions,
    trees: str | None, threads: int,
) -> None:
    """List the substitutes of single inputs in this process."""
    senses = translations.files()
    with (
        opened(senses, translations.side, reader, paraphraser.model.tokenizer) as source,
        with_trees(trees, source, paraphraser) as (source, given_trees),
    ):

        def work(records: Sequence[Record]) -> Iterator[bytes]:
            records = given_trees.parsed(records)
            found = paraphraser.substitutes_batch([record.request for record in records], ranking)
            return written_candidates(records, found, form)

        answer(
            texts, source, work, threads=threads, what="listing", chunk=SENSE_CHUNK if senses else CHUNK,
            heading=heading(form),
        )  # fmt: skip
    tell_held_back(paraphraser)
    tell_unused(paraphraser.unused_tables(), edits=False)


def least_listed(given: float | None, strength: str | None) -> float | None:
    """Return the least confidence of substitutes to list: 0 unless an option sets one.

    None: what the model asks for at a strength.
    """
    return 0.0 if given is None and strength is None else given


def check_listing(paraphraser: Paraphraser, strength: str | None) -> None:
    """Raise ConfigError for a strength that would still list everything."""
    if strength is not None and not paraphraser.has_fit:
        raise ConfigError(
            f"strength: {paraphraser.model.path} does not say how sure a substitute is, so that {strength} would list all. "
            "Leave it out, or make its fit with `paragen fit`."
        )
