"""Intervals and p: against scipy, against loops written to be read, and where the answer is known."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from paragen.tuning.evaluation import Sample, Settings, compare
from paragen.tuning.evaluation.metrics import BY_NAME, COLUMNS, METRICS, exact, interval, randomised, resampled, values
from paragen.tuning.judged import JudgedSentence

from .common import FEW, measured, name, paraphrase, random_problem


def a_table(seed: int, rows: int = 40) -> np.ndarray:
    """Columns as they come of sentences."""
    draw = np.random.default_rng(seed)
    table = np.zeros((rows, len(COLUMNS)))
    kinds = draw.integers(0, 6, (rows, 3))
    labelled = kinds[:, 0] + kinds[:, 1]
    pser = np.divide(kinds[:, 1], labelled, out=np.ones(rows), where=labelled > 0)
    by_name = {
        "sentences": 1, "judged": 1, "pser": pser, "correct": kinds[:, 0], "incorrect": kinds[:, 1], "unlabelled": kinds[:, 2],
        "correct_occurrences": 3 * kinds[:, 0], "incorrect_occurrences": 2 * kinds[:, 1], "covered": labelled > 0,
        "unchanged": labelled == 0, "edits": draw.integers(0, 4, rows),
    }  # fmt: skip
    for column, value in by_name.items():
        table[:, COLUMNS.index(column)] = value
    return exact(table)


def column(name: str) -> int:
    return COLUMNS.index(name)


def test_intervals_are_those_of_scipy():
    scipy_stats = pytest.importorskip("scipy.stats")
    table, seed, resamples = a_table(1, 75), 7, 2000
    low, high = interval(values(resampled(table, resamples, seed)))

    def bootstrap(statistic, *data):
        # scipy draws resamples one by one from the generator, as we do
        done = scipy_stats.bootstrap(
            data, statistic, n_resamples=resamples, method="percentile", vectorized=False, paired=True,
            random_state=np.random.default_rng(seed),
        )  # fmt: skip
        return done.confidence_interval

    mean = bootstrap(lambda x: x.mean(), table[:, column("pser")])
    assert (low[BY_NAME["mean"]], high[BY_NAME["mean"]]) == pytest.approx((mean.low, mean.high), rel=1e-9)
    right, wrong = table[:, column("correct")], table[:, column("incorrect")]
    accuracy = bootstrap(lambda x, y: x.sum() / (x.sum() + y.sum()), right, wrong)
    at = BY_NAME["distinct_accuracy"]
    assert (low[at], high[at]) == pytest.approx((accuracy.low, accuracy.high), rel=1e-9)


@pytest.mark.parametrize("rows", [1, 2, 40])
def test_sums_equal_a_loop(rows, monkeypatch):
    table = a_table(2, rows)
    found = resampled(table, 50, 5)
    draw = np.random.default_rng(5)
    for line in found:
        expected = np.zeros(len(COLUMNS))
        for row in draw.integers(0, rows, rows):
            expected += table[row]
        assert line.tolist() == expected.tolist()
    monkeypatch.setattr("paragen.tuning.evaluation.metrics._DRAWS", 7)  # the parts it is done in change nothing
    assert resampled(table, 50, 5).tolist() == found.tolist()


def test_sums_do_not_depend_on_their_order():
    table = a_table(3, 5000)
    shuffled = np.random.default_rng(0).permutation(table)
    assert np.array_equal(np.ones(5000) @ table, shuffled.cumsum(axis=0)[-1])


def test_p_equals_a_loop():
    one, other = a_table(4, 12), a_table(5, 12)
    found = randomised(one, other, 300, 9)
    draw = np.random.default_rng(9)
    observed = abs(values(one.sum(axis=0)) - values(other.sum(axis=0)))
    extreme = np.ones(len(METRICS))
    for _ in range(300):
        swap = draw.integers(0, 2, 12, dtype=np.uint8).astype(bool)[:, None]
        left, right = np.where(swap, other, one), np.where(swap, one, other)
        extreme += abs(values(left.sum(axis=0)) - values(right.sum(axis=0))) >= observed - 1e-9
    known = ~np.isnan(observed)
    # the generator gives bytes in fours, which a loop that asks for twelve at a time takes alike
    assert found[known] == pytest.approx((extreme / 301)[known])
    assert np.isnan(found[~known]).all() and known.any()


def test_p_is_near_the_exact_one():
    one, other = a_table(6, 8), a_table(7, 8)
    found = randomised(one, other, 20_000, 1)
    number = BY_NAME["mean"]
    apart = one[:, column("pser")] - other[:, column("pser")]
    sums = [abs(np.dot(signs, apart)) for signs in product((-1, 1), repeat=8)]
    assert found[number] == pytest.approx(np.mean([each >= abs(apart.sum()) - 1e-9 for each in sums]), abs=0.015)


def test_what_is_the_same_has_p_one_and_what_differs_everywhere_has_not():
    table = a_table(8)
    assert set(randomised(table, table, 200, 1)[~np.isnan(values(table.sum(axis=0)))]) == {1.0}
    better = table.copy()
    better[:, column("pser")] = 0
    assert randomised(better, table, 999, 1)[BY_NAME["pser"]] == 1 / 1000


def test_intervals_without_what_is_undefined():
    low, high = interval(np.array([[1.0, np.nan, np.nan], [2.0, 5.0, np.nan], [3.0, 5.0, np.nan]]))
    assert (low[1], high[1]) == (5.0, 5.0) and np.isnan(low[2]) and low[0] == pytest.approx(1.05)


def test_intervals_cover_what_they_should():
    """Of 200 samples of a known population, about 95 % of the intervals hold its mean."""
    draw, hits = np.random.default_rng(11), 0
    for seed in range(200):
        table = np.zeros((60, len(COLUMNS)))
        table[:, column("judged")] = 1
        table[:, column("pser")] = exact(draw.random(60) < 0.4)
        low, high = interval(values(resampled(table, 300, seed)))
        hits += low[BY_NAME["mean"]] <= 0.4 <= high[BY_NAME["mean"]]
    assert 178 <= hits <= 199


def test_differences_are_paired():
    """A model that is a little better in every sentence is clearly better, though sentences differ far more."""
    texts = [f"abcdef {i}" for i in range(30)]
    lists = {text: [paraphrase(text, [(at, "x")]) for at in range(6)] for text in texts}
    verdicts = {text: {name(text, at, "x"): at * 7 % 31 >= i for at in range(6)} for i, text in enumerate(texts)}
    sample = Sample([JudgedSentence(text, verdicts[text]) for text in texts])
    one = measured({text: found[1:] for text, found in lists.items()}, sample, Settings(resamples=1000))
    other = measured(lists, sample, Settings(resamples=1000))
    found = compare(one, other)["mean"]
    assert found.value == pytest.approx(one.figures["mean"].value - other.figures["mean"].value)
    assert found.clear and found.high < 0 and found.p < 0.05
    assert one.figures["mean"].high - one.figures["mean"].low > 3 * (found.high - found.low)
    same = compare(one, one)["mean"]
    assert (same.value, same.low, same.high, same.p, same.clear) == (0, 0, 0, 1, False)


def test_models_on_different_samples_are_not_compared():
    lists, sample, _ = random_problem(1)
    with pytest.raises(ValueError, match="different samples"):
        compare(measured(lists, sample), measured(lists, Sample(sample.sentences)))


def test_same_seed_same_figures():
    lists, sample, _ = random_problem(2)
    assert measured(lists, sample).figures == measured(lists, sample).figures
    assert measured(lists, sample, Settings(10, 200, 4)).figures != measured(lists, sample, FEW).figures
