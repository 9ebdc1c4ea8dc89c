"""The counting, as an engine runs it: steps of plain SQL and kernels between them."""

from __future__ import annotations

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
from paragen.tables.engine.base import Batches, Engine
from paragen.tables.engine.statements import statements

_sql = partial(statements, "paragen.tables.bilingual.extraction", "count.sql")


def make_lexicon(engine: Engine, bitext: Batches) -> Lexicon:
    """Count the word links of ``bitext``, batches of :func:`bitext_schema`, which stays an engine's source ``bitext``."""
    import pyarrow as pa

    engine.source("bitext", bitext)
    engine.map("links", "bitext", count_links, link_schema())
    links = pa.Table.from_batches(engine.batches(_sql()["lexicon"]), schema=link_schema())
    engine.drop("links")
    return lexicon_of(links)


def count_phrases(engine: Engine, lexicon: Lexicon, max_length: int) -> str:
    """Extract and count the phrase pairs of the source ``bitext``; return the SELECT of the phrase table, in its order."""
    run = partial(_make, engine)
    engine.map("instances", "bitext", partial(extract_batch, lexicon=lexicon, max_length=max_length), instance_schema())
    run("once")
    run("several")
    run("alignments", "instances", "several")
    run("pairs", "alignments", "once")
    run("sources")
    run("targets")
    run("codes")
    engine.map("spelled", "codes", spell_alignments, alignment_schema())
    return _sql()["phrases"]


def _make(engine: Engine, name: str, *used_up: str) -> None:
    engine.table(name, _sql()[name])
    engine.drop(*used_up)
