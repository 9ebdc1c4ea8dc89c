"""What sums are worth: rising, within bounds, and as sure as the labels are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paragen.tuning.fit.forest import (
    Bin,
    HeldOut,
    area,
    bins,
    calibration_error,
    held_out,
    levels,
    order_of_places,
    probabilities,
)

SAMPLES = st.lists(st.tuples(st.floats(-20, 20, width=32), st.booleans()), min_size=1, max_size=300)


def arrays(samples):
    return np.array([each[0] for each in samples], np.float64), np.array([each[1] for each in samples], np.bool_)


@given(SAMPLES)
@settings(deadline=None)
def test_levels_rise_and_nothing_is_certain(samples):
    sums, correct = arrays(samples)
    line = levels(sums, correct)
    assert line and all(0 < probability < 1 for _, probability in line)
    assert all(one[0] < other[0] and one[1] <= other[1] for one, other in zip(line, line[1:], strict=False))
    assert all(np.float32(number) == number for point in line for number in point)
    assert min(sums) - 1e-5 <= line[0][0] and line[-1][0] <= max(sums) + 1e-5
    found = probabilities(np.sort(sums), line)
    assert (np.diff(found) >= 0).all()


def test_levels_are_the_shares_of_blocks():
    sums = np.repeat([0.0, 1.0, 2.0, 3.0], 100) + np.tile(np.linspace(0, 0.01, 100), 4)
    correct = np.concatenate([np.tile([i < share for i in range(10)], 10) for share in (1, 5, 5, 9)])
    found = probabilities(np.array([-5.0, 0.005, 1.505, 3.005, 9.0]), levels(sums, correct))  # the means of the blocks
    assert found == pytest.approx([0.1, 0.1, 0.5, 0.9, 0.9], abs=0.03)
    assert probabilities(sums, levels(sums, correct)).mean() == pytest.approx(correct.mean(), abs=0.05)


def test_the_order_of_the_samples_does_not_count():
    rng = np.random.default_rng(0)
    sums, order = rng.normal(size=500), rng.permutation(500)
    correct = rng.random(500) < 1 / (1 + np.exp(-sums))
    assert levels(sums, correct) == levels(sums[order], correct[order])


@given(SAMPLES)
@settings(deadline=None)
def test_the_area_is_the_share_of_pairs_in_order(samples):
    scores, correct = arrays(samples)
    good, bad = scores[correct], scores[~correct]
    pairs = [(one > other) + 0.5 * (one == other) for one in good for other in bad]
    assert area(scores, correct) == pytest.approx(sum(pairs) / max(1, len(pairs)))


def test_bins_and_their_error():
    confidence = np.array([0.0, 0.05, 0.55, 0.55, 1.0])
    correct = np.array([False, True, True, False, True])
    found = bins(confidence, correct)
    assert found == [Bin(0.025, 0.5, 2), Bin(pytest.approx(0.55), 0.5, 2), Bin(1.0, 1.0, 1)]
    assert calibration_error(found) == pytest.approx((2 * 0.475 + 2 * 0.05) / 5)
    assert calibration_error([]) == 0


def test_what_a_bound_keeps():
    confidence, correct = np.array([0.2, 0.5, 0.9]), np.array([False, True, True])
    assert HeldOut(confidence, correct).kept([0.5, 0.3, 0.0, 0.95]) == [
        (0.5, 2, 1.0), (0.3, 2, 1.0), (0.0, 3, pytest.approx(2 / 3)), (0.95, 0, 0.0),
    ]  # fmt: skip


@given(st.lists(st.tuples(st.floats(-5, 5, width=32), st.booleans(), st.integers(0, 2)), min_size=6, max_size=90))
@settings(deadline=None)
def test_what_a_fold_is_worth_the_others_say(samples):
    values, correct = arrays([each[:2] for each in samples])
    folds = np.array([each[2] for each in samples])
    if len(set(folds.tolist())) < 2:
        return
    found = held_out(values, correct, folds)
    assert len(found) == len(samples) and found.correct is correct and found.area == area(found.probability, correct)
    for number in set(folds.tolist()):
        own = folds == number
        assert found.probability[own] == pytest.approx(probabilities(values[own], levels(values[~own], correct[~own])))
        other = held_out(values, np.where(own, ~correct, correct), folds)  # its own verdicts do not matter
        assert other.probability[own] == pytest.approx(found.probability[own])


def test_places_of_an_exchange_are_told_apart_within_it():
    def found(*exchanges):
        scores = np.array([score for _, labels in exchanges for score, _ in labels], np.float64)
        correct = np.array([verdict for _, labels in exchanges for _, verdict in labels], np.bool_)
        names = [(name, "x") for name, labels in exchanges for _ in labels]
        order = np.random.default_rng(1).permutation(len(names))  # labels of an exchange need not stand together
        return order_of_places(scores[order], correct[order], [names[i] for i in order])

    sorted_out = [(0.1, False), (0.2, False), (0.3, True), (0.4, True), (0.5, True)]
    reversed_ones = [(-score, verdict) for score, verdict in sorted_out]
    equal = [(0.9, verdict) for _, verdict in sorted_out]
    assert found(("a", sorted_out)) == (1.0, 1)
    assert found(("a", sorted_out), ("b", reversed_ones)) == (0.5, 2)
    assert found(("a", sorted_out), ("b", equal)) == (0.75, 2)
    # Neither exchanges with few labels count, nor those that are nearly always right, or never.
    few, nearly_always, never = reversed_ones[:4], [(0, True)] * 9 + [(1, False)], [(1, False)] * 5
    assert found(("a", sorted_out), ("b", few), ("c", nearly_always), ("d", never)) == (1.0, 1)
    assert found(("a", sorted_out[:4])) == (0.0, 0) and order_of_places(np.zeros(0), np.zeros(0, np.bool_), []) == (0.0, 0)
