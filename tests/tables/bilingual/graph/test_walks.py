"""Commute times against closed forms, a long simulated walk and numpy; counts against the equations; the paper's figures."""

import random

import numpy as np
import pytest

from paragen.tables.bilingual.graph.count_kernel import artificial_counts, commute_times

from . import reading


def times(weights: np.ndarray) -> np.ndarray:
    found = commute_times(np.ascontiguousarray(weights, float))
    assert found is not None
    return found[0]


def undirected(n: int, edges: list[tuple[int, int]]) -> np.ndarray:
    weights = np.zeros((n, n))
    for u, v in edges:
        weights[u, v] = weights[v, u] = 1
    return weights


@pytest.mark.parametrize("n", [2, 3, 7, 40])
def test_a_path(n: int) -> None:
    """Twice the edges, times the distance."""
    place = np.arange(n)
    expected = 2.0 * (n - 1) * np.abs(place[:, None] - place)
    assert times(undirected(n, [(i, i + 1) for i in range(n - 1)])) == pytest.approx(expected)


@pytest.mark.parametrize("n", [3, 4, 9, 40])
def test_a_cycle(n: int) -> None:
    distance = np.abs(np.arange(n)[:, None] - np.arange(n))
    assert times(undirected(n, [(i, (i + 1) % n) for i in range(n)])) == pytest.approx(2.0 * distance * (n - distance))


@pytest.mark.parametrize("n", [2, 3, 8, 40])
def test_a_complete_graph(n: int) -> None:
    assert times(np.ones((n, n)) - np.eye(n)) == pytest.approx(2.0 * (n - 1) * (1 - np.eye(n)))


def test_one_way_round() -> None:
    """Of a directed cycle, every round trip is once around."""
    assert times(np.roll(np.eye(5), 1, axis=1)) == pytest.approx(5.0 * (1 - np.eye(5)))


@pytest.mark.parametrize("seed", range(30))
def test_the_same_as_numpy(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 60))
    weights = rng.random((n, n)) ** 8 * 10.0 ** rng.integers(-3, 4, (n, n))
    weights[rng.random((n, n)) < 0.4] = 0
    weights += np.roll(np.eye(n), 1, axis=1)  # so that all reach all
    np.fill_diagonal(weights, 0)
    found = times(weights)
    assert found == pytest.approx(reading.commute_times(weights), rel=1e-5)
    assert (found == found.T).all() and (np.diag(found) == 0).all()


def test_a_long_walk() -> None:
    """The mean length of round trips of a walk of 200,000 steps."""
    rng = random.Random(4)
    weights = np.array([[0, 5, 1, 0], [1, 0, 0, 2], [1, 1, 0, 1], [3, 0, 1, 0]], float)
    ways = [rng.choices(range(4), row, k=200_000) for row in weights]
    lasted, trips, begun, seen = np.zeros((4, 4)), np.zeros((4, 4)), np.zeros((4, 4)), np.zeros((4, 4), bool)
    at = 0
    for step in range(200_000):
        back = seen[at]  # u is here: it has been to v since the trip began
        lasted[at][back] += step - begun[at][back]
        trips[at][back] += 1
        begun[at][back | (trips[at] == 0) & (begun[at] == 0)] = step
        seen[at] = False
        seen[:, at] = True
        at = ways[at][step]
    mean = lasted / np.maximum(trips, 1)
    off = ~np.eye(4, dtype=bool)
    assert trips[off].min() > 2_000
    assert mean[off] == pytest.approx(times(weights)[off], rel=0.05)


@pytest.mark.parametrize(
    "weights",
    [
        [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]],  # in two parts
        [[0, 1, 0], [0, 0, 1], [0, 1, 0]],  # 0 is never seen again
        [[0, 0, 1], [0, 0, 1], [1, 0, 0]],  # 1 is never reached
        [[0, 1], [0, 0]],  # no way on
        [[0, np.nan], [1, 0]],
        [[0, np.inf], [1, 0]],
    ],
)
def test_without_commute_times(weights: list[list[float]]) -> None:
    assert commute_times(np.array(weights, float)) is None


@pytest.mark.parametrize("seed", range(20))
def test_counts_are_a_fixed_point(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 40))
    distances = times(rng.random((n, n)) ** 3 + np.roll(np.eye(n), 1, axis=1))
    counts = artificial_counts(distances)
    assert counts is not None
    assert counts == pytest.approx(reading.counts_of(distances), rel=1e-6)
    assert counts[~np.eye(n, dtype=bool)].min() == 1.0


def test_two_vertices_have_nothing_to_compare() -> None:
    counts = artificial_counts(np.array([[0.0, 7], [7, 0]]))
    assert counts is not None and counts.tolist() == [[0, 1], [1, 0]]
