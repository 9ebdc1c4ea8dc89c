"""Learns the weights and the threshold of a pattern model from labelled pairs [Z09 §3.5]."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from paragen.base.errors import ConfigError, ParagenError
from paragen.tables.bilingual.patterns.features import Features
from paragen.tables.bilingual.patterns.parameters import BC, LEAST, Parameters
from paragen.tuning.quasi_newton import minimise

_SHARPNESS = (0.5, 1.0, 2.0, 4.0)
"""How steeply a pair begins to count as extracted around the threshold, round by round."""
_PULL = 0.001  # F that the squared distance of the weights from 1 costs
_STEPS = 200
_HIGHEST = 20.0

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Rates:
    """Precision, recall and their harmonic mean [Z09 §3.5]."""

    precision: float
    recall: float
    f: float


def rates(extracted: Bools, correct: Bools) -> Rates:
    """Return how good a choice of pairs is; 0 where nothing can be counted."""
    both, taken, right = (int(each.sum()) for each in (extracted & correct, extracted, correct))
    return Rates(both / max(taken, 1), both / max(right, 1), 2 * both / max(taken + right, 1))


def best_threshold(logs: Floats, correct: Bools) -> tuple[float, float]:
    """Return the logarithm of the threshold with the highest F, and F: halfway between the last pair it takes and the next.

    Ties go to the highest.
    """
    order = np.argsort(-logs, kind="stable")
    values = logs[order]
    taken = np.arange(1, len(values) + 1)
    f = 2 * np.cumsum(correct[order]) / (taken + correct.sum())
    ends = np.append(values[1:] < values[:-1], True) & np.isfinite(values) & (values >= math.log(LEAST))
    f = np.where(ends, f, -1.0)
    at = int(np.argmax(f))
    if f[at] < 0:
        return 0.0, 0.0
    below = values[at + 1] if at + 1 < len(values) else -math.inf
    threshold = (values[at] + below) / 2 if below > values[at] - 2 else values[at] - 1
    return float(np.clip(threshold, math.log(LEAST), 0.0)), float(f[at])


def fitted(features: Features, correct: Bools, start: Parameters) -> Parameters:
    """Return the weights and threshold with the highest F found on labelled pairs.

    F is maximised by gradient descent on a smooth stand-in: a pair counts as extracted by the sigmoid of log likelihood - log T,
    sharper in each round. Descents begin at weights of 1 and at those of [BC05]. The threshold is then chosen exactly.
    """
    size = len(start.weights)
    starts = [np.ones(size), np.array([*BC, *[0.0] * (size - 4)])]
    best: tuple[float, float, Floats] | None = None
    for point in starts if start.model != "bc" else [np.array(BC)]:
        weights = point if start.model == "bc" else _descended(features, correct, point)
        for each in (point, weights):  # a descent on the stand-in may lose what counts
            threshold, f = best_threshold(features.log_likelihoods(each)[0], correct)
            if best is None or f > best[0] + 1e-12:
                best = f, threshold, each
    assert best is not None
    _, threshold, weights = best
    return replace(start, weights=tuple(float(weight) for weight in weights), threshold=max(LEAST, min(1.0, math.exp(threshold))))


def _descended(features: Features, correct: Bools, weights: Floats) -> Floats:
    threshold, _ = best_threshold(features.log_likelihoods(weights)[0], correct)
    point = np.append(weights, threshold)
    lowest = np.append(np.zeros(len(weights)), math.log(LEAST))
    for sharpness in _SHARPNESS:

        def loss(point: Floats, sharpness: float = sharpness) -> tuple[float, Floats]:
            return smooth_loss(features, correct, point, sharpness)

        point = minimise(loss, point, lowest, _STEPS)
    found: Floats = np.round(np.minimum(point[:-1], _HIGHEST), 4)
    return found


def smooth_loss(features: Features, correct: Bools, point: Floats, sharpness: float) -> tuple[float, Floats]:
    """Return the negated smooth F and its gradient, at weights followed by the logarithm of the threshold."""
    weights, threshold = point[:-1], point[-1]
    logs, slopes = features.log_likelihoods(weights)
    taken = 0.5 * (1 + np.tanh(np.clip(sharpness * (logs - threshold) / 2, -50, 50)))
    whole = taken.sum() + correct.sum()
    f = 2 * taken[correct].sum() / whole
    of_taken = (2 * correct - f) / whole * sharpness * taken * (1 - taken)
    gradient = np.append(of_taken @ slopes, -of_taken.sum())
    away = weights - 1
    return float(-f + _PULL * (away @ away)), np.append(2 * _PULL * away, 0.0) - gradient


@dataclass(frozen=True)
class Learned:
    """What was learnt.

    Attributes
    ----------
    parameters : the weights and the threshold.
    found : how good they are on the labelled pairs.
    start : how good the weights given are with the best threshold for them.
    cross_validated : how good parameters learnt from the other folds are on each fold; None without folds.
    """

    parameters: Parameters
    found: Rates
    start: Rates
    cross_validated: Rates | None


def learn(features: Features, correct: Bools, start: Parameters, folds: int, seed: int) -> Learned:
    """Learn the parameters of a model from labelled pairs, each of which has a path.

    Raises
    ------
    ParagenError : all pairs are correct, or none is; or ``folds`` is 1 or less than 0.
    """
    if folds < 0 or folds == 1:
        raise ConfigError(f"folds: found {folds}, expected 2 or more, or 0 for none.")
    if correct.all() or not correct.any():
        raise ParagenError(
            f"labels: all {len(correct)} pairs are {'correct' if correct.all() else 'incorrect'}, expected both kinds. "
            "Label more pairs."
        )
    parameters = fitted(features, correct, start)
    logs, _ = features.log_likelihoods(np.array(start.weights))
    at_start = rates(logs >= best_threshold(logs, correct)[0], correct)
    return Learned(
        parameters, rates(_extracted(features, parameters), correct), at_start, _held_out(features, correct, start, folds, seed)
    )


def _extracted(features: Features, parameters: Parameters) -> Bools:
    logs, _ = features.log_likelihoods(np.array(parameters.weights))
    return np.exp(logs) >= parameters.threshold


def _held_out(features: Features, correct: Bools, start: Parameters, folds: int, seed: int) -> Rates | None:
    """Return the rates over all folds, each judged by parameters from the others; None if a fold would lack a kind of label."""
    if min(int(correct.sum()), int((~correct).sum())) < folds or not folds:
        return None
    fold = np.empty(len(correct), np.int64)
    random = np.random.default_rng(seed)
    for kind in (correct, ~correct):
        fold[kind] = random.permutation(int(kind.sum())) % folds
    extracted = np.zeros(len(correct), np.bool_)
    for number in range(folds):
        inside = fold == number
        extracted[inside] = _extracted(features.chosen(inside), fitted(features.chosen(~inside), correct[~inside], start))
    return rates(extracted, correct)
