"""Decomposition and merging against a slow reading of the same rules, and on the figures of [MM12]."""

import random
from itertools import combinations

import networkx as nx
import numpy as np
import pyarrow as pa
import pytest
from fuzzing import rounds

from paragen.tables.bilingual.graph.bipartite import BipartiteGraph
from paragen.tables.bilingual.graph.components import Components, Members, merge
from paragen.tables.bilingual.graph.decompose import decompose
from paragen.tables.bilingual.graph.options import GraphOptions
from paragen.tables.builder import Run

from .decomposition_reference import merged, ordered, unmerged


def bipartite(graph: nx.Graph, ours: int) -> BipartiteGraph:
    rows = [sorted(graph[vertex]) for vertex in range(len(graph))]
    neighbours = np.array([other for row in rows for other in row], np.int32)
    offsets = np.cumsum([0] + [len(row) for row in rows], dtype=np.int64)
    phrases = pa.array([f"phrase {vertex}" for vertex in range(len(graph))])
    return BipartiteGraph(phrases, ours, offsets, neighbours, np.ones(len(neighbours)))


def random_table(rng: random.Random) -> tuple[nx.Graph, int]:
    """Return a graph between two sides in which no vertex is alone, some with hubs, and how many are on the first side."""
    ours, theirs = rng.randint(1, 25), rng.randint(1, 25)
    graph = nx.Graph()
    graph.add_nodes_from(range(ours + theirs))
    skew = rng.choice((1, 1, 3))
    for _ in range(rng.randint(1, 2 * (ours + theirs))):
        graph.add_edge(int(ours * rng.random() ** skew), ours + int(theirs * rng.random() ** skew))
    for vertex in range(ours + theirs):
        if not graph[vertex]:
            graph.add_edge(vertex, rng.randrange(ours, ours + theirs) if vertex < ours else rng.randrange(ours))
    return graph, ours


def sets(components: Components | Members) -> list[list[int]]:
    pieces = (
        [components.vertex[components.component == i] for i in range(len(components))]
        if isinstance(components, Members)
        else components
    )
    return [piece.tolist() for piece in pieces]


def members(pieces: list[list[int]]) -> Members:
    return Members.of(
        np.repeat(np.arange(len(pieces)), [len(piece) for piece in pieces]), np.array([one for piece in pieces for one in piece])
    )


def test_the_same_as_a_slow_reading() -> None:
    rng = random.Random(12)
    seen = {"several passes": 0, "unmerged": 0, "shared": 0, "cut": 0}
    tables = rounds(400, 2000)
    for _ in range(tables):
        graph, ours = random_table(rng)
        giant, share, limit = rng.randint(2, 12), rng.choice((0.005, 0.1, 0.3)), rng.choice((0, 5, 30))
        threads = rng.choice((1, 1, 1, 3))
        found = decompose(bipartite(graph, ours), GraphOptions(giant=giant, cut_share=share, merge=limit), Run(threads=threads))
        first, others = unmerged(graph, giant, share)
        expected = merged(first, limit)
        assert sets(found.components) == [sorted(piece) for piece in ordered([*expected, *others])]
        assert found.unmerged.tolist() == sorted(map(len, first), reverse=True)
        assert found.components.decomposed.sum() == len(expected)
        assert set(found.components.members.tolist()) == set(graph)
        seen["several passes"] += len(found.passes) > 2
        seen["unmerged"] += len(first) > len(expected)
        seen["shared"] += len(found.components.members) > len(graph)
        seen["cut"] += any(each.removed for each in found.passes)
    assert min(seen.values()) > 0.075 * tables, seen


def test_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many giants at a time, in chunks of a few edges."""
    for chunk in ("decompose._EDGES", "components._CHUNK"):
        monkeypatch.setattr(f"paragen.tables.bilingual.graph.{chunk}", 7)
    rng = random.Random(14)
    for _ in range(10):
        graph, ours = nx.Graph(), 300
        while graph.number_of_edges() < 900:
            meaning = rng.randrange(30)
            graph.add_edge(meaning * 10 + rng.randrange(10), ours + meaning * 10 + int(10 * rng.random() ** 3))
            if rng.random() < 0.02:
                graph.add_edge(rng.randrange(ours), rng.randrange(ours, 2 * ours))
        table = bipartite(nx.convert_node_labels_to_integers(graph, ordering="sorted"), sum(one < ours for one in graph))
        options = GraphOptions(giant=rng.randint(4, 12), cut_share=0.1, merge=15)
        one, *others = (decompose(table, options, Run(threads=threads)) for threads in (1, 2, 4))
        assert one.passes[0].giants and one.passes[0].iterations > 2
        for other in others:
            assert other.passes == one.passes
            assert other.unmerged.tobytes() == one.unmerged.tobytes()
            for name in ("offsets", "members", "decomposed"):
                assert getattr(other.components, name).tobytes() == getattr(one.components, name).tobytes()


def test_members_have_a_neighbour_in_their_component() -> None:
    rng = random.Random(13)
    for _ in range(500):
        graph, ours = random_table(rng)
        for piece in sets(decompose(bipartite(graph, ours), GraphOptions(giant=rng.randint(2, 9))).components):
            assert all(set(graph[vertex]) & set(piece) for vertex in piece)


def test_merged_as_a_slow_reading_would() -> None:
    rng = random.Random(17)
    for _ in range(2000):
        pieces = ordered(rng.sample(range(30), rng.randint(2, 8)) for _ in range(rng.randint(0, 12)))
        limit, least = rng.randint(0, 9), rng.choice((1, 2, 2, 3))
        assert sets(merge(members([sorted(piece) for piece in pieces]), 30, limit, least)) == [
            sorted(piece) for piece in merged(pieces, limit, least)
        ]


def test_the_bridge_as_the_paper_reads() -> None:
    """The first component has a vertex of its own, 0, which is in the fewest: as that leads nowhere, it is not merged."""
    pieces = [[0, 1, 9], [1, 2, 9], [1, 2, 3, 8, 9]]
    assert sets(merge(members(pieces), 10, 3, least=2)) == [[0, 1, 2, 3, 8, 9]]
    assert sets(merge(members(pieces), 10, 3, least=1)) == [[0, 1, 9], [1, 2, 3, 8, 9]]
    assert sets(merge(members(pieces), 10, limit=0)) == pieces


def test_one_cut_vertex() -> None:
    """Of the two of degree 3, the first is removed, and put back to both halves."""
    graph = nx.Graph([(0, 4), (1, 4), (2, 4), (2, 5), (2, 6), (3, 5), (3, 6)])
    found = decompose(bipartite(graph, 4), GraphOptions(giant=6, merge=0))
    assert sets(found.components) == [[0, 1, 2, 4], [2, 3, 5, 6]]
    assert found.passes[0].iterations == 1


S1, S2, S3, S4, S5, S6, T1, T2, T3, T4, T5, T6, T7 = range(13)
WORKED = [
    (S1, T1), (S1, T2), (S2, T1), (S2, T2), (S3, T3), (S3, T4), (S4, T3), (S4, T4), (S4, T7), (S5, T2), (S5, T3), (S5, T5),
    (S5, T6), (S6, T6),
]  # fmt: skip


def test_worked_as_in_figures_1_and_2() -> None:
    """A cut vertex an iteration: s5, which leaves t5 alone, then s4, which leaves t7 alone; R is s4-t7 and s5-t5."""
    found = decompose(bipartite(nx.Graph(WORKED), 6), GraphOptions(giant=4, merge=0))
    assert sets(found.components) == [
        [S1, S2, S5, T1, T2], [S3, S4, S5, T3, T4], [S4, T7], [S5, T5], [S5, S6, T6],
    ]  # fmt: skip
    first, second = found.passes
    assert (first.iterations, first.removed, first.components, first.residues) == (2, 2, 3, 2)
    assert (second.vertices, second.largest, second.giants, second.components, second.residues) == (4, 2, 0, 2, 0)


def test_worked_merging() -> None:
    """The bridge of s3 and s4's component is s4, as s5 is in more; all others merge by s5 with the first of the largest two."""
    found = decompose(bipartite(nx.Graph(WORKED), 6), GraphOptions(giant=4))
    assert sets(found.components) == [
        [S1, S2, S5, S6, T1, T2, T5, T6], [S1, S2, S3, S4, S5, T1, T2, T3, T4, T7], [S3, S4, S5, T3, T4, T7],
    ]  # fmt: skip


def test_a_hub_whose_leaves_are_residues() -> None:
    graph = nx.Graph([(leaf, 50) for leaf in range(50)])
    found = decompose(bipartite(graph, 50), GraphOptions(giant=10))
    assert sets(found.components) == [list(range(51))]
    assert found.components.decomposed.tolist() == [True]
    assert [(each.removed, each.residues) for each in found.passes] == [(1, 51), (1, 51)]


def test_no_cut_vertex() -> None:
    """A complete graph between two sides has none: its vertices of highest degree are removed."""
    graph = nx.complete_bipartite_graph(4, 4)
    found = decompose(bipartite(graph, 4), GraphOptions(giant=6, merge=0))
    assert sets(found.components) == [list(range(8))]
    assert found.passes[0].iterations == found.passes[0].removed == 2


def test_nothing_to_break_up() -> None:
    graph = nx.Graph([(0, 3), (1, 3), (2, 4), (2, 5)])
    found = decompose(bipartite(graph, 3), GraphOptions())
    assert sets(found.components) == [[0, 1, 3], [2, 4, 5]]
    assert not found.components.decomposed.any() and found.passes == () and len(found.unmerged) == 0


def test_components_in_their_order() -> None:
    pieces = [[2, 3, 9], [1, 5], [1, 4, 5], [1, 300], [1, 4, 5], [1, 4, 4]]
    assert sets(members(pieces)) == [[1, 4], [1, 5], [1, 300], [1, 4, 5], [1, 4, 5], [2, 3, 9]]
    assert sets(members(pieces).distinct()) == [[1, 4], [1, 5], [1, 300], [1, 4, 5], [2, 3, 9]]


@pytest.mark.parametrize("seed", range(20))
def test_order_of_components_that_begin_alike(seed: int) -> None:
    rng = random.Random(seed)
    pieces = [list(piece) for piece in combinations(range(7), 5)] * 2
    rng.shuffle(pieces)
    assert sets(members(pieces)) == sorted(pieces)
