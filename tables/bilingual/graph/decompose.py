"""Decomposes a phrase table into sub-phrase-tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from paragen.base.packages import optional_package
from paragen.tables.bilingual.graph.bipartite import BipartiteGraph
from paragen.tables.bilingual.graph.components import Components
from paragen.tables.bilingual.graph.cut_vertices import cut_vertices, put_back
from paragen.tables.bilingual.graph.members import Members
from paragen.tables.bilingual.graph.merging import merge
from paragen.tables.bilingual.graph.options import GraphOptions
from paragen.tables.bilingual.graph.runs import place_in_run

Report = Callable[[str, float, float], object]


@dataclass(frozen=True)
class Pass:
    """One decomposition of giant components.

    Attributes
    ----------
    vertices, largest : of the graph that was decomposed, and of its largest component.
    giants : components that were broken up.
    iterations : how often cut vertices were removed.
    removed : vertices that were.
    components : what came of it.
    residues : vertices in none of those, of the graph itself, or of the residues that it was made of.
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
    """The components of a phrase table, and how they came about.

    Attributes
    ----------
    components : of D, merged, and of F.
    passes : of P, of the residues' graph R, of R' and so on.
    unmerged : int64, the sizes of the components of D before they were merged, descending.
    """

    components: Components
    passes: tuple[Pass, ...]
    unmerged: np.ndarray


def decompose(graph: BipartiteGraph, options: GraphOptions, report: Report | None = None) -> Decomposition:
    """Decompose a phrase table into components [MM12]_ 2.1, 4.1.

    Components of more than ``options.giant`` vertices are broken up: cut vertices of highest degree are removed until none is so
    large, and put back to all components that they held together. Vertices that are then in no component are residues: they
    and all their translations make up a graph that is decomposed in the same way, again and again, until no fewer residues are
    left; these join the largest component of each of their translations. Small components are merged with larger ones.
    """
    adjacency = _adjacency(graph)
    label = _connected(adjacency)
    of_giant = np.bincount(label)[label] > options.giant
    others = Members.of(label[~of_giant], np.flatnonzero(~of_giant))
    broken, passes = _break_all(adjacency, np.flatnonzero(of_giant), options, report)
    components = Components.of(graph.vertices, merge(broken, graph.vertices, options.merge), others)
    return Decomposition(components, tuple(passes), np.sort(broken.sizes)[::-1].astype(np.int64))


def component_sizes(graph: BipartiteGraph) -> np.ndarray:
    """Return how many vertices each connected component of a graph has."""
    return np.bincount(_connected(_adjacency(graph)))


def _adjacency(graph: BipartiteGraph) -> Any:
    sparse = optional_package("scipy.sparse", "graph: finding components", "bitext")
    ones = np.ones(len(graph.neighbours), np.int8)
    return sparse.csr_matrix((ones, graph.neighbours, graph.offsets), shape=(graph.vertices, graph.vertices))


def _break_all(adjacency: Any, vertices: np.ndarray, options: GraphOptions, report: Report | None) -> tuple[Members, list[Pass]]:
    """Return the components D of those vertices of a graph, before they are merged."""
    n = adjacency.shape[0]
    if not len(vertices):
        return Members.empty(), []
    pieces, passed = _break(adjacency[vertices][:, vertices], options, report, "P")
    passes = [passed]
    found = Members.of(pieces.component, vertices[pieces.vertex])
    residues = _without(vertices, found.vertex, n)
    collected = [found]
    while len(residues):
        there = np.zeros(n, np.bool_)
        there[residues] = True
        of_residues, at = _touching(adjacency, there)
        pieces, passed = _break(of_residues, options, report, f"R{len(passes)}", there[at])
        found = Members.of(pieces.component, at[pieces.vertex])
        left = _without(residues, found.vertex, n)
        collected.append(found)
        passes.append(passed)
        fell = len(left) < len(residues)
        residues = left
        if not fell:
            break
    return _place(adjacency, residues, Members.joined(collected).distinct()), passes


def _touching(adjacency: Any, residues: np.ndarray) -> tuple[Any, np.ndarray]:
    """Return the graph of all edges that touch a residue, and which vertices are in it."""
    rows = np.repeat(np.arange(adjacency.shape[0], dtype=np.int32), np.diff(adjacency.indptr))
    touches = residues[rows] | residues[adjacency.indices]
    there = np.zeros(adjacency.shape[0], np.bool_)
    there[rows[touches]] = True
    at = np.flatnonzero(there)
    place = (np.cumsum(there) - 1).astype(np.int32)
    begins = np.concatenate([[0], np.cumsum(np.bincount(rows[touches], minlength=len(there))[at])])
    neighbours = place[adjacency.indices[touches]]
    return type(adjacency)((np.ones(len(neighbours), np.int8), neighbours, begins), shape=(len(at), len(at))), at


def _break(
    adjacency: Any, options: GraphOptions, report: Report | None, name: str, residues: np.ndarray | None = None
) -> tuple[Members, Pass]:
    """Return the components of a graph, with its giants broken up.

    ``residues`` says which vertices are residues of the graph that this one was made of; None if all vertices are to be placed.
    """
    n = adjacency.shape[0]
    label = _connected(adjacency)
    sizes = np.bincount(label)
    rounds = np.zeros(n, np.int32)
    alive, part, part_label = np.arange(n, dtype=np.int32), adjacency, label
    number = 0
    component = np.full(n, -1, np.int32)
    components = 0
    while len(alive):
        size = np.bincount(part_label)
        giant = size[part_label] > options.giant
        done = (size > 1) & (size <= options.giant)
        ends = done[part_label]
        component[alive[ends]] = (components - 1 + np.cumsum(done))[part_label[ends]]
        components += int(done.sum())
        if not giant.any():
            break
        part, alive, part_label = part[giant][:, giant], alive[giant], part_label[giant]
        number += 1
        out = _to_remove(part, part_label, options.cut_share)
        rounds[alive[out]] = number
        if report:
            report("components", float(1 - len(alive) / n), 1.0)
        part, alive = part[~out][:, ~out], alive[~out]
        part_label = _connected(part)
    removed = np.flatnonzero(rounds).astype(np.int32)
    removed = removed[np.argsort(-rounds[removed], kind="stable")]
    there = np.flatnonzero(component >= 0)
    back = put_back(adjacency.indptr.astype(np.int64), adjacency.indices, removed, rounds, component, components)
    members = Members.of(np.concatenate([component[there], back[0]]), np.concatenate([there, back[1]]))
    if residues is not None:
        members = _prune(adjacency, members, rounds > 0, residues)
    left = _without(np.arange(n) if residues is None else np.flatnonzero(residues), members.vertex, n)
    return members, Pass(n, int(sizes.max()), int((sizes > options.giant).sum()), number, len(removed), len(members), len(left))


def _to_remove(part: Any, label: np.ndarray, share: float) -> np.ndarray:
    """Return which vertices of giants to remove: the top ``share`` of each by degree, of its cut vertices if it has any."""
    degree = np.diff(part.indptr)
    cuts = cut_vertices(part.indptr.astype(np.int64), part.indices)
    has_cuts = np.zeros(int(label.max()) + 1, np.bool_)
    has_cuts[label[cuts]] = True
    candidates = np.flatnonzero(cuts | ~has_cuts[label])
    ranked = candidates[np.lexsort((candidates, -degree[candidates], label[candidates]))]
    limit = np.maximum(1, (share * np.bincount(label)).astype(np.int64))
    out = np.zeros(len(label), np.bool_)
    out[ranked[place_in_run(label[ranked]) < limit[label[ranked]]]] = True
    return out


def _prune(adjacency: Any, members: Members, cut: np.ndarray, residues: np.ndarray) -> Members:
    """Leave out cut vertices that are not translations of a residue of their component, and what then has no neighbour there."""
    beside_residue = members.beside(adjacency, residues)
    members = members.where(~cut[members.vertex] | beside_residue)
    return members.where(members.beside(adjacency, np.ones(len(residues), np.bool_)))


def _place(adjacency: Any, residues: np.ndarray, members: Members) -> Members:
    """Let each residue join the largest component of each of its translations; those that have none are components themselves."""
    n = adjacency.shape[0]
    largest = members.largest(n)
    rows = adjacency[residues]
    who = np.repeat(residues, np.diff(rows.indptr))
    where = largest[rows.indices]
    joins = where >= 0
    placed = Members.of(np.concatenate([members.component, where[joins]]), np.concatenate([members.vertex, who[joins]]))
    alone = np.zeros(n, np.bool_)
    alone[_without(residues, who[joins], n)] = True
    if not alone.any():
        return placed
    graph, at = _touching(adjacency, alone)
    return Members.joined([placed, Members.of(_connected(graph), at)])


def _without(vertices: np.ndarray, taken: np.ndarray, n: int) -> np.ndarray:
    """Return those of ``vertices``, of a graph of n, that are not taken; ascending."""
    left = np.zeros(n, np.bool_)
    left[vertices] = True
    left[taken] = False
    return np.flatnonzero(left)


def _connected(adjacency: Any) -> np.ndarray:
    """Return the connected component of each vertex."""
    csgraph = optional_package("scipy.sparse.csgraph", "graph: finding components", "bitext")
    # every edge is there in both directions: so strong components are connected ones, and no transposed copy is made
    return np.asarray(csgraph.connected_components(adjacency, directed=True, connection="strong")[1], np.int32)
