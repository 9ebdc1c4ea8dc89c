"""Co-clustering against its definition on dense matrices, and on tables whose clusters are obvious."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest

from paragen.base.errors import Unexpected
from paragen.tables.bilingual.graph.bipartite import BipartiteGraph
from paragen.tables.bilingual.graph.components import Components, Members
from paragen.tables.bilingual.graph.decompose import ROUNDS, Clusters, cocluster
from paragen.tables.bilingual.graph.decompose_kernel import cluster_components
from paragen.tables.bilingual.graph.options import GraphOptions
from paragen.tables.builder import Run

from .cocluster_reference import cocluster as reference

HARD = GraphOptions(soft=1)


def graph_of(tables: Sequence[np.ndarray]) -> tuple[BipartiteGraph, Components]:
    """Return a graph with the counts of each table (phrases by pivot phrases) as a component."""
    ours = np.cumsum([0] + [len(table) for table in tables])
    theirs = np.cumsum([0] + [table.shape[1] for table in tables]) + ours[-1]
    rows: list[list[tuple[int, float]]] = [[] for _ in range(theirs[-1])]
    for table, first, second in zip(tables, ours, theirs, strict=False):
        for s, t in zip(*np.nonzero(table), strict=True):
            rows[first + s].append((second + t, table[s, t]))
            rows[second + t].append((first + s, table[s, t]))
    offsets = np.cumsum([0] + [len(row) for row in rows], dtype=np.int64)
    entries = [entry for row in rows for entry in sorted(row)]
    graph = BipartiteGraph(
        pa.array([f"{vertex:06}" for vertex in range(len(rows))]), int(ours[-1]), offsets,
        np.array([entry[0] for entry in entries], np.int32), np.array([entry[1] for entry in entries]),
    )  # fmt: skip
    members = [
        np.r_[first : first + len(table), second : second + table.shape[1]].astype(np.int32)
        for table, first, second in zip(tables, ours, theirs, strict=False)
    ]
    return graph, components_of(graph, members)


def components_of(graph: BipartiteGraph, pieces: Sequence[np.ndarray]) -> Components:
    number = np.repeat(np.arange(len(pieces), dtype=np.int32), [len(piece) for piece in pieces])
    members = Members.of(number, np.concatenate([np.empty(0, np.int32), *pieces]).astype(np.int32))
    return Components.of(graph.vertices, members, Members.empty())


def read(clusters: Clusters, i: int) -> tuple[list[list[int]], list[list[int]]]:
    """Return the clusters of each phrase, and of each pivot phrase, of a component."""
    rows = slice(clusters.offsets[i], clusters.offsets[i + 1])
    of: dict[int, list[int]] = {}
    for vertex, cluster in zip(clusters.vertex[rows].tolist(), clusters.cluster[rows].tolist(), strict=True):
        of.setdefault(vertex, []).append(cluster)
    return (
        [of[vertex] for vertex in sorted(of) if vertex < clusters.paraphrased],
        [of[vertex] for vertex in sorted(of) if vertex >= clusters.paraphrased],
    )


def clusters_of(table: np.ndarray, options: GraphOptions = HARD) -> tuple[list[list[int]], list[list[int]]]:
    return read(cocluster(*graph_of([table]), options, Run()), 0)


def random_table(rng: np.random.Generator) -> np.ndarray:
    """Return counts in which each row and column has some; many are the same."""
    shape = rng.integers(1, 13, 2)
    table = np.where(rng.random(shape) < rng.uniform(0.1, 0.7), rng.integers(1, 1 + rng.integers(1, 9), shape), 0.0)
    table[np.arange(shape[0]), rng.integers(0, shape[1], shape[0])] += 1
    table[rng.integers(0, shape[0], shape[1]), np.arange(shape[1])] += 1
    return np.asarray(table)


@pytest.mark.parametrize(
    "options", [HARD, GraphOptions(), GraphOptions(smoothing=10.0, soft=3, soft_share=0.7), GraphOptions(smoothing=0.1)]
)
def test_the_same_as_the_definition(options: GraphOptions) -> None:
    rng = np.random.default_rng(14)
    tables = [random_table(rng) for _ in range(80)]
    graph, components = graph_of(tables)
    found = cocluster(graph, components, options, Run())
    costs, ends = costs_of(graph, components, options)
    merged = soft = 0
    for i, table in enumerate(tables):
        ours, theirs, expected = reference(table / table.sum(), options.smoothing, options.soft, options.soft_share, ROUNDS)
        assert read(found, i) == (ours, theirs)
        merged += len({cluster for each in ours for cluster in each}) < len(ours)
        soft += any(len(each) > 1 for each in ours)
        steps = costs[ends[i] : ends[i + 1]].reshape(-1, 2)
        np.testing.assert_allclose(
            steps[:, 1] - steps[:, 0], [after - before for before, after in expected], atol=1e-13, rtol=1e-6
        )
    assert merged > 15
    assert (soft > 10) == (options.soft > 1)


def costs_of(graph: BipartiteGraph, components: Components, options: GraphOptions) -> tuple[np.ndarray, np.ndarray]:
    """Return the costs before and after each step, and where those of each component begin and end."""
    *_, costs, ends = cluster_components(
        graph.offsets, graph.neighbours, graph.counts, graph.paraphrased, components.offsets, components.members,
        0, len(components), options.smoothing, options.soft, options.soft_share, ROUNDS,
    )  # fmt: skip
    return costs, np.concatenate([[0], ends])


def test_no_step_raises_the_cost() -> None:
    rng = np.random.default_rng(2003)
    tables = [random_table(rng) for _ in range(400)]
    for smoothing, falls in ((0.1, 1), (10.0, 100), (1e6, 200)):
        costs, ends = costs_of(*graph_of(tables), replace(HARD, smoothing=smoothing))
        before, after = costs[::2], costs[1::2]
        assert (after <= before * (1 - 2e-9)).all()  # costs are below 0; what differs by less is the same
        assert (after < before * (1 + 1e-6)).sum() > falls
        turns = np.diff(ends) // 4
        assert (turns[1:] <= ROUNDS).all() and (turns > 1).sum() > falls


def test_blocks_are_found() -> None:
    blocks = np.kron(np.eye(4), np.array([[9.0, 6, 3], [6, 9, 3], [5, 5, 1]]))
    blocks[0, 3] = blocks[3, 6] = blocks[6, 9] = 0.5  # they hang together
    one, other = clusters_of(blocks)
    assert one == other == [[0]] * 3 + [[1]] * 3 + [[2]] * 3 + [[3]] * 3


def test_a_phrase_with_two_meanings_is_in_two_clusters() -> None:
    table = np.array([[8.0, 0], [9, 0], [6, 5], [0, 7], [0, 8]])
    assert clusters_of(table)[0] == [[0], [0], [0], [1], [1]]
    assert clusters_of(table, GraphOptions())[0] == [[0], [0], [0, 1], [1], [1]]
    assert clusters_of(table, GraphOptions(soft_share=0.9))[0] == [[0], [0], [0], [1], [1]]
    three = np.array([[8.0, 0, 0], [7, 6, 5], [0, 8, 0], [0, 0, 8]])
    assert clusters_of(three, GraphOptions(soft=3))[0] == [[0], [0, 1, 2], [1], [2]]


def test_phrases_with_the_same_translations_are_together() -> None:
    table = np.array([[2.0, 1], [4, 2], [1, 2], [2, 4], [6, 3]])
    clusters, _ = clusters_of(table)
    assert clusters[0] == clusters[1] == clusters[4]
    assert clusters[2] == clusters[3]


@pytest.mark.parametrize("n", [1, 2, 100_000])
def test_a_hub(n: int) -> None:
    for table in (np.ones((1, n)), np.ones((n, 1))):
        one, other = clusters_of(table, GraphOptions())
        assert one == [[0]] * len(one) and other == [[0]] * len(other)
        assert len(one) + len(other) == n + 1


def test_threads_and_neighbours_do_not_matter() -> None:
    rng = np.random.default_rng(7)
    tables = [random_table(rng) for _ in range(4000)]  # several chunks
    graph, components = graph_of(tables)
    assert len(components.members) > 40_000
    progress: list[tuple[str, float, float]] = []
    alone = cocluster(graph, components, GraphOptions(), Run(progress=lambda *step: progress.append(step)))
    for threads in (2, 5):
        shared = cocluster(graph, components, GraphOptions(), Run(threads=threads))
        for name in ("offsets", "component", "vertex", "cluster"):
            assert getattr(shared, name).tobytes() == getattr(alone, name).tobytes()
    assert len(progress) > 2 and progress[-1] == ("clusters", 4000, 4000)
    for i in range(0, 4000, 400):
        assert clusters_of(tables[i], GraphOptions()) == read(alone, i)


def test_a_vertex_in_several_components() -> None:
    graph, _ = graph_of([np.array([[5.0, 0], [5, 1], [0, 9], [1, 9]])])
    pieces = [np.array([0, 1, 4], np.int32), np.array([1, 2, 3, 4, 5], np.int32)]
    clusters = cocluster(graph, components_of(graph, pieces), GraphOptions(), Run())
    assert read(clusters, 0) == ([[0], [0]], [[0]])
    assert read(clusters, 1) == ([[0], [1], [1]], [[0], [1]])


def test_a_member_without_a_neighbour_is_a_cluster_by_itself() -> None:
    graph, _ = graph_of([np.array([[5.0, 0], [5, 1], [0, 9], [1, 9]])])
    for piece, expected in (([0, 2, 4], ([[0], [1]], [[0]])), ([0, 1, 5], ([[0], [1]], [[0]])), ([0, 5], ([[0]], [[0]]))):
        clusters = cocluster(graph, components_of(graph, [np.array(piece, np.int32)]), GraphOptions(), Run())
        assert read(clusters, 0) == expected


def test_no_components() -> None:
    graph, _ = graph_of([np.array([[1.0, 1]])])
    clusters = cocluster(graph, components_of(graph, []), GraphOptions(), Run())
    assert len(clusters) == 0 and len(clusters.vertex) == 0


def test_components_of_another_graph_are_refused() -> None:
    graph, _ = graph_of([np.array([[1.0, 1]])])
    _, others = graph_of([np.array([[1.0, 1], [1, 1]])])
    with pytest.raises(Unexpected, match="components of a graph of 4 vertices, expected of 3"):
        cocluster(graph, others, GraphOptions(), Run())
    with pytest.raises(ValueError, match="components 0 to 2 of 1"):
        cluster_components(graph.offsets, graph.neighbours, graph.counts, 1, others.offsets, others.members, 0, 2, 1.0, 1, 1.0, 1)
