"""Clusters the phrases of each component on each side [MM12]_ 2.2."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from paragen.base.errors import Unexpected
from paragen.tables.bilingual.graph.arrays import check_array, check_offsets, check_range, in_threads
from paragen.tables.bilingual.graph.bipartite import BipartiteGraph
from paragen.tables.bilingual.graph.components import Components
from paragen.tables.bilingual.graph.decompose_kernel import cluster_components
from paragen.tables.bilingual.graph.options import GraphOptions
from paragen.tables.builder import Run


@dataclass(frozen=True, eq=False)
class Clusters:
    """Which vertices of each component are in which of its clusters [MM12]_ 2.2; a vertex may be in several.

    Parameters
    ----------
    vertices : how many the graph has.
    paraphrased : how many of them, the first ones, are of the side to paraphrase.
    offsets : int64, one more than components; where the rows of each component begin and end.
    component, vertex, cluster : int32 rows, ordered by these. Within a component, the clusters of each side are numbered from 0.

    Raises
    ------
    Unexpected : the arrays do not fit together.
    """

    vertices: int
    paraphrased: int
    offsets: np.ndarray
    component: np.ndarray
    vertex: np.ndarray
    cluster: np.ndarray

    def __post_init__(self) -> None:
        rows = len(self.component)
        for name, column in (("component", self.component), ("vertex", self.vertex), ("cluster", self.cluster)):
            check_array(name, column, np.int32, rows)
        check_offsets("offsets", self.offsets, rows)
        check_range("phrases to paraphrase", np.array([self.paraphrased]), self.vertices + 1)
        check_range("vertices", self.vertex, self.vertices)
        check_range("clusters", self.cluster, self.vertices)
        if not np.array_equal(self.component, np.repeat(np.arange(len(self.offsets) - 1, dtype=np.int32), np.diff(self.offsets))):
            raise Unexpected("components that do not agree with their offsets", "rows in the order of components")
        same = self.component[1:] == self.component[:-1]
        later = self.vertex[1:] > self.vertex[:-1]
        later |= (self.vertex[1:] == self.vertex[:-1]) & (self.cluster[1:] > self.cluster[:-1])
        if not (later | ~same).all():
            raise Unexpected("rows out of order", "those of a component in the order of vertices and clusters")

    def __len__(self) -> int:
        """Return of how many components there are clusters."""
        return len(self.offsets) - 1


ROUNDS = 10
"""Turns of the search at most. Large sub-phrase-tables may go round in circles; 30 turns change half a percent of assignments."""
_CHUNK = 20_000  # members that a thread takes at a time


def cocluster(graph: BipartiteGraph, components: Components, options: GraphOptions, run: Run) -> Clusters:
    """Cluster the phrases of each side of all components by information-theoretic co-clustering [DMM03]_.

    At first each phrase is a cluster by itself. Steps for phrases to paraphrase and for pivot phrases take turns; each moves all
    phrases x of its side to the cluster X of lowest cost, the Kullback-Leibler divergence of q(y|X) = p(y|Y) p(Y|X) from p(y|x),
    where y are translations and Y their clusters. Smoothing mixes q with a uniform distribution, which has ``smoothing`` times
    its weight [DG03]_, and it alone makes phrases leave clusters that fit them perfectly: those of one phrase.
    The search ends when a turn of both sides moves nothing, or after `ROUNDS`.

    In the end the next best clusters of a phrase, up to ``soft`` in all, become its clusters, too, if what it gains in them,
    compared with the uniform distribution, is at least ``soft_share`` of what it gains in the best.

    Phrases with the same translations in the same proportions are always in the same clusters. Of equal clusters that of the
    lowest number is taken. Threads share the components; the clusters do not depend on how.

    Raises
    ------
    Unexpected : components of another graph.
    """
    if components.vertices != graph.vertices:
        raise Unexpected(f"components of a graph of {components.vertices} vertices", f"of {graph.vertices}")

    def cluster_range(begin: int, end: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        vertex, cluster, ends, _, _ = cluster_components(
            graph.offsets, graph.neighbours, graph.counts, graph.paraphrased, components.offsets, components.members, begin, end,
            options.smoothing, options.soft, options.soft_share, ROUNDS,
        )  # fmt: skip
        return vertex, cluster, np.diff(ends, prepend=0)

    vertices, clusters, sizes = [np.empty(0, np.int32)], [np.empty(0, np.int32)], [np.zeros(1, np.int64)]
    for vertex, cluster, rows in in_threads(cluster_range, components.offsets, _CHUNK, run, "clusters"):
        vertices.append(vertex)
        clusters.append(cluster)
        sizes.append(rows)
    offsets = np.cumsum(np.concatenate(sizes))
    component = np.repeat(np.arange(len(components), dtype=np.int32), np.diff(offsets))
    return Clusters(graph.vertices, graph.paraphrased, offsets, component, np.concatenate(vertices), np.concatenate(clusters))
