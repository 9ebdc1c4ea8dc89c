"""Counts of pairs of phrases and features against a slow reading of the equations, and what the paper says of its figures."""

import random

import numpy as np
import pytest

from paragen.base.errors import ParagenError, Unexpected
from paragen.tables.bilingual.graph.count import PairCounts, Units, count_pairs, phrase_graphs
from paragen.tables.bilingual.graph.options import GraphOptions
from paragen.tables.builder import Run

from .reading import Reading, Table, Unit, pair_counts, parts_of

OPTIONS = GraphOptions(max_phrases=5)


def counted(table: Table, options: GraphOptions = OPTIONS, threads: int = 1) -> PairCounts:
    return count_pairs(
        table.graph, *parts_of(table.graph, table.rows, table.decomposed), table.features, options, Run(threads=threads)
    )


def units_of(table: Table) -> list[Unit]:
    found: list[Unit] = []
    for s, (tags, stems) in enumerate(zip(table.tags, table.stems, strict=True)):
        found += [
            (s, "phrase", ""),
            *((s, "tags", text) for text in sorted(tags)),
            *((s, "stems", text) for text in sorted(stems)),
        ]
    return found


@pytest.mark.parametrize("seed", range(40))
def test_the_same_as_the_equations(seed: int) -> None:
    table = Table(random.Random(seed))
    found, reading, units = counted(table), Reading(table, OPTIONS), units_of(table)
    expected = {
        (units.index(u), component, units.index(v)): n
        for component in range(len(table.decomposed)) for (u, v), n in pair_counts(reading, component).items()
    }  # fmt: skip
    rows = zip(np.repeat(np.arange(len(units)), np.diff(found.offsets)), found.component, found.other, found.counts, strict=True)
    got = {(int(u), int(c), int(v)): float(n) for u, c, v, n in rows}
    assert list(got) == sorted(expected)
    assert got == pytest.approx(expected, rel=1e-6)
    assert found.unsettled == 0


def test_the_random_tables_have_it_all() -> None:
    """Graphs too large, pairs that the idf parts, phrases of several clusters and without features."""
    tables = [Table(random.Random(seed)) for seed in range(40)]
    found = [counted(table) for table in tables]
    loose = [counted(table, GraphOptions(max_phrases=5, min_idf=0)) for table in tables]
    assert sum(each.too_large for each in found) > 10 and sum(each.graphs for each in found) > 200
    assert sum(len(one.counts) != len(other.counts) for one, other in zip(found, loose, strict=True)) > 10
    assert any(not tags and not stems for table in tables for tags, stems in zip(table.tags, table.stems, strict=True))


@pytest.mark.parametrize("seed", range(5))
def test_the_same_bytes_for_any_number_of_threads(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(random.Random(seed), sources=60, targets=60, components=30)
    once = counted(table)
    monkeypatch.setattr("paragen.tables.bilingual.graph.count._CHUNK", 7)
    for threads in (1, 3):
        again = counted(table, threads=threads)
        for name in ("vertex", "offsets", "component", "other", "counts", "sizes"):
            assert getattr(once, name).tobytes() == getattr(again, name).tobytes()


def of_two(strengths: tuple[float, float]) -> Table:
    """Two phrases with one translation, as in Figure 7."""
    table = Table(random.Random(0), 2, 1, 1)
    table.counts = {(0, 0): strengths[0], (1, 0): strengths[1]}
    table.rows = {(0, 0): [0], (0, 1): [0], (0, 2): [0]}
    table.decomposed = [False]
    table.tags, table.stems = [{"f(a)": 1}, {"f(b)": 1}], [{"g(a)": 1}, {"g(b)": 1}]
    return table


def row_of_a(options: GraphOptions) -> np.ndarray:
    """Counts of a with f(a), g(a), b, f(b), g(b)."""
    found = counted(of_two((40, 40)), options)
    return found.counts[: found.offsets[1]]


def test_inflation_keeps_probabilities() -> None:
    """Figures 7 and 8: the counts of a phrase of strength 40 add up to about as much, its probabilities are as before."""
    flat, inflated = row_of_a(GraphOptions(inflation=41)), row_of_a(GraphOptions())
    assert 8 < flat.sum() < 12 and 40 < inflated.sum() < 60
    assert inflated / inflated.sum() == pytest.approx(flat / flat.sum(), abs=0.011)
    assert flat[0] == pytest.approx(flat[1]) and flat[0] > flat[2] > flat[3] == pytest.approx(flat[4])


def test_a_weak_neighbour_is_far() -> None:
    """The net weight of eq. 4 sends a walk from a phrase with an unreliable neighbour to its own features."""
    even, uneven = counted(of_two((40, 40))), counted(of_two((40, 4)))
    near, far = (each.counts[2] / each.counts[: each.offsets[1]].sum() for each in (even, uneven))
    assert even.other[2] == 3 and far < near / 3


def graphs(table: Table, phrase: str, options: GraphOptions = OPTIONS):  # type: ignore[no-untyped-def]
    parts = parts_of(table.graph, table.rows, table.decomposed)
    return phrase_graphs(table.graph, *parts, table.features, options, phrase)


def test_edges_by_target_clusters() -> None:
    """As in Figure 3: two clusters in common are two edges, one with a single phrase is none; parts are graphs."""
    table = Table(random.Random(0), 5, 5, 1)
    ties = {(0, 0): 2.0, (0, 1): 1.0, (1, 1): 1.0, (1, 2): 2.0, (2, 2): 1.0, (1, 3): 1.0, (2, 3): 2.0, (3, 4): 1.0, (4, 4): 1.0}
    table.counts, table.decomposed = ties, [False]
    table.rows = {(0, s): [0] for s in range(5)} | {(0, 5 + t): [t] for t in range(5)}
    table.tags, table.stems = [{"NN": 1}] * 5, [{text: 1} for text in "abcde"]
    [found] = graphs(table, "s000")
    assert found.texts == ("s000", "s001", "s002", "NN", "a", "b", "c") and (found.component, found.cluster) == (0, 0)
    assert found.kinds == ("phrase",) * 3 + ("tags",) + ("stems",) * 3
    assert found.weights[:3, :3].tolist() == [[0, 1, 0], [1, 0, 3], [0, 3, 0]]
    assert found.weights[0, 3:].tolist() == [3, 3, 0, 0]  # 1 + |1 - 1| + 2
    assert found.weights[1, 3:].tolist() == [5, 0, 5, 0]  # (1 + 3) / 2 + |4 - 4| + 3
    assert found.weights[3, :3].tolist() == [1 / 3] * 3
    [other] = graphs(table, "s003")
    assert other.texts[:2] == ("s003", "s004")
    assert other.probabilities.sum(axis=1) == pytest.approx(np.ones(len(other.texts)))


def test_features_that_phrases_share() -> None:
    """Figure 4: has, owns, i have and i had in a chain; two of them have the same tags, two the same stems."""
    table = Table(random.Random(0), 4, 3, 1)
    table.counts = {(0, 0): 1.0, (1, 0): 1.0, (1, 1): 1.0, (2, 1): 1.0, (2, 2): 1.0, (3, 2): 1.0}
    table.rows = {(0, s): [0] for s in range(4)} | {(0, 4 + t): [t] for t in range(3)}
    table.decomposed = [False]
    table.tags = [{"VBZ": 1}, {"VBZ": 1}, {"PRP VBP": 1}, {"PRP VBD": 1}]
    table.stems = [{"have": 1}, {"own": 1}, {"i have": 1}, {"i have": 1}]
    [found] = graphs(table, "s000")
    assert found.texts[4:] == ("PRP VBD", "PRP VBP", "VBZ", "have", "i have", "own")
    back = {text: found.weights[vertex, :4].tolist() for vertex, text in enumerate(found.texts) if vertex >= 4}
    assert back == {
        "VBZ": [0.5, 0.5, 0, 0], "PRP VBP": [0, 0, 1, 0], "PRP VBD": [0, 0, 0, 1],
        "have": [1, 0, 0, 0], "own": [0, 1, 0, 0], "i have": [0, 0, 0.5, 0.5],
    }  # fmt: skip
    assert not found.weights[4:, 4:].any()  # features have no edges among themselves
    near = found.commute_times
    assert near[0, 1] < near[0, 2] < near[0, 3]
    units = counted(table)
    shares = {int(v): n for v, n in zip(units.other[: units.offsets[1]], units.counts[: units.offsets[1]], strict=True)}
    assert shares[1] == shares[4] == found.counts[0, 6] / 2  # VBZ of has, and of owns


@pytest.mark.parametrize("seed", range(10))
def test_the_graphs_of_a_phrase(seed: int) -> None:
    """They hold what counts are made of."""
    table = Table(random.Random(seed))
    reading = Reading(table, OPTIONS)
    expected = [
        (component, cluster, *reading.walk(component, phrases, *edges))
        for component in range(len(table.decomposed)) for cluster, phrases, *edges in reading.graphs(component) if 0 in phrases
    ]  # fmt: skip
    found = graphs(table, "s000")
    assert len(found) == len(expected)
    for graph, (component, cluster, vertices, weights) in zip(found, expected, strict=True):
        names = [(kind, text if isinstance(text, str) else f"s{text:03}") for kind, text in vertices]
        assert (graph.component, graph.cluster) == (component, cluster)
        assert list(zip(graph.kinds, graph.texts, strict=True)) == names
        assert graph.weights == pytest.approx(weights)


def test_a_phrase_that_is_not_there() -> None:
    with pytest.raises(ParagenError, match="^'s999': found no such phrase, expected one of the 14 to paraphrase"):
        graphs(Table(random.Random(0)), "s999")
    with pytest.raises(ParagenError, match="^'t000': found no such phrase"):
        graphs(Table(random.Random(0)), "t000")


def test_parts_of_different_graphs() -> None:
    table, other = Table(random.Random(0)), Table(random.Random(0), sources=15)
    with pytest.raises(Unexpected, match="found components, clusters and features of different graphs"):
        count_pairs(table.graph, *parts_of(table.graph, table.rows, table.decomposed), other.features, OPTIONS, Run())


def test_a_hundred_thousand_translations() -> None:
    """One pivot phrase with as many phrases, of which two have another in common."""
    many = 100_000
    table = Table(random.Random(0), 2, 1, 1)
    table.sources, table.targets, table.decomposed = many, 2, [False, False]
    table.counts = {(s, 0): 1.0 for s in range(many)} | {(7, 1): 2.0, (9, 1): 3.0}
    table.rows = {(0, s): [0] for s in range(many)} | {(0, many): [0]}
    table.rows |= {(1, 7): [0], (1, 9): [0], (1, many + 1): [0]}
    table.tags = table.stems = [{"x": 1}] * many
    found = counted(table)
    assert found.too_large == 1 and found.sizes.tolist() == [0, 0, 1, 0, 0, 0]
    units = Units.of(table.features)
    assert set(found.other.tolist()) == set(range(units.offsets[7], units.offsets[8])) | set(
        range(units.offsets[9], units.offsets[10])
    )
