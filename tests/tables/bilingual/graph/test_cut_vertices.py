"""Cut vertices against networkx and the definition, and where they are put back."""

import random

import networkx as nx
import numpy as np
import pytest

from paragen.base.errors import Unexpected
from paragen.tables.bilingual.graph.decompose_kernel import cut_vertices, put_back


def csr(graph: nx.Graph) -> tuple[np.ndarray, np.ndarray]:
    rows = [sorted(graph[vertex]) for vertex in range(len(graph))]
    offsets = np.cumsum([0] + [len(row) for row in rows], dtype=np.int64)
    return offsets, np.array([other for row in rows for other in row], np.int32)


def random_graph(rng: random.Random) -> nx.Graph:
    n = rng.randint(1, 30)
    graph = nx.Graph()
    graph.add_nodes_from(range(n))
    for _ in range(rng.randint(0, 2 * n)):
        one, other = rng.randrange(n), rng.randrange(n)
        if one != other:
            graph.add_edge(one, other)
    return graph


def test_the_same_as_networkx() -> None:
    rng = random.Random(14)
    cut = 0
    for _ in range(3000):
        graph = random_graph(rng)
        found = np.flatnonzero(cut_vertices(*csr(graph))).tolist()
        assert found == sorted(nx.articulation_points(graph))
        cut += len(found)
    assert cut > 3000


def test_those_without_which_there_are_more_components() -> None:
    rng = random.Random(15)
    for _ in range(300):
        graph = random_graph(rng)
        found = cut_vertices(*csr(graph))
        before = nx.number_connected_components(graph)
        for vertex in graph:
            without = graph.copy()
            without.remove_node(vertex)
            assert found[vertex] == (nx.number_connected_components(without) > before)


def test_a_path_as_long_as_no_recursion_could_go() -> None:
    n = 1_000_000
    found = cut_vertices(*csr_path(n))
    assert not found[0] and not found[-1] and found[1:-1].all()


def csr_path(n: int) -> tuple[np.ndarray, np.ndarray]:
    ends = np.stack([np.arange(n) - 1, np.arange(n) + 1], 1).ravel()[1:-1]
    return np.concatenate([[0], np.arange(1, 2 * n - 2, 2), [2 * n - 2]]).astype(np.int64), ends.astype(np.int32)


def test_what_is_no_graph() -> None:
    with pytest.raises(Unexpected, match="from 0 to 2"):
        cut_vertices(np.array([0, 1, 2], np.int64), np.array([2, 0], np.int32))
    with pytest.raises(Unexpected, match="do not end"):
        cut_vertices(np.array([0, 1, 3], np.int64), np.array([1, 0], np.int32))


def slowly_put_back(graph: nx.Graph, removed: list[int], rounds: list[int], component: list[int]) -> set[tuple[int, int]]:
    members = {(component[vertex], vertex) for vertex in graph if component[vertex] >= 0}
    placed = set(members)
    for now in sorted(set(rounds) - {0}, reverse=True):
        joined = {
            (one, vertex) for vertex in removed if rounds[vertex] == now for one, other in placed if graph.has_edge(vertex, other)
        }
        placed |= joined
    return placed - members


def test_put_back_where_they_belong() -> None:
    rng = random.Random(16)
    joined = 0
    for _ in range(1000):
        graph = random_graph(rng)
        rounds = [rng.choice((0, 0, 0, 1, 2, 3)) for _ in graph]
        pieces = list(nx.connected_components(graph.subgraph([vertex for vertex in graph if not rounds[vertex]])))
        component = [-1] * len(graph)
        for number, piece in enumerate(pieces):
            for vertex in piece:
                component[vertex] = number if len(piece) > 1 else -1
        removed = sorted((vertex for vertex in graph if rounds[vertex]), key=lambda vertex: -rounds[vertex])
        found = put_back(
            *csr(graph), np.array(removed, np.int32), np.array(rounds, np.int32), np.array(component, np.int32), len(pieces)
        )
        pairs = list(zip(*map(np.ndarray.tolist, found), strict=True))
        assert len(pairs) == len(set(pairs))
        assert set(pairs) == slowly_put_back(graph, removed, rounds, component)
        joined += len(pairs)
    assert joined > 1000
