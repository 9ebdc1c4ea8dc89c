"""Decomposes a phrase table into sub-phrase-tables: its components [MM12]_ 2.1, and clusters of the phrases of each 2.2."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

import numpy as np

from paragen.base.errors import Unexpected
from paragen.tables.bilingual.graph.arrays import check_array, check_offsets, check_range, in_threads, on_each
from paragen.tables.bilingual.graph.bipartite import BipartiteGraph
from paragen.tables.bilingual.graph.components import Components, Edges, Members, merge
from paragen.tables.bilingual.graph.decompose_kernel import Breaker, Connections, cluster_components, put_back, touching
from paragen.tables.bilingual.graph.options import GraphOptions
from paragen.tables.builder import Run

_EDGES = 1_000_000  # edges that a thread takes at a time


@dataclass(frozen=True)
class Pass:
    """One decomposition of giant components.

    Attributes
    ----------
    vertices, largest : of the graph that was decomposed, and of its largest component.
    giants : components that were broken up.
    iterations : how often cut vertices were removed.
    removed : vertices that were removed.
    components : the components it resulted in.
    residues : vertices in none of those, of the graph itself, or of the residues that it was built from.
    """

    vertices: int
    largest: int
    giants: int
    iterations: int
    removed: int
    components: int
    residues: int


@dataclass(frozen=True, eq=False)
class Decomposition:
    """The components of a phrase table, and how they were found.

    Attributes
    ----------
    components : of D, merged, and of F.
    passes : of P, of the residues' graph R, of R' and so on.
    unmerged : int64, the sizes of the components of D before they were merged, descending.
    """

    components: Components
    passes: tuple[Pass, ...]
    unmerged: np.ndarray


def decompose(graph: BipartiteGraph, options: GraphOptions, run: Run | None = None) -> Decomposition:
    """Decompose a phrase table into components [MM12]_ 2.1, 4.1.

    Components of more than ``options.giant`` vertices are broken up: cut vertices of highest degree are removed until none is so
    large, and put back into all components that they held together. Vertices that are then in no component are residues: they
    and all their translations make up a graph that is decomposed in the same way, again and again, until no fewer residues are
    left; these join the largest component of each of their translations. Small components are merged with larger ones.
    Threads share what has no edges in common; the components do not depend on how.
    """
    run = run or Run()
    edges = Edges(graph.offsets, graph.neighbours)
    label = _connected(edges, run)
    of_giant = np.bincount(label)[label] > options.giant
    others = Members.of(label[~of_giant], np.flatnonzero(~of_giant))
    broken, passes = _break_all(edges, np.flatnonzero(of_giant), options, run)
    components = Components.of(graph.vertices, merge(broken, graph.vertices, options.merge, options.bridge), others)
    return Decomposition(components, tuple(passes), np.sort(broken.sizes)[::-1].astype(np.int64))


def component_sizes(graph: BipartiteGraph) -> np.ndarray:
    """Return how many vertices each connected component of a graph has."""
    sizes = np.bincount(_connected(Edges(graph.offsets, graph.neighbours), Run()))
    return sizes[sizes > 0]


def _break_all(edges: Edges, vertices: np.ndarray, options: GraphOptions, run: Run) -> tuple[Members, list[Pass]]:
    """Return the components D of those vertices of a graph, before they are merged."""
    n = edges.vertices
    if not len(vertices):
        return Members.empty(), []
    found, passed = _break(edges, vertices, options, run)
    passes, collected = [passed], [found]
    residues = _without(vertices, found.vertex, n)
    while len(residues):
        there = np.zeros(n, np.bool_)
        there[residues] = True
        of_residues, at = _touching(edges, there)
        pieces, passed = _break(of_residues, np.arange(len(at)), options, run, there[at])
        found = Members.of(pieces.component, at[pieces.vertex])
        left = _without(residues, found.vertex, n)
        collected.append(found)
        passes.append(passed)
        fell = len(left) < len(residues)
        residues = left
        if not fell:
            break
    return _place(edges, residues, Members.joined(collected).distinct(), run), passes


def _touching(edges: Edges, marked: np.ndarray) -> tuple[Edges, np.ndarray]:
    """Return the graph of all edges that touch a marked vertex, and which vertices are in it."""
    offsets, neighbours, at = touching(edges.offsets, edges.neighbours, marked)
    return Edges(offsets, neighbours), at


def _break(
    edges: Edges, vertices: np.ndarray, options: GraphOptions, run: Run, residues: np.ndarray | None = None
) -> tuple[Members, Pass]:
    """Return the components of the vertices of a graph that have no edge to others, with the giants broken up.

    ``residues`` says which vertices are residues of the graph that this one was built from; None: all vertices are to be placed.
    """
    n = edges.vertices
    breaker = Breaker(edges.offsets, edges.neighbours, options.giant, options.cut_share)
    pieces = [breaker.begin(vertices.astype(np.int32))]
    largest = giants = 0
    for number in count(1):
        steps = on_each(pieces, lambda piece, number=number: breaker.step(piece, number), run)  # type: ignore[misc]
        pieces = [piece for _, rest in steps for piece in rest]
        if number == 1:
            largest, giants = steps[0][0], len(pieces)
        if not pieces:
            break
        run.report("components", 1 - sum(map(len, pieces)) / len(vertices))
    rounds, component = breaker.rounds(), breaker.components()
    removed = np.flatnonzero(rounds).astype(np.int32)
    removed = removed[np.argsort(-rounds[removed], kind="stable")]
    there = np.flatnonzero(component >= 0)
    back = put_back(edges.offsets, edges.neighbours, removed, rounds, component, n)
    members = Members.of(np.concatenate([component[there], back[0]]), np.concatenate([there, back[1]]))
    if residues is not None:
        members = _prune(edges, members, rounds > 0, residues, run)
    left = _without(vertices if residues is None else np.flatnonzero(residues), members.vertex, n)
    return members, Pass(len(vertices), largest, giants, int(rounds.max()), len(removed), len(members), len(left))


def _prune(edges: Edges, members: Members, cut: np.ndarray, residues: np.ndarray, run: Run) -> Members:
    """Drop cut vertices that translate no residue of their component, and vertices left without a neighbour there."""
    members = members.where(~cut[members.vertex] | members.beside(edges, residues, run))
    return members.where(members.beside(edges, np.ones(len(residues), np.bool_), run))


def _place(edges: Edges, residues: np.ndarray, members: Members, run: Run) -> Members:
    """Let each residue join the largest component of each of its translations; those that have none are components themselves."""
    n = edges.vertices
    who, others = edges.of(residues)
    where = members.largest(n)[others]
    joins = where >= 0
    placed = Members.of(np.concatenate([members.component, where[joins]]), np.concatenate([members.vertex, who[joins]]))
    alone = np.zeros(n, np.bool_)
    alone[_without(residues, who[joins], n)] = True
    if not alone.any():
        return placed
    of_those, at = _touching(edges, alone)
    return Members.joined([placed, Members.of(_connected(of_those, run), at)])


def _without(vertices: np.ndarray, taken: np.ndarray, n: int) -> np.ndarray:
    """Return those of ``vertices``, of a graph of n, that are not taken; ascending."""
    left = np.zeros(n, np.bool_)
    left[vertices] = True
    left[taken] = False
    return np.flatnonzero(left)


def _connected(edges: Edges, run: Run) -> np.ndarray:
    """Return the first vertex of the connected component of each vertex."""
    found = Connections(edges.offsets, edges.neighbours)
    for _ in in_threads(found.join, edges.offsets, _EDGES, run):
        pass
    return found.labels()


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
        check_array("components", self.component, np.int32, rows)
        check_array("vertices", self.vertex, np.int32, rows, below=self.vertices)
        check_array("clusters", self.cluster, np.int32, rows, below=self.vertices)
        check_offsets("offsets", self.offsets, rows)
        check_range("phrases to paraphrase", np.array([self.paraphrased]), self.vertices + 1)
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
_MEMBERS = 20_000  # members that a thread takes at a time


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
    for vertex, cluster, rows in in_threads(cluster_range, components.offsets, _MEMBERS, run, "clusters"):
        vertices.append(vertex)
        clusters.append(cluster)
        sizes.append(rows)
    offsets = np.cumsum(np.concatenate(sizes))
    component = np.repeat(np.arange(len(components), dtype=np.int32), np.diff(offsets))
    return Clusters(graph.vertices, graph.paraphrased, offsets, component, np.concatenate(vertices), np.concatenate(clusters))
