"""The counting, as an engine runs it: steps of plain SQL and kernels between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from paragen.tables.bilingual.extraction.batches import (
    alignment_schema,
    count_links,
    extract_batch,
    instance_schema,
    lexicon_of,
    link_schema,
    spell_alignments,
)
from paragen.tables.bilingual.extraction.kernel import Lexicon
from paragen.tables.bilingual.extraction.label_options import LabelOptions
from paragen.tables.engine.base import Batches, Engine, numbers, statements

_statements = partial(statements, "paragen.tables.bilingual.extraction", "count.sql")


def make_lexicon(engine: Engine, bitext: Batches) -> Lexicon:
    """Count the word links of ``bitext``, batches of :func:`bitext_schema`, which stays an engine's source ``bitext``."""
    import pyarrow as pa

    engine.source("bitext", bitext)
    engine.map("links", "bitext", count_links, link_schema())
    links = pa.Table.from_batches(engine.batches(_select("lexicon")), schema=link_schema())
    engine.drop("links")
    return lexicon_of(links)


@dataclass(frozen=True)
class CountedPhrases:
    """The SELECT of a phrase table, in its order, and how many instances of phrase pairs were left out, as they have no label."""

    select: str
    unlabelled: int = 0


def count_phrases(engine: Engine, lexicon: Lexicon, max_length: int, labels: LabelOptions | None = None) -> CountedPhrases:
    """Extract and count the phrase pairs of the source ``bitext``; with ``labels``, for each label."""
    run = partial(_make, engine, labels is not None)
    extract = partial(extract_batch, lexicon=lexicon, max_length=max_length, labels=labels)
    engine.map("instances", "bitext", extract, instance_schema(labels is not None))
    unlabelled = numbers(engine, "SELECT count(*) FROM instances WHERE label = ''") if labels else [0]
    run("once")
    run("several")
    run("alignments", "instances", "several")
    run("pairs", "alignments", "once")
    run("sources")
    run("targets")
    run("codes")
    engine.map("spelled", "codes", spell_alignments, alignment_schema())
    return CountedPhrases(_select("phrases", labels is not None), *unlabelled)


def _make(engine: Engine, labels: bool, name: str, *used_up: str) -> None:
    engine.table(name, _select(name, labels))
    engine.drop(*used_up)


def _select(name: str, labels: bool = False) -> str:
    """Return a SELECT of the counting, of pairs with labels or without."""
    label, labelled = (", label", "label <> ''") if labels else ("", "1 = 1")
    return _statements()[name].format(label=label, labelled=labelled)
