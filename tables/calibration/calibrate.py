"""Chooses a threshold, and the weights of a mixture, on labelled pairs, and estimates how reliable the choice is."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import ConfigError, ParagenError
from paragen.base.json_and_toml import toml_text
from paragen.base.output_files import atomic_file
from paragen.tables.calibration.labelled import Labelled, read_labelled
from paragen.tables.calibration.objective import CalibrationOptions, Objective
from paragen.tables.calibration.search import Choice, Rates, mixed, rates_of, search

_MIXTURES: dict[tuple[str, ...], str] = {("content", "context"): "alpha", ("content", "click"): "beta"}
"""Similarities -> the option that sets the weight of the first: [Z08 eq. 6] and [Z08 eq. 10]."""
_THRESHOLDS: dict[tuple[str, ...], str] = {("overlap",): "threshold-sentences"}
"""Similarities -> the option that sets the threshold, if it is not called threshold: Th3 of `paragen comparable`."""


@dataclass(frozen=True)
class Figure:
    """A rate, with its 95 % interval and its value by cross-validation (None without one)."""

    value: float
    low: float
    high: float
    cross_validated: float | None


@dataclass(frozen=True)
class Calibration:
    """The choice.

    Attributes
    ----------
    name, threshold_name : of the options that set the weight ("" if there is one similarity) and the threshold.
    columns : the similarities.
    weight : of the first of them; 1 if it is the only one.
    threshold : what the similarity of a pair must exceed.
    precision, recall, f : on the pairs used for the choice.
    pairs, correct, unlabelled : how many have labels, how many of these are correct, how many have none.
    folds : of the cross-validation; 0 if one kind of label has fewer pairs.
    """

    name: str
    threshold_name: str
    columns: tuple[str, ...]
    weight: float
    threshold: float
    precision: Figure
    recall: Figure
    f: Figure
    pairs: int
    correct: int
    unlabelled: int
    folds: int

    def options(self) -> dict[str, float]:
        """Return the options of the builder: the weight by its name, the threshold."""
        return {**({self.name: self.weight} if self.name else {}), self.threshold_name: self.threshold}


def calibrate_file(
    pairs: StrPath,
    destination: StrPath | None = None,
    *,
    objective: Objective | None = None,
    name: str = CalibrationOptions.name,
    threshold_name: str = CalibrationOptions.threshold_name,
    folds: int = CalibrationOptions.folds,
    seed: int = CalibrationOptions.seed,
    progress: Callable[[int], object] | None = None,
) -> Calibration:
    """Choose the weight w of w·first + (1−w)·second and the threshold on labelled pairs, as in [Z08]_ note 9.

    Parameters
    ----------
    pairs : see `read_labelled`.
    destination : file for the options, as lines of TOML for a recipe; None for none.
    objective : what to maximise; by default F1.
    name : of the option that sets the weight; by default alpha for the columns content and context [Z08 eq. 6], beta for
        content and click [Z08 eq. 10].
    threshold_name : of the option that sets the threshold; by default threshold-sentences for the column overlap (that of
        `paragen comparable`), otherwise threshold.
    folds : of the cross-validation, 0 for none.
    seed : of the folds and the bootstrap.
    progress : called with 1 after each weight.

    Raises
    ------
    ConfigError : an option is out of range, the destination cannot be written, or the weight has no name.
    FormatError : the pairs are malformed.
    ParagenError : only one kind of label; all similarities are 0; the precision cannot be reached.
    """
    objective = objective or Objective()
    if folds < 0 or folds == 1:
        raise ConfigError(f"folds: found {folds}, expected 2 or more, or 0 for none.")
    check_destinations([destination], [pairs])
    labelled = read_labelled(pairs)
    name = _mixture_name(labelled, name)
    numbers = fold_numbers(labelled.correct, folds, seed)
    best, *by_fold = search(labelled, objective, numbers, progress)
    _check_choice(os.fspath(pairs), labelled, best, objective)
    accepted = mixed(labelled, best.weight) > best.threshold
    held_out = np.zeros(len(accepted), np.bool_)
    for part, choice in enumerate(by_fold):
        inside = numbers == part
        held_out[inside] = (mixed(labelled, choice.weight) > choice.threshold)[inside]
    validated = pooled(held_out, labelled.correct, objective) if by_fold else None
    precision, recall, f = _figures(accepted, labelled.correct, validated, objective, seed)
    threshold_name = threshold_name or _THRESHOLDS.get(labelled.columns, "threshold")
    found = Calibration(
        name, threshold_name, labelled.columns, best.weight, best.threshold, precision, recall, f,
        len(accepted), int(labelled.correct.sum()), labelled.unlabelled, len(by_fold),
    )  # fmt: skip
    if destination is not None:
        with atomic_file(destination) as file:
            file.write(toml_text(found.options()).encode())
    return found


def _figures(
    accepted: npt.NDArray[np.bool_], correct: npt.NDArray[np.bool_], validated: Rates | None, objective: Objective, seed: int
) -> list[Figure]:
    """Return precision, recall and F with their intervals."""
    rates = pooled(accepted, correct, objective)
    counts = int((accepted & correct).sum()), int(accepted.sum()), int(correct.sum()), len(accepted)
    spreads = intervals(*counts, objective, seed)
    others = [float(np.nan_to_num(rate)) for rate in validated] if validated else [None] * 3
    return [Figure(float(rate), low, high, other) for rate, (low, high), other in zip(rates, spreads, others, strict=True)]


def _mixture_name(labelled: Labelled, name: str) -> str:
    if len(labelled.columns) == 1:
        if name:
            [only] = labelled.columns
            raise ConfigError(f"name: found {name!r}, but there is only one similarity, {only!r}: it needs no weight.")
        return ""
    name = name or _MIXTURES.get(labelled.columns, "")
    if not name:
        first, second = labelled.columns
        raise ConfigError(f"the weight of {first!r} beside {second!r} has no name. Give one: --name alpha.")
    return name


def _check_choice(path: str, labelled: Labelled, best: Choice, objective: Objective) -> None:
    if best.value >= 0:
        return
    if not labelled.similarities.any():
        raise ParagenError(f"{path}: every similarity is 0, so no threshold divides the pairs.")
    raise ParagenError(
        f"{path}: no threshold has a precision of {objective.min_precision:g}; the highest is {best.precision:.4g}. "
        "Lower --min-precision."
    )


_SAMPLES = 2000
_SPREAD = (2.5, 97.5)  # percentiles: 95 % of the samples lie between


# By hand, as scipy.stats.bootstrap draws every pair again for each sample, and the core install has no scipy.
def intervals(true: int, accepted: int, correct: int, pairs: int, objective: Objective, seed: int) -> list[tuple[float, float]]:
    """Return 95 % intervals of precision, recall and F, by the percentiles of 2000 bootstrap samples of the pairs.

    Pairs differ only in label and side of the threshold, so drawing pairs amounts to drawing the four counts.
    """
    cells = np.array([true, accepted - true, correct - true, pairs - accepted - correct + true]) / pairs
    hits, false, missed, _ = np.random.default_rng(seed).multinomial(pairs, cells, _SAMPLES).T
    rates = rates_of(hits, hits + false, hits + missed, objective)
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
    return rates_of((accepted & correct).sum(), accepted.sum(), correct.sum(), objective)
