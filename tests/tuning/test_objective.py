"""The smoothed error: its gradient, and what becomes of it as the temperature falls."""

from __future__ import annotations

import numpy as np
import pytest

from paragen.tuning.descent import Objective
from paragen.tuning.line_search import Space

from .planted import NAMES, random_lists, reference_error


@pytest.mark.parametrize("temperature", [2.0, 0.5, 0.1])
@pytest.mark.parametrize("n", [1, 4])
@pytest.mark.parametrize("seed", range(5))
def test_gradient_equals_finite_differences(seed, n, temperature):
    _, lists = random_lists(seed)
    objective = Objective(lists, n)
    space = Space(NAMES, lists, dict.fromkeys(NAMES, 0.5))
    point = np.random.default_rng(seed).standard_normal(len(space.free))
    gradient = space.pull_back(objective(space.scores(point), temperature)[1])
    h = 1e-4 * temperature
    for i in range(len(point)):
        step = np.zeros_like(point)
        step[i] = h
        above = objective(space.scores(point + step), temperature)[0]
        below = objective(space.scores(point - step), temperature)[0]
        assert gradient[i] == pytest.approx((above - below) / (2 * h), rel=1e-3, abs=1e-5)


@pytest.mark.parametrize("n", [1, 3, 10])
@pytest.mark.parametrize("seed", range(10))
def test_cold_it_is_pser(seed, n):
    _, lists = random_lists(seed)
    scores = lists.features @ np.random.default_rng(seed).standard_normal(len(NAMES))
    value, _ = Objective(lists, n)(scores, 1e-4)
    assert value == pytest.approx(np.mean(reference_error(lists, scores, n)[0]), abs=1e-3)


def test_degrees_sum_to_n():
    _, lists = random_lists(3, entries=30)
    objective = Objective(lists, 4)
    scores = lists.features @ np.ones(len(NAMES))
    _, inside, stands = objective._degrees(scores, 0.7)
    sums = np.add.reduceat(np.where(stands, inside, 0.0), lists.bounds[:-1])
    texts = [len(set(lists.texts[a:b])) for a, b in zip(lists.bounds, lists.bounds[1:], strict=False)]
    assert sums.tolist() == pytest.approx([min(4, each) for each in texts])


def test_a_constant_added_to_all_scores_changes_nothing():
    _, lists = random_lists(4)
    objective = Objective(lists, 3)
    scores = lists.features @ np.ones(len(NAMES))
    assert objective(scores + 1000.0, 0.3)[0] == pytest.approx(objective(scores, 0.3)[0])


@pytest.mark.parametrize("scale", [1e-8, 1e8])
def test_scores_of_any_size_give_numbers(scale):
    _, lists = random_lists(5)
    value, gradient = Objective(lists, 3)(scale * lists.features @ np.ones(len(NAMES)), 1.0)
    assert 0.0 <= value <= 1.0 and np.isfinite(gradient).all()
