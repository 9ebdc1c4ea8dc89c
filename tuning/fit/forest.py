"""Boosted trees learnt by LightGBM, as the arrays that the kernel walks, and what their sums are worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from paragen.base.errors import ConfigError
from paragen.base.packages import install_hint

Floats = npt.NDArray[np.float64]
Levels = list[tuple[float, float]]

PARAMETERS: dict[str, Any] = {
    "objective": "binary", "learning_rate": 0.04, "num_leaves": 31, "min_data_in_leaf": 25, "feature_fraction": 0.5,
    "bagging_fraction": 0.7, "bagging_freq": 1, "lambda_l2": 5.0, "max_bin": 127, "verbosity": -1, "deterministic": True,
    "force_row_wise": True, "num_threads": 1, "seed": 1,
}  # fmt: skip
"""Parameters of LightGBM: small trees of many samples each, since labels are few and from few documents."""


@dataclass
class Forest:
    """Trees as arrays: see forest.hh.

    Attributes
    ----------
    roots : of each tree the number of a branch, or ~ that of a leaf.
    branches : (feature, threshold, left, right).
    leaves : what each adds.
    """

    roots: list[int] = field(default_factory=list)
    branches: list[tuple[int, float, int, int]] = field(default_factory=list)
    leaves: list[float] = field(default_factory=list)

    def add(self, node: dict[str, Any]) -> int:
        """Add a tree as LightGBM dumps it; return the number of its root."""
        if "split_feature" not in node:
            self.leaves.append(float(node["leaf_value"]))
            return ~(len(self.leaves) - 1)
        if node["decision_type"] != "<=":
            raise ConfigError(f"fit: found a branch by {node['decision_type']!r}, expected '<='.")
        number = len(self.branches)
        self.branches.append((0, 0.0, 0, 0))  # before its children, whose numbers are greater
        children = self.add(node["left_child"]), self.add(node["right_child"])
        self.branches[number] = (int(node["split_feature"]), _below(float(node["threshold"])), *children)
        return number


def _below(threshold: float) -> float:
    """Return the greatest float32 up to a threshold: float32 features fall on the same side of both."""
    rounded = np.float32(threshold)
    return float(np.nextafter(rounded, np.float32(-np.inf)) if float(rounded) > threshold else rounded)


def lightgbm() -> Any:
    """Return the package; raise ConfigError where it is missing."""
    try:
        import lightgbm
    except ImportError:
        raise ConfigError(f"fit: LightGBM is missing. {install_hint('mine')}") from None
    return lightgbm


def grow(rows: npt.NDArray[np.float32], correct: npt.NDArray[np.bool_], weights: Floats | None, trees: int) -> Any:
    """Return a booster that has learnt which rows are correct."""
    package = lightgbm()
    data = package.Dataset(rows, label=correct.astype(np.float64), weight=weights, free_raw_data=False)
    return package.train(PARAMETERS, data, num_boost_round=trees)


def forest(booster: Any) -> Forest:
    """Return the arrays of a booster."""
    found = Forest()
    for tree in booster.dump_model()["tree_info"]:
        found.roots.append(found.add(tree["tree_structure"]))
    return found


def levels(sums: Floats, correct: npt.NDArray[np.bool_]) -> Levels:
    """Return points of the rising line from sums to probabilities that fits best: isotonic regression, by blocks.

    A block counts one accepted and one refused edit more than it has, so that nothing is ever certain.
    """
    order = np.argsort(sums, kind="stable")
    blocks = [[float(x), float(y), 1.0] for x, y in zip(sums[order], correct[order], strict=True)]  # sum of x, accepted, edits
    pooled = _merged(blocks, lambda last, block: last[1] * block[2] >= block[1] * last[2])
    least = max(2.0, _LEAST * len(sums))
    pooled = _merged(pooled, lambda last, block: last[2] < least or block[2] < least)
    found: Levels = []
    for total, accepted, edits in pooled:
        at, probability = float(np.float32(total / edits)), float(np.float32((accepted + 1) / (edits + 2)))
        if not found or at > found[-1][0]:
            found.append((at, max(probability, found[-1][1] if found else 0.0)))
    return found


def _merged(blocks: list[list[float]], joins: Callable[[list[float], list[float]], bool]) -> list[list[float]]:
    """Return blocks in which no block joins the one before it."""
    found: list[list[float]] = []
    for block in blocks:
        found.append(block)
        while len(found) > 1 and joins(found[-2], found[-1]):
            last = found.pop()
            found[-1] = [one + other for one, other in zip(found[-1], last, strict=True)]
    return found


_LEAST = 0.01  # a block has this share of all samples or more


def probabilities(sums: Floats, line: Levels) -> Floats:
    """Return the probabilities of sums, as forest.hh computes them."""
    x, y = zip(*line, strict=True)
    found: Floats = np.interp(sums, x, y)
    return found


@dataclass(frozen=True)
class Bin:
    """Edits of about the same confidence: its mean, the share that was accepted, and how many they are."""

    confidence: float
    accepted: float
    edits: int


def bins(confidence: Floats, correct: npt.NDArray[np.bool_], n_bins: int = 10) -> list[Bin]:
    """Return the edits in bins of equal width; empty ones are left out."""
    number = np.minimum((confidence * n_bins).astype(np.int64), n_bins - 1)
    return [
        Bin(float(confidence[chosen].mean()), float(correct[chosen].mean()), int(chosen.sum()))
        for k in range(n_bins)
        if (chosen := number == k).any()
    ]


def calibration_error(found: list[Bin]) -> float:
    """Return the mean distance of confidence and accepted share over the edits: the expected calibration error."""
    return sum(one.edits * abs(one.confidence - one.accepted) for one in found) / max(1, sum(one.edits for one in found))


def area(scores: Floats, correct: npt.NDArray[np.bool_]) -> float:
    """Return the share of pairs, one accepted and one refused, whose accepted one has the greater score (ties: half)."""
    values, number, counts = np.unique(scores, return_inverse=True, return_counts=True)
    first = np.cumsum(counts) - counts
    ranks = (first + (counts + 1) / 2)[number]
    good, bad = int(correct.sum()), int((~correct).sum())
    return float((ranks[correct].sum() - good * (good + 1) / 2) / max(1, good * bad))


def order_of_places(scores: Floats, correct: npt.NDArray[np.bool_], exchanges: Sequence[tuple[str, str]]) -> tuple[float, int]:
    """Return how well scores tell the places of an exchange apart, and over how many exchanges this is a mean.

    Of an exchange, it is the share of pairs of labels, one accepted and one refused, that are in their order. Exchanges count
    that have five labels or more, of which 20 to 80 % are accepted; 0 if there are none.

    exchanges : of each label, the words before and after.
    """
    places: dict[tuple[str, str], list[int]] = {}
    for number, exchange in enumerate(exchanges):
        places.setdefault(exchange, []).append(number)
    mixed = [chosen for chosen in places.values() if len(chosen) >= 5 and 0.2 <= correct[chosen].mean() <= 0.8]
    return float(np.mean([area(scores[chosen], correct[chosen]) for chosen in mixed])) if mixed else 0.0, len(mixed)


BOUNDS = (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
"""Least probabilities that figures are given for."""


@dataclass(frozen=True)
class HeldOut:
    """Probabilities of labelled edits, each from a model that has not seen its document.

    Attributes
    ----------
    probability, correct : of each edit, how likely it is correct, and whether it is.
    """

    probability: Floats
    correct: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.correct)

    @property
    def bins(self) -> list[Bin]:
        """Its reliability."""
        return bins(self.probability, self.correct)

    @property
    def error(self) -> float:
        """Its calibration error."""
        return calibration_error(self.bins)

    @property
    def area(self) -> float:
        """The share of pairs, one correct and one not, that it puts in their order."""
        return area(self.probability, self.correct)

    def kept(self, bounds: Sequence[float] = BOUNDS) -> list[tuple[float, int, float]]:
        """Return for each least probability how many edits are at least that sure, and the share of them that is correct."""
        return [
            (bound, int(chosen.sum()), float(self.correct[chosen].mean()) if chosen.any() else 0.0)
            for bound in bounds
            for chosen in [self.probability >= bound]
        ]


def held_out(values: Floats, correct: npt.NDArray[np.bool_], folds: npt.NDArray[np.int64]) -> HeldOut:
    """Return the probabilities of the values of each fold, calibrated on the other folds."""
    found = np.zeros(len(values))
    for number in np.unique(folds):
        chosen = folds == number
        found[chosen] = probabilities(values[chosen], levels(values[~chosen], correct[~chosen]))
    return HeldOut(found, correct)
