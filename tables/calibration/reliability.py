"""The reliability of a chosen threshold's figures: bootstrap intervals, and figures by cross-validation."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from paragen.tables.calibration.objective import Objective, Rates

_SAMPLES = 2000
_SPREAD = (2.5, 97.5)  # percentiles: 95 % of the samples lie between


def intervals(true: int, accepted: int, correct: int, pairs: int, objective: Objective, seed: int) -> list[tuple[float, float]]:
    """Return 95 % intervals of precision, recall and F, by the percentiles of 2000 bootstrap samples of the pairs.

    Pairs differ only in label and side of the threshold, so drawing pairs amounts to drawing the four counts.
    """
    cells = np.array([true, accepted - true, correct - true, pairs - accepted - correct + true]) / pairs
    hits, false, missed, _ = np.random.default_rng(seed).multinomial(pairs, cells, _SAMPLES).T
    rates = objective.rates(hits, hits + false, hits + missed)
    return [_interval(rate[~np.isnan(rate)]) for rate in rates]


def _interval(rate: npt.NDArray[np.float64]) -> tuple[float, float]:
    if not len(rate):
        return 0.0, 1.0
    low, high = np.percentile(rate, _SPREAD)
    return float(low), float(high)


def fold_numbers(correct: npt.NDArray[np.bool_], folds: int, seed: int) -> npt.NDArray[np.int64]:
    """Assign pairs to folds at random, correct and incorrect ones evenly; empty if either kind has fewer pairs than folds."""
    if folds < 2 or min(correct.sum(), (~correct).sum()) < folds:
        return np.zeros(0, np.int64)
    rng = np.random.default_rng(seed)
    numbers = np.zeros(len(correct), np.int64)
    for kind in (correct, ~correct):
        [places] = np.nonzero(kind)
        numbers[rng.permutation(places)] = np.arange(len(places)) % folds
    return numbers


def pooled(accepted: npt.NDArray[np.bool_], correct: npt.NDArray[np.bool_], objective: Objective) -> Rates:
    """Return the rates of the accepted pairs."""
    return objective.rates((accepted & correct).sum(), accepted.sum(), correct.sum())
