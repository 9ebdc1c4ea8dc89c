"""Weights and thresholds: by hand, by finite differences, and where the answer is known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from paragen.base.errors import ConfigError, ParagenError
from paragen.tables.bilingual.patterns.features import Features
from paragen.tables.bilingual.patterns.options import default_parameters
from paragen.tuning.patterns import best_threshold, fitted, learn, rates, smooth_loss


def features(h: np.ndarray, of_variant: np.ndarray | None = None) -> Features:
    """Pairs of one path each."""
    n = len(h)
    more = np.zeros((n, 0)) if of_variant is None else of_variant
    return Features(h, np.arange(n), np.arange(n), more, np.ones(n), n)


def test_rates():
    found = rates(np.array([True, True, True, False]), np.array([True, False, True, True]))
    assert (found.precision, found.recall, found.f) == pytest.approx((2 / 3, 2 / 3, 2 / 3))
    assert rates(np.zeros(2, bool), np.zeros(2, bool)).f == 0


def test_threshold_is_the_best_of_all():
    logs = np.array([-1.0, -2.0, -2.0, -3.0, -4.0, -math.inf])
    correct = np.array([True, True, False, True, False, True])
    threshold, f = best_threshold(logs, correct)
    every = [rates(logs >= t, correct).f for t in (-1.5, -2.5, -3.5, -4.5)]
    assert f == pytest.approx(max(every)) == pytest.approx(rates(logs >= threshold, correct).f)
    assert threshold == -3.5


def test_what_lies_below_every_threshold_is_not_taken():
    assert best_threshold(np.array([-math.inf, -100.0]), np.array([True, True])) == (0.0, 0.0)


def test_gradient_of_the_smooth_f():
    random = np.random.default_rng(1)
    found = features(-random.exponential(2, (30, 5)), -random.exponential(2, (30, 2)))
    correct = random.random(30) < 0.5
    point = np.array([1.0, 0.5, 2.0, 0.1, 0.7, 0.3, 0.9, -9.0])
    _, gradient = smooth_loss(found, correct, point, 1.5)
    for i in range(len(point)):
        step = np.eye(len(point))[i] * 1e-6
        ahead, behind = (smooth_loss(found, correct, point + sign * step, 1.5)[0] for sign in (1, -1))
        assert (ahead - behind) / 2e-6 == pytest.approx(gradient[i], abs=1e-6)


def known(n: int = 300):
    """Pairs that are correct where the second and fourth features are high; the others say nothing."""
    random = np.random.default_rng(3)
    h = -random.exponential(2, (n, 4))
    return features(h), h[:, 1] + h[:, 3] > -3.5


def test_features_that_say_nothing_lose_their_weight():
    found, correct = known()
    learnt = fitted(found, correct, default_parameters("1"))
    assert max(learnt.weights[0], learnt.weights[2]) < 0.2 * min(learnt.weights[1], learnt.weights[3])
    at_ones = best_threshold(found.log_likelihoods(np.ones(4))[0], correct)[1]
    assert rates(np.exp(found.log_likelihoods(np.array(learnt.weights))[0]) >= learnt.threshold, correct).f > max(0.95, at_ones)


def test_cross_validation_is_of_others():
    found, correct = known()
    learnt = learn(found, correct, default_parameters("1"), folds=5, seed=1)
    assert learnt.start.f < learnt.cross_validated.f <= learnt.found.f
    assert learnt == learn(found, correct, default_parameters("1"), folds=5, seed=1)
    random = np.random.default_rng(1).random(300) < 0.3
    by_chance = learn(found, random, default_parameters("1"), folds=5, seed=1)
    assert by_chance.cross_validated.f < by_chance.found.f + 0.02


def test_bc_has_a_threshold_only():
    found, correct = known()
    learnt = learn(found, correct, default_parameters("bc"), folds=0, seed=1)
    assert learnt.parameters.weights == (1.0, 1.0, 0.0, 0.0) and learnt.cross_validated is None
    assert learnt.found == learnt.start


@pytest.mark.parametrize("folds", [1, -1])
def test_folds_of_which_nothing_is_left(folds):
    with pytest.raises(ConfigError, match=f"^folds: found {folds}, expected 2 or more, or 0 for none.$"):
        learn(*known(10), default_parameters("1"), folds=folds, seed=1)


@pytest.mark.parametrize(("kind", "word"), [(True, "correct"), (False, "incorrect")])
def test_one_kind_of_labels(kind, word):
    found, _ = known(10)
    with pytest.raises(ParagenError, match=f"all 10 pairs are {word}, expected both kinds. Label more pairs."):
        learn(found, np.full(10, kind), default_parameters("1"), folds=5, seed=1)
