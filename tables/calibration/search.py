"""Finds the weight of the mixture and the threshold that an objective asks for.

Tries a grid of weights, with every threshold between two values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragen.tables.calibration.labelled import Labelled
from paragen.tables.calibration.objective import Objective

WEIGHTS = tuple(step / 20 for step in range(21))
"""Weights of the first similarity in the mixture."""

_DECIMALS = 5  # files have about six; smaller differences are rounding noise

Array = npt.NDArray[np.float64]


class Choice(NamedTuple):
    """The best weight of the first similarity, the threshold that a pair must exceed, and the value of the objective."""

    weight: float
    threshold: float
    value: float
    precision: float


def mixed(labelled: Labelled, weight: float) -> Array:
    """Return w·first + (1−w)·second for each pair; the only similarity if there is just one."""
    columns = labelled.similarities.T
    exact: Array = columns[0] if len(columns) == 1 else weight * columns[0] + (1 - weight) * columns[1]
    return exact.round(_DECIMALS)


def search(
    labelled: Labelled, objective: Objective, folds: npt.NDArray[np.int64], progress: Callable[[int], object] | None = None
) -> list[Choice]:
    """Return the best choice on all pairs, and on all pairs except those of each fold.

    The highest value of the objective wins; ties go to the highest precision, then to the weight nearest to 1/2, then to the
    highest threshold.

    Parameters
    ----------
    folds : the fold of each pair, from 0; empty for none.
    progress : called with 1 after each weight.
    """
    parts = int(folds.max()) + 1 if len(folds) else 0
    best: list[Choice | None] = [None] * (1 + parts)
    for weight in WEIGHTS if len(labelled.columns) == 2 else (1.0,):
        similarity = mixed(labelled, weight)
        order = np.argsort(-similarity, kind="stable")
        ordered, correct = similarity[order], labelled.correct[order]
        for part, kept in enumerate(_subsets(folds, order, parts)):
            chosen = _best_threshold(ordered[kept], correct[kept], weight, objective)
            best[part] = max(filter(None, (best[part], chosen)), key=_rank)
        if progress:
            progress(1)
    return [choice for choice in best if choice]


def _subsets(folds: npt.NDArray[np.int64], order: npt.NDArray[np.intp], parts: int) -> Iterator[npt.NDArray[np.bool_] | slice]:
    yield slice(None)
    if parts:
        ordered = folds[order]
        yield from (ordered != part for part in range(parts))


def _rank(choice: Choice) -> tuple[float, float, float, float]:
    return choice.value, choice.precision, -abs(choice.weight - 0.5), choice.weight


def _best_threshold(ordered: Array, correct: npt.NDArray[np.bool_], weight: float, objective: Objective) -> Choice:
    """Return the best threshold for pairs in descending similarity; if none will do, the threshold 1, which accepts nothing."""
    below = np.append(ordered[1:], 0.0)
    # A threshold lies below the last of equal similarities; the lowest is 0, which every pair with any similarity exceeds.
    ends = np.flatnonzero(ordered > below)
    if not len(ends):
        return Choice(weight, 1.0, -1.0, 0.0)
    true = np.cumsum(correct, dtype=np.int64)
    rates = rates_of(true[ends], ends + 1, int(true[-1]), objective)
    values = _values(rates, objective)
    at = int(np.lexsort((ends, -rates.precision, -values))[0])
    threshold = _between(float(below[ends[at]]), float(ordered[ends[at]]))
    return Choice(weight, threshold, float(values[at]), float(rates.precision[at]))


def _between(low: float, high: float) -> float:
    """Return the shortest decimal number near the middle that is at least ``low`` and less than ``high``."""
    middle = (low + high) / 2
    for digits in range(1, _DECIMALS + 3):
        found = round(middle, digits)
        if low < found < high:
            return found
    return low


Counts = npt.NDArray[np.int64]


class Rates(NamedTuple):
    """Precision, recall and their mean F; arrays or numbers. The precision of no pairs is NaN."""

    precision: npt.NDArray[np.float64]
    recall: npt.NDArray[np.float64]
    f: npt.NDArray[np.float64]


def rates_of(true: Counts, accepted: Counts, correct: Counts | int, objective: Objective) -> Rates:
    """Return precision, recall and F, if ``true`` of the ``correct`` pairs are among those ``accepted``."""
    weight = objective.f_beta * objective.f_beta
    with np.errstate(invalid="ignore", divide="ignore"):
        # F from counts, so that equal rates give the same number whatever the counts
        return Rates(true / accepted, np.divide(true, correct), (1 + weight) * true / (weight * correct + accepted))


def _values(rates: Rates, objective: Objective) -> npt.NDArray[np.float64]:
    """Return the values to maximise; -1 where the precision is not reached."""
    if objective.min_precision is None:
        return rates.f
    return np.where(rates.precision >= objective.min_precision, rates.recall, -1.0)
