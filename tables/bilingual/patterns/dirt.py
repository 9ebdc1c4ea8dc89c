"""DIRT, discovery of inference rules from text: patterns whose slots are filled alike are paraphrases [Z09, section 4.4]."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, ParagenError
from paragen.tables.bilingual.extraction.batches import batch_of
from paragen.tables.bilingual.patterns.kernel import paths
from paragen.tables.bilingual.patterns.options import DirtOptions
from paragen.tables.builder import Run, Summary
from paragen.tables.engine import Engine, make_tables, numbers, selects
from paragen.tables.engine.files import as_it_is, text_column
from paragen.tables.io.writing import check_destination, is_text_name, publish
from paragen.tables.parses.conllu import ConlluReader

_sql = selects("paragen.tables.bilingual.patterns", "dirt.sql")
_SENTENCES = 5000  # read at a time
_STEPS = (
    ("counted",), ("frequent", "found"), ("paths", "counted", "frequent"), ("fillers",), ("of_pattern",), ("of_word",),
    ("of_slot",), ("information", "fillers", "of_pattern", "of_word", "of_slot"), ("totals",), ("shared", "information"),
    ("slots", "shared"), ("best", "slots"),
)  # fmt: skip
"""Tables in the order in which they are made, each with those that are dropped then."""


@dataclass(frozen=True, kw_only=True)
class DirtSummary(Summary):
    """What was found: pairs, of how many paths as sources, and occurrences of paths that are frequent enough."""

    pairs: int
    sources: int
    occurrences: int

    def __str__(self) -> str:
        return f"{self.pairs} pairs of {self.sources} paths, from {self.occurrences} occurrences"


def build_dirt(parses: StrPath, destination: StrPath, options: DirtOptions | None = None, run: Run | None = None) -> DirtSummary:
    """Find paraphrases among the paths between two nouns, by DIRT [Z09, equations 9 to 11].

    A path has the words between two nouns in the tree, function words being heads, in the order of the sentence; a noun, verb,
    adjective or adverb is among them. With `DirtOptions.lemmas` it has their lemmas, and a verb is among them. Its slots,
    ``[N_1]`` and ``[N_2]``, are filled by the nouns' lemmas. The similarity of two paths is the geometric mean of their slots'
    similarities, which are over fillers with mutual information above 0.

    Parameters
    ----------
    parses : CoNLL-U with Penn tags (XPOS).
    destination : Parquet of source, target and score, ordered by source and falling score. It appears whole or not at all.
    options : which pairs.
    run : how and where.

    Raises
    ------
    ConfigError : an unusable destination.
    FormatError : the parses are not CoNLL-U.
    ParagenError : there is no pair.
    """
    options, run = options or DirtOptions(), run or Run()
    check_destination(destination, options.replace, [parses])
    if is_text_name(destination):
        raise ConfigError(
            f"{os.fspath(destination)}: pairs of paths are Parquet, expected a name that does not end in .txt or .txt.gz."
        )
    with run.open_engine() as engine:
        _compare(engine, parses, options)
        pairs, sources = numbers(engine, "SELECT count(*), count(DISTINCT source) FROM best")
        [occurrences] = numbers(engine, "SELECT CAST(coalesce(sum(count), 0) AS BIGINT) FROM paths")
        if not pairs:
            raise ParagenError(
                f"{os.fspath(parses)}: no two paths share words on both sides ({occurrences} occurrences of paths). "
                "Lower --min-count, or parse more text, with Penn tags."
            )
        publish(destination, lambda path: engine.write([_sql("written")], path), replace=options.replace)
    return DirtSummary(pairs=pairs, sources=sources, occurrences=occurrences)


def path_schema() -> Any:
    """Schema of occurrences of paths, x before y."""
    import pyarrow as pa

    return pa.schema([(name, pa.string()) for name in ("pattern", "x", "y")])


def path_batches(parses: StrPath, max_words: int, of_lemmas: bool = False) -> Iterator[Any]:
    """Yield the paths of parsed sentences as batches of :func:`path_schema`; sentences of over 250 words have none."""
    reader = ConlluReader(parses, numbered=False)
    for batch in reader.batches(_SENTENCES):
        forms, lemmas = text_column(reader.form_texts()), text_column(reader.lemma_texts())
        tags, relations = text_column(reader.tag_texts()), text_column(reader.relation_texts())
        ids = np.ascontiguousarray([batch.forms, batch.tags, batch.relations, batch.lemmas], np.int32)
        found = paths(forms, lemmas, tags, relations, ids, batch.heads, batch.begins, max_words, of_lemmas)
        yield batch_of(found, path_schema())


def _compare(engine: Engine, parses: StrPath, options: DirtOptions) -> None:
    engine.source("parsed", lambda: path_batches(parses, options.max_words, options.lemmas))
    engine.map("found", "parsed", as_it_is, path_schema())
    limits = {"min_count": options.min_count, "max_patterns": options.max_patterns, "top": options.top}
    make_tables(engine, _STEPS, partial(_sql, **limits))
