"""A phrase table as a graph, which is read from files: phrases are vertices, entries are edges."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError, ParagenError, Unexpected, shown
from paragen.base.packages import optional_package
from paragen.tables.bilingual.graph.arrays import check_array, check_ascending, check_offsets, check_range, first_of_run
from paragen.tables.bilingual.pivot.pivot import MAKE, SIDES, have_labels, open_table
from paragen.tables.engine import Engine, numbers, rows, selects

_sql = selects("paragen.tables.bilingual.graph", "reading.sql")


@dataclass(frozen=True, eq=False)
class BipartiteGraph:
    """Phrases to paraphrase and pivot phrases, joined where a phrase table has them as an entry; without 1-1 entries [MM12]_ 4.1.

    Parameters
    ----------
    phrases : pyarrow array of strings: first those of the side to paraphrase, in the order of their bytes, then pivot phrases,
        likewise. A vertex is known by its place here.
    paraphrased : how many are of the first kind.
    offsets : int64, one more than vertices; where the neighbours of each vertex begin and end.
    neighbours : int32, each entry twice, once from each side; those of a vertex ascend.
    counts : float64, n(s,t): the co-occurrence counts of entries; above 0 and the same in both directions.

    Raises
    ------
    Unexpected : the arrays do not fit together.
    """

    phrases: Any
    paraphrased: int
    offsets: np.ndarray
    neighbours: np.ndarray
    counts: np.ndarray

    def __post_init__(self) -> None:
        check_range("phrases to paraphrase", np.array([self.paraphrased]), self.vertices + 1)
        check_array("neighbours", self.neighbours, np.int32, below=self.vertices)
        check_offsets("offsets", self.offsets, len(self.neighbours), self.vertices)
        check_array("counts", self.counts, np.float64, len(self.neighbours))
        half = int(self.offsets[self.paraphrased])
        ours, theirs = self.neighbours[:half], self.neighbours[half:]
        if len(ours) != len(theirs) or (ours < self.paraphrased).any() or (theirs >= self.paraphrased).any():
            raise Unexpected("entries within one side, or in one direction only", "each from both sides")
        check_ascending("neighbours", self.neighbours, self.offsets)

    @property
    def vertices(self) -> int:
        """How many phrases there are."""
        return len(self.phrases)

    @property
    def entries(self) -> int:
        """How many entries of the phrase table there are."""
        return len(self.neighbours) // 2

    @property
    def degrees(self) -> np.ndarray:
        """How many neighbours each vertex has, int64."""
        return np.diff(self.offsets)


@dataclass(frozen=True)
class ReadGraph:
    """A graph, and what it was read from.

    Attributes
    ----------
    graph : without entries that are 1-1.
    entries : of all tables together; a pair of phrases of several tables counts once.
    one_to_one : how many of them are 1-1, and so left out.
    """

    graph: BipartiteGraph
    entries: int
    one_to_one: int


def read_graph(engine: Engine, tables: Sequence[StrPath], side: str) -> ReadGraph:
    """Read phrase tables as one graph; the counts of a pair of phrases are added.

    Entries (s,t) with p(s|t) = p(t|s) = 1 are left out, as they say nothing about paraphrases [MM12]_ 4.1: neither phrase has
    another entry.

    Parameters
    ----------
    engine : runs the SQL; it must have no tables yet.
    tables : phrase tables with counts, as `extract_phrases` writes them: Parquet, or Moses' text.
    side : "target" or "source", the side to paraphrase.

    Raises
    ------
    ConfigError : no table, or one whose pairs have labels.
    FormatError : a file is malformed, or lacks a count.
    ParagenError : nothing can be paraphrased.
    """
    if not tables:
        raise ConfigError("graph: found no phrase table, expected one or more.")
    if have_labels(tables):
        raise ConfigError(
            f"{os.fspath(tables[0])}: found a phrase table with labels, expected one without: a phrase counts once with each of "
            "its labels. Extract it without --trees."
        )
    names = [_open(engine, i, path, side) for i, path in enumerate(tables)]
    column, pivot = SIDES[side]
    engine.table("pairs", "\nUNION ALL\n".join(_sql("pairs", table=name, side=column, pivot=pivot) for name in names))
    engine.number("ours", _sql("texts", column="e"))
    engine.number("theirs", _sql("texts", column="f"))
    return _graph(engine, ", ".join(os.fspath(path) for path in tables))


def _open(engine: Engine, number: int, path: StrPath, side: str) -> str:
    """Give a phrase table a name in the engine, and check its rows."""
    name = f"corpus_{number}"
    column, pivot = SIDES[side]
    open_table(engine, name, path, (column, pivot), ("count",))
    for e, f, n in rows(engine, _sql("unsound", table=name, side=column, pivot=pivot)):
        found = f"the pair {shown(f or '')}, {shown(e or '')} " + ("without a count" if n is None else f"with the count {n}")
        raise FormatError(os.fspath(path), found, "two phrases, and how often they were extracted together, above 0", MAKE)
    return name


def _graph(engine: Engine, where: str) -> ReadGraph:
    """Build a graph from the tables ``pairs``, ``ours`` and ``theirs``."""
    e, f, n = _edges(engine)
    if not len(e):
        raise ParagenError(f"{where}: found no phrase pair, expected some. {MAKE}")
    pair = np.flatnonzero(first_of_run(e, f))
    e, f, n = e[pair], f[pair], np.add.reduceat(n, pair)
    several = (np.bincount(e)[e] > 1) | (np.bincount(f)[f] > 1)
    entries, one_to_one = len(e), int(len(e) - several.sum())
    if one_to_one == entries:
        raise ParagenError(
            f"{where}: found nothing but phrases with one translation that has no other, expected some that share one. "
            "Only these have paraphrases; add a larger table."
        )
    e, f, n = e[several], f[several], n[several]
    of_ours, ours = _renumber(e)
    of_theirs, theirs = _renumber(f)
    phrases = _phrases(engine, of_ours, of_theirs)
    return ReadGraph(_both_ways(phrases, len(of_ours), ours, theirs, n), entries, one_to_one)


def _edges(engine: Engine) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return entries as places of phrases among those of their side, and counts."""
    ours, theirs = _ids(engine, "ours"), _ids(engine, "theirs")
    [size] = numbers(engine, "SELECT count(*) FROM pairs")
    e, f, n = np.empty(size, np.int32), np.empty(size, np.int32), np.empty(size, np.float64)
    at = 0
    for batch in engine.batches(_sql("edges")):
        end = at + batch.num_rows
        e_ids, f_ids, counts = (batch.column(name).to_numpy(zero_copy_only=False) for name in ("e", "f", "n"))
        e[at:end], f[at:end], n[at:end] = _places(e_ids, ours), _places(f_ids, theirs), counts
        at = end
    engine.drop("pairs")
    return e, f, n


def _ids(engine: Engine, table: str) -> np.ndarray:
    """Return the ids of a table of numbered texts, ascending."""
    found = [batch.column(0).to_numpy(zero_copy_only=False) for batch in engine.batches(_sql("ids", table=table))]
    return np.concatenate([np.empty(0, np.int64), *found])


def _places(some: np.ndarray, ids: np.ndarray) -> np.ndarray:
    """Return the places of some among ascending ids, which have gaps where several computers numbered them."""
    if len(ids) and int(ids[-1]) - int(ids[0]) == len(ids) - 1:
        return np.asarray(some - ids[0])
    return np.searchsorted(ids, some)


def _renumber(numbers_: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return which numbers occur, ascending, and the place among them of each number."""
    occurs = np.zeros(int(numbers_.max()) + 1, np.bool_)
    occurs[numbers_] = True
    return np.flatnonzero(occurs), (np.cumsum(occurs, dtype=np.int32) - 1)[numbers_]


def _phrases(engine: Engine, of_ours: np.ndarray, of_theirs: np.ndarray) -> Any:
    """Return the phrases of those numbers of either side as one array of strings."""
    pa = optional_package("pyarrow", "graph: reading phrases", "bitext")
    taken = []
    for table, numbers_ in (("ours", of_ours), ("theirs", of_theirs)):
        texts = [batch.column(0).cast(pa.large_string()) for batch in engine.batches(_sql("names", table=table))]
        taken.append(pa.chunked_array(texts).take(pa.array(numbers_)))
        engine.drop(table)
    return pa.concat_arrays([chunk for side in taken for chunk in side.chunks])


def _both_ways(phrases: Any, paraphrased: int, e: np.ndarray, f: np.ndarray, n: np.ndarray) -> BipartiteGraph:
    """Return the graph of entries in the order of e, then f."""
    sparse = optional_package("scipy.sparse", "graph: sorting entries", "bitext")
    pivots = len(phrases) - paraphrased
    begins = np.concatenate([[0], np.cumsum(np.bincount(e, minlength=paraphrased))])
    backward = sparse.csr_matrix((n, f, begins), shape=(paraphrased, pivots)).tocsc()
    offsets = np.concatenate([begins, backward.indptr[1:].astype(np.int64) + len(e)]).astype(np.int64)
    neighbours = np.concatenate([f + np.int32(paraphrased), backward.indices.astype(np.int32)])
    return BipartiteGraph(phrases, paraphrased, offsets, neighbours, np.concatenate([n, backward.data]))
