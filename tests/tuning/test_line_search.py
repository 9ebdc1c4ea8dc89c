"""Line searches against a fine grid, and what Powell's method makes of them."""

from __future__ import annotations

import numpy as np
import pytest

from paragen.tuning.descent import minimise
from paragen.tuning.line_search import Criterion, Space, line_search, powell, reach

from .planted import NAMES, random_lists, reference_error


def criterion_of(seed: int, regularisation: float, n: int = 3, **start: float) -> Criterion:
    _, lists = random_lists(seed)
    space = Space(NAMES, lists, {**dict.fromkeys(NAMES, 0.5), **start})
    return Criterion(lists, space, n, regularisation)


@pytest.mark.parametrize("regularisation", [0.0, 0.05])
@pytest.mark.parametrize("seed", range(12))
def test_nothing_on_a_fine_grid_is_better(seed, regularisation):
    criterion = criterion_of(seed, regularisation)
    generator = np.random.default_rng(seed)
    point = np.abs(generator.standard_normal(len(criterion.space.free)))
    direction = generator.standard_normal(len(point))
    value, found = line_search(criterion, point, direction, criterion(point))
    assert value == pytest.approx(criterion(found)) and value <= criterion(point) + 1e-12
    low, high = reach(criterion.space, point, direction)
    grid = min(criterion(point + t * direction) for t in np.linspace(low, high, 1501))
    # A point keeps a hundredth from the end of an interval, which may cost a little of the distance.
    assert value <= grid + (1e-9 if not regularisation else 0.1 * regularisation)


@pytest.mark.parametrize("seed", range(5))
def test_the_criterion_is_mean_pser_but_for_distance_and_ties(seed):
    criterion = criterion_of(seed, 0.3)
    point = np.random.default_rng(seed).standard_normal(len(criterion.space.free))
    errors, corrects = reference_error(criterion.lists, criterion.space.scores(point), 3)
    apart = point - criterion.space.origin
    expected = np.mean(errors) - 1e-6 * np.mean(corrects) + 0.3 * (apart @ apart)
    assert criterion(point) == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(5))
def test_bounds_hold(seed):
    criterion = criterion_of(seed, 0.0)
    space = criterion.space
    point, generator = space.origin, np.random.default_rng(seed)
    for _ in range(10):
        _, point = line_search(criterion, point, generator.standard_normal(len(point)), criterion(point))
        assert (point >= space.lowest).all()
    _, point = powell(criterion, point, generator)
    assert (point >= space.lowest).all()


@pytest.mark.parametrize("seed", range(5))
def test_powell_ends_no_worse_than_the_axes(seed):
    criterion = criterion_of(seed, 0.01)
    point = criterion.space.origin
    value, found = powell(criterion, point, np.random.default_rng(1))
    assert value == pytest.approx(criterion(found))
    for axis in np.eye(len(point)):
        assert value <= line_search(criterion, point, axis, criterion(point))[0] + 1e-12


def test_where_nothing_is_better_the_point_stays():
    criterion = criterion_of(0, 1e6)
    point = criterion.space.origin
    value, found = line_search(criterion, point, np.ones(len(point)), criterion(point))
    assert value == criterion(point) and np.array_equal(found, point)


def test_a_start_below_zero_may_stay_there():
    criterion = criterion_of(1, 0.0, one=-1.0)
    at = criterion.space.searched.index("one")
    assert criterion.space.lowest[at] == criterion.space.origin[at] < 0


def test_weights_come_back_from_points_at_the_length_of_the_start():
    criterion = criterion_of(2, 0.0)
    space, start = criterion.space, dict.fromkeys(NAMES, 0.5)
    assert space.weights(space.point(start)) == pytest.approx(start)
    assert space.weights(3.0 * space.point(start)) == pytest.approx(start)


def test_a_fixed_weight_pins_the_scale():
    _, lists = random_lists(3)
    start = dict.fromkeys(NAMES, 0.5)
    space = Space(NAMES, lists, start, ["lm"])
    assert "lm" not in space.searched
    tripled = space.weights(3.0 * space.point(start))
    assert (tripled["lm"], tripled["one"]) == pytest.approx((0.5, 1.5))


@pytest.mark.parametrize("lowest", [-np.inf, 0.0])
def test_descent_finds_the_least_of_a_bowl(lowest):
    centre = np.array([1.0, -2.0, 3.0])
    shape = np.array([[4.0, 1.0, 0.0], [1.0, 3.0, 0.0], [0.0, 0.0, 50.0]])

    def loss(at):
        apart = at - centre
        return float(apart @ shape @ apart), 2 * shape @ apart

    found = minimise(loss, np.ones(3), np.full(3, lowest), 100)
    expected = centre if lowest < 0 else np.array([0.5, 0.0, 3.0])  # with the second held at 0
    assert found == pytest.approx(expected, abs=1e-3)
