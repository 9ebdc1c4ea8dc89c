"""The decomposition of [MM12] 2.1 and 4.1, read slowly with networkx and sets."""

from __future__ import annotations

from collections.abc import Iterable

import networkx as nx

Piece = frozenset[int]


def ordered(pieces: Iterable[Iterable[int]]) -> list[Piece]:
    return sorted({frozenset(piece) for piece in pieces}, key=lambda piece: (min(piece), len(piece), sorted(piece)))


def broken(graph: nx.Graph, giant: int, share: float) -> tuple[list[Piece], set[int]]:
    """Return the components of a graph with those of giants that were broken up, and the vertices that were cut."""
    alive = set(graph)
    cut_at: list[set[int]] = []
    while giants := [piece for piece in nx.connected_components(graph.subgraph(alive)) if len(piece) > giant]:
        cut_at.append(set())
        for piece in giants:
            part = graph.subgraph(piece)
            candidates = set(nx.articulation_points(part)) or piece
            ranked = sorted(candidates, key=lambda vertex: (-part.degree(vertex), vertex))
            cut_at[-1] |= set(ranked[: max(1, int(share * len(piece)))])
        alive -= cut_at[-1]
    found = [set(piece) for piece in nx.connected_components(graph.subgraph(alive)) if len(piece) > 1]
    for cut in reversed(cut_at):
        before = [set(piece) for piece in found]
        for vertex in cut:
            for piece, was in zip(found, before, strict=True):
                if was & set(graph[vertex]):
                    piece.add(vertex)
    return [frozenset(piece) for piece in found], set().union(*cut_at)


def residue_graph(graph: nx.Graph, residues: set[int]) -> nx.Graph:
    return graph.edge_subgraph([edge for edge in graph.edges if residues & set(edge)])


def pruned(pieces: list[Piece], cut: set[int], graph: nx.Graph, residues: set[int]) -> list[Piece]:
    made = []
    for piece in pieces:
        kept = {vertex for vertex in piece if vertex not in cut or set(graph[vertex]) & residues & piece}
        kept = {vertex for vertex in kept if set(graph[vertex]) & kept}
        if kept:
            made.append(frozenset(kept))
    return made


def unmerged(graph: nx.Graph, giant: int, share: float) -> tuple[list[Piece], list[Piece]]:
    """Return D before it is merged, and F."""
    pieces = list(nx.connected_components(graph))
    vertices = {vertex for piece in pieces if len(piece) > giant for vertex in piece}
    found, _ = broken(graph.subgraph(vertices), giant, share)
    residues = vertices.difference(*found)
    while residues:
        around = residue_graph(graph, residues)
        more, cut = broken(around, giant, share)
        more = pruned(more, cut, around, residues)
        left = residues.difference(*more)
        found += more
        if len(left) == len(residues):
            break
        residues = left
    found = ordered(found)
    placed = [set(piece) for piece in found]
    unplaced = set()
    for residue in residues:
        homes = [home for other in graph[residue] if (home := largest(found, other)) is not None]
        for home in homes:
            placed[home].add(residue)
        if not homes:
            unplaced.add(residue)
    alone = nx.connected_components(residue_graph(graph, unplaced))
    return ordered([*placed, *alone]), ordered(piece for piece in pieces if len(piece) <= giant)


def largest(pieces: list[Piece], vertex: int, besides: int | None = None) -> int | None:
    having = [i for i, piece in enumerate(pieces) if vertex in piece and i != besides]
    return min(having, key=lambda i: (-len(pieces[i]), i)) if having else None


def merged(pieces: list[Piece], limit: int, least: int = 2) -> list[Piece]:
    occurrences: dict[int, int] = {}
    for piece in pieces:
        for vertex in piece:
            occurrences[vertex] = occurrences.get(vertex, 0) + 1
    into: dict[int, int] = {}
    for i, piece in enumerate(pieces):
        bridges = [vertex for vertex in piece if occurrences[vertex] >= least]
        bridge = min(bridges, key=lambda vertex: (occurrences[vertex], vertex), default=None)
        if bridge is not None and occurrences[bridge] > 1 and len(piece) <= limit:
            home = largest(pieces, bridge, besides=i)
            assert home is not None
            into[i] = home
    made = []
    for i, piece in enumerate(pieces):
        if i not in into or i in into.values():
            made.append(piece.union(*(pieces[j] for j, home in into.items() if home == i)))
    return ordered(made)
