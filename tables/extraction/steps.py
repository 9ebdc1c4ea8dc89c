"""The counting, as an engine runs it: steps of plain SQL and kernels between them."""

from __future__ import annotations

import re
from functools import cache, partial
from importlib.resources import files
from typing import Any

from paragen.tables.engine.base import Batches, Engine
from paragen.tables.extraction.batches import (
    alignment_schema,
    bitext_schema,
    count_links,
    extract_batch,
    instance_schema,
    lexicon_of,
    link_schema,
    spell_alignments,
)
from paragen.tables.extraction.kernel import Lexicon

_HEADING = re.compile(r"^-- table: (\w+)\n", re.MULTILINE)
_LINKS = "SELECT source_word, target_word, CAST(sum(count) AS BIGINT) AS count FROM links GROUP BY source_word, target_word"


@cache
def statements() -> dict[str, str]:
    """Return the SELECTs of ``count.sql`` by the name of the table each makes."""
    text = files("paragen.tables.extraction").joinpath("count.sql").read_text(encoding="utf-8")
    pieces = _HEADING.split(text)[1:]
    return {name: select.strip() for name, select in zip(pieces[::2], pieces[1::2], strict=True)}


def make_lexicon(engine: Engine, bitext: Batches) -> Lexicon:
    """Count the word links of ``bitext``, batches of :func:`bitext_schema`, which stays an engine's source ``bitext``."""
    import pyarrow as pa

    engine.source("bitext", bitext, bitext_schema())
    engine.map("links", "bitext", count_links, link_schema())
    links = pa.Table.from_batches(engine.batches(_LINKS), schema=link_schema())
    engine.drop("links")
    return lexicon_of(links)


def count_phrases(engine: Engine, lexicon: Lexicon, max_length: int) -> str:
    """Extract and count the phrase pairs of the source ``bitext``; return the SELECT of the phrase table, in its order."""
    run = partial(_make, engine)
    engine.map("instances", "bitext", partial(extract_batch, lexicon=lexicon, max_length=max_length), instance_schema())
    run("alignments", "instances")
    run("pairs", "alignments")
    run("sources")
    run("targets")
    run("codes")
    engine.map("spelled", "codes", spell_alignments, alignment_schema())
    return statements()["phrases"]


def count_rows(engine: Engine, select: str) -> int:
    """Return the one whole number that ``select`` gives."""
    return next(value for batch in engine.batches(select) for value in batch.column(0).to_pylist())


def _make(engine: Engine, name: str, *used_up: str) -> Any:
    engine.table(name, statements()[name])
    engine.drop(*used_up)
