"""The kernel that follows the error along a line equals lists sorted anew at every place."""

from __future__ import annotations

import numpy as np
import pytest

from paragen.tuning.sweep import sweep

from .planted import NAMES, random_lists, reference_error


def value_at(steps, sentences: int, t: float) -> tuple[list[float], list[int]]:
    """What the steps say of each sentence at t."""
    errors, corrects = [0.0] * sentences, [0] * sentences
    for sentence, at, error, correct in zip(*steps, strict=True):
        if at <= t:
            errors[sentence], corrects[sentence] = error, int(correct)
    return errors, corrects


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("n", [1, 3, 10])
@pytest.mark.parametrize("seed", range(8))
def test_it_equals_sorting_on_a_fine_grid(seed, n, ties):
    _, lists = random_lists(seed, ties=ties)
    generator = np.random.default_rng(seed)
    start, way = generator.standard_normal((2, len(NAMES)))
    score, slope = lists.features @ start, lists.features @ way
    steps = sweep(lists, score, slope, n, -3.0, 3.0)
    places = np.unique(np.concatenate([steps[1], [-3.0, 3.0]]))
    for t in [*np.linspace(-2.99, 2.99, 101), *((places[1:] + places[:-1]) / 2)]:
        if np.abs(places - t).min() < 1e-9:
            continue
        assert value_at(steps, lists.sentences, t) == reference_error(lists, score + slope * t, n)


@pytest.mark.parametrize("seed", range(5))
def test_where_it_neither_goes_nor_comes_it_tells_the_error_at_a_place(seed):
    _, lists = random_lists(seed)
    score = lists.features @ np.random.default_rng(seed).standard_normal(len(NAMES))
    sentence, at, error, correct = sweep(lists, score, np.zeros_like(score), 3, 0.0, 0.0)
    assert sentence.tolist() == list(range(lists.sentences)) and not at.any()
    assert (error.tolist(), correct.tolist()) == reference_error(lists, score, 3)


def test_two_lines_cross_where_arithmetic_says():
    _, lists = random_lists(0, sentences=1, entries=2)
    lists = lists._replace(
        features=np.zeros((2, len(NAMES))), bounds=np.array([0, 2], np.int32), texts=np.array([0, 1], np.int32),
        ends=np.array([0, 1, 2], np.int32), substitutes=np.array([0, 1], np.int32), label_bounds=np.array([0, 2], np.int32),
        labels=np.array([0, 1], np.int8),
    )  # fmt: skip
    _, at, error, correct = sweep(lists, np.array([1.0, 0.0]), np.array([0.0, 2.0]), 1, -1.0, 1.0)
    assert at.tolist() == [-1.0, 0.5] and error.tolist() == [1.0, 0.0] and correct.tolist() == [0, 1]


def test_many_equal_lines_end():
    _, lists = random_lists(1, sentences=3, entries=30)
    score = np.zeros(len(lists.texts))
    sentence, *_ = sweep(lists, score, score, 2, -1.0, 1.0)
    assert len(sentence) == 3
    slopes = np.arange(len(score), dtype=float) % 5
    assert len(sweep(lists, score, slopes, 2, -1.0, 1.0)[0]) >= 3


def test_arrays_of_different_lengths_are_refused():
    _, lists = random_lists(2)
    with pytest.raises(ValueError, match="different lengths"):
        sweep(lists, np.zeros(1), np.zeros(1), 2, 0.0, 1.0)
