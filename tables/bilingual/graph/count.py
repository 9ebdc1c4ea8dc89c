"""Counts artificial co-occurrences of phrases and their features in graphs of phrases [MM12]_ 3."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from paragen.base.errors import ParagenError, Unexpected, shown
from paragen.tables.bilingual.graph.arrays import check_array, check_offsets, first_of_run, in_threads
from paragen.tables.bilingual.graph.bipartite import BipartiteGraph
from paragen.tables.bilingual.graph.components import Components
from paragen.tables.bilingual.graph.count_kernel import PairsOfSome, WalkTables
from paragen.tables.bilingual.graph.decompose import Clusters
from paragen.tables.bilingual.graph.features import Features
from paragen.tables.bilingual.graph.options import GraphOptions
from paragen.tables.builder import Run


@dataclass(frozen=True, eq=False)
class Units:
    """The units of each phrase: the phrase itself, then its tag sequences, then its stem sequences.

    Parameters
    ----------
    phrases, tags, stems : how many vertices there are of each kind; they are numbered in this order.
    offsets : int64, one more than phrases; where the units of each begin and end.
    vertex : int32, of each unit.
    shares : float64, the sequence's share of the phrase's sequences of that kind; 1 for the phrase itself.
    """

    phrases: int
    tags: int
    stems: int
    offsets: np.ndarray
    vertex: np.ndarray
    shares: np.ndarray

    @classmethod
    def of(cls, features: Features) -> Units:
        """Return the units of phrases with these features."""
        tags, stems = features.tags, features.stems
        phrases = len(tags)
        first_stem = phrases + len(tags.texts)
        offsets = np.arange(phrases + 1) + tags.offsets + stems.offsets
        vertex, shares = np.empty(offsets[-1], np.int32), np.empty(offsets[-1])
        vertex[offsets[:-1]], shares[offsets[:-1]] = np.arange(phrases), 1.0
        for sequences, first, before in (
            (tags, phrases, offsets[:-1] + 1),
            (stems, first_stem, offsets[:-1] + 1 + np.diff(tags.offsets)),
        ):
            lengths = np.diff(sequences.offsets)
            places = np.arange(len(sequences.ids)) + np.repeat(before - sequences.offsets[:-1], lengths)
            vertex[places], shares[places] = sequences.ids + np.int32(first), sequences.shares
        return cls(phrases, len(tags.texts), len(stems.texts), offsets, vertex, shares)


_CHUNK = 20_000  # rows of clusters that a thread takes at a time


@dataclass(frozen=True, eq=False)
class PairCounts:
    """n_C(u,v) of eq. 13, for pairs of units: a unit is a phrase, or a feature together with a phrase that has it.

    Parameters
    ----------
    phrases, tags, stems : how many vertices there are of each kind; they are numbered in this order.
    vertex : int32, of each unit. Units are ordered by their phrase, then by vertex.
    offsets : int64, one more than units; where the rows of each unit begin and end.
    component, other : int32 rows of a unit: the sub-phrase-table C and the other unit, ordered by these.
    counts : float64, n_C of each row; above 0.
    sizes : int64, the number of graphs by their number of phrases.
    too_large, unsettled : graphs that were discarded for having too many phrases, or counts without a fixed point.

    Raises
    ------
    Unexpected : the arrays do not fit together.
    """

    phrases: int
    tags: int
    stems: int
    vertex: np.ndarray
    offsets: np.ndarray
    component: np.ndarray
    other: np.ndarray
    counts: np.ndarray
    sizes: np.ndarray
    too_large: int
    unsettled: int

    def __post_init__(self) -> None:
        check_array("units", self.vertex, np.int32, below=self.phrases + self.tags + self.stems)
        check_offsets("offsets", self.offsets, len(self.counts), len(self.vertex))
        check_array("counts", self.counts, np.float64)
        check_array("components", self.component, np.int32, len(self.counts))
        check_array("other units", self.other, np.int32, len(self.counts), below=len(self.vertex))

    @property
    def graphs(self) -> int:
        """How many graphs counts come from."""
        return int(self.sizes.sum()) - self.unsettled


@dataclass(frozen=True, eq=False)
class PhraseGraph:
    """A graph of phrases with the vertices of their features and inflation.

    Parameters
    ----------
    component, cluster : those it comes from.
    kinds : of each vertex: "phrase", "inflation", "tags", "stems", "inflation tags" or "inflation stems".
    texts : the phrase or sequence of each vertex; for one of inflation, the phrase that is inflated.
    weights : float64 [n, n]; w(u -> v) of eq. 3 to 6, 0 where there is no edge.
    commute_times : float64 [n, n]; eq. 20.
    counts : float64 [n, n]; eq. 9, the smallest is 1.
    """

    component: int
    cluster: int
    kinds: tuple[str, ...]
    texts: tuple[str, ...]
    weights: np.ndarray
    commute_times: np.ndarray
    counts: np.ndarray

    def place(self, phrase: str) -> int:
        """Return the number of a phrase's vertex; phrases come first."""
        return self.texts.index(phrase, 0, self.kinds.count("phrase"))

    @property
    def probabilities(self) -> np.ndarray:
        """p(v|u) of eq. 12 within this graph: a row for each u."""
        return np.asarray(self.counts / self.counts.sum(axis=1, keepdims=True))


def count_pairs(
    graph: BipartiteGraph, components: Components, clusters: Clusters, features: Features, options: GraphOptions, run: Run
) -> PairCounts:
    """Build graphs from the clusters of all components, and count pairs of their vertices by commute times, eq. 2 to 13 and 20.

    Threads share the components; the counts do not depend on how.
    """
    units = Units.of(features)
    tables = _tables(graph, components, clusters, units, options)
    parts = list(in_threads(tables.count, clusters.offsets, _CHUNK, run, "graphs"))
    offsets, component, other, counts = _rows(parts, len(units.vertex))
    return PairCounts(
        units.phrases, units.tags, units.stems, units.vertex, offsets, component, other, counts,
        np.asarray(np.sum([part.sizes for part in parts], axis=0, dtype=np.int64)), sum(part.too_large for part in parts),
        sum(part.unsettled for part in parts),
    )  # fmt: skip


def phrase_graphs(
    graph: BipartiteGraph, components: Components, clusters: Clusters, features: Features, options: GraphOptions, phrase: str
) -> list[PhraseGraph]:
    """Return the graphs that a phrase is in, by component and cluster; none if it has no neighbour in any.

    Raises
    ------
    ParagenError : the phrase is not among those to paraphrase.
    """
    number = graph.phrases.slice(0, graph.paraphrased).index(phrase).as_py()
    if number < 0:
        raise ParagenError(
            f"{shown(phrase)}: found no such phrase, expected one of the {graph.paraphrased} to paraphrase that share a "
            "translation with another. Write it as the phrase table has it."
        )
    units = Units.of(features)
    tables = _tables(graph, components, clusters, units, options)
    with_it = np.searchsorted(components.offsets, np.flatnonzero(components.members == number), "right") - 1
    first_stem = units.phrases + units.tags

    def text(vertex: int) -> str:
        if vertex < units.phrases:
            return str(graph.phrases[vertex])
        if vertex < first_stem:
            return str(features.tags.texts[vertex - units.phrases])
        return str(features.stems.texts[vertex - first_stem])

    found = []
    for component in with_it.tolist():
        for cluster, phrases, inflated, sequences, *matrices in tables.graphs(component, number):
            inflations = [phrases[place] for place in inflated]
            kinds = ["phrase"] * len(phrases) + ["inflation"] * len(inflations)
            kinds += ["tags" if sequence < first_stem else "stems" for sequence in sequences]
            kinds += ["inflation tags", "inflation stems"] * len(inflations)
            vertices = [*phrases, *inflations, *sequences, *np.repeat(inflations, 2).tolist()]
            found.append(PhraseGraph(component, cluster, tuple(kinds), tuple(map(text, vertices)), *matrices))
    return found


def _tables(graph: BipartiteGraph, components: Components, clusters: Clusters, units: Units, options: GraphOptions) -> WalkTables:
    """Return the kernel's tables, with what eq. 1 needs: in which clusters of D each phrase is, and in how many components."""
    if len(components) != len(clusters) or clusters.paraphrased != graph.paraphrased or units.phrases != graph.paraphrased:
        raise Unexpected("components, clusters and features of different graphs", "those of one")
    ours = (clusters.vertex < graph.paraphrased) & components.decomposed[clusters.component]
    order = np.argsort(clusters.vertex[ours], kind="stable")
    vertex, component = clusters.vertex[ours][order], clusters.component[ours][order]
    first = first_of_run(vertex, component)  # of the clusters of a phrase in a component
    seats = np.searchsorted(vertex, np.arange(graph.paraphrased + 1))
    decomposed = int(components.decomposed.sum())
    return WalkTables(
        graph.offsets, graph.neighbours, graph.counts, graph.paraphrased, clusters.offsets, clusters.vertex, clusters.cluster,
        seats, component, clusters.cluster[ours][order],
        np.bincount(vertex[first], minlength=graph.paraphrased).astype(np.int32),
        decomposed ** (options.min_idf - 1) if decomposed > 1 else 0.0, options.inflation,
        units.offsets, units.vertex, units.shares, options.max_phrases,
    )  # fmt: skip


def _rows(parts: Sequence[PairsOfSome], units: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return the pairs as rows of each of their units: offsets, components, other units, counts."""
    lengths = np.zeros(units, np.int64)
    for part in parts:
        part.count_rows(lengths)
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    rows = int(offsets[-1])
    component, other, counts = np.empty(rows, np.int32), np.empty(rows, np.int32), np.empty(rows)
    ends = offsets[:-1].copy()
    for part in parts:
        part.place(ends, component, other, counts)
    return offsets, component, other, counts
