"""How often the best substitutes are ones that people accept, and how sure that figure is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

N_BEST = 5
_RESAMPLES = 10_000
_SEED = 5

Verdicts = NDArray[np.float64]
Candidate = tuple[float, float, float, str]
"""Log probability of the paraphrase; log probability of the sentence with it; what people said of it; its text."""


def ranked(candidates: Sequence[Candidate], weight: float) -> list[Candidate]:
    """Rank candidates by log p(e2|e1) + weight · log P(sentence after), equal ones by their text.

    Weight 1 is the product of [BC05 section 2.2].
    """
    return sorted(candidates, key=lambda one: (-(one[0] + weight * one[1]), one[3]))


def best(candidates: Sequence[Sequence[Candidate]], weight: float) -> Verdicts:
    """Return what people said of the best five candidates of each target: targets × 5, NaN where there are fewer."""
    verdicts = np.full((len(candidates), N_BEST), np.nan)
    for row, listed in zip(verdicts, candidates, strict=True):
        row[: len(listed)] = [one[2] for one in ranked(listed, weight)[:N_BEST]]
    return verdicts


def first_accepted(verdicts: Verdicts, threshold: float) -> NDArray[np.float64]:
    """Of each target: is the best candidate accepted? None at all is a miss."""
    return (verdicts[:, 0] >= threshold).astype(np.float64)


def accepted_share(verdicts: Verdicts, threshold: float) -> NDArray[np.float64]:
    """Of each target that has candidates: the share of accepted ones among its best five, or as many as there are."""
    listed = verdicts[covered(verdicts)]
    return (listed >= threshold).sum(axis=1) / (~np.isnan(listed)).sum(axis=1)


def any_accepted(verdicts: Verdicts, threshold: float) -> NDArray[np.float64]:
    """Of each target: is one of the best five accepted?"""
    return (verdicts >= threshold).any(axis=1).astype(np.float64)


def covered(verdicts: Verdicts) -> NDArray[np.bool_]:
    """Of each target: are there candidates?"""
    return ~np.isnan(verdicts[:, 0])


def interval(values: NDArray[np.float64]) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of the mean: 10,000 resamples of the targets, seeded.

    Given differences of two systems target by target, it is the interval of the paired difference.
    """
    if not len(values):
        return float("nan"), float("nan")
    # Few values are distinct: how often each is drawn is all there is to a resample.
    distinct, counts = np.unique(values, return_counts=True)
    drawn = np.random.default_rng(_SEED).multinomial(len(values), counts / len(values), size=_RESAMPLES)
    low, high = np.quantile(drawn @ distinct / len(values), [0.025, 0.975])
    return float(low), float(high)
