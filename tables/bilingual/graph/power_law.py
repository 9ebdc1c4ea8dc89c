"""Fits power laws: p(x) proportional to x^-a, from some x on."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from paragen.base.packages import optional_package

_STARTS = 200  # values that are tried, at most
_LEAST = 50  # numbers in the tail: fewer fit anything


@dataclass(frozen=True)
class PowerLaw:
    """A power law that numbers follow from ``start`` on.

    Attributes
    ----------
    exponent : a, of p(x) proportional to x^-a.
    error : its standard error.
    start : x_min.
    tail : how many numbers are at least that.
    distance : Kolmogorov-Smirnov, of these numbers from the law.
    """

    exponent: float
    error: float
    start: float
    tail: int
    distance: float

    def to_dict(self) -> dict[str, Any]:
        """Return the fit as plain data."""
        return asdict(self)

    def at_rank(self, rank: np.ndarray) -> np.ndarray:
        """Return how large the number at a rank of the tail should be; ranks count from 1."""
        return np.asarray(self.start * (rank / self.tail) ** (-1 / (self.exponent - 1)))


def fit_power_law(numbers: np.ndarray) -> PowerLaw | None:
    """Fit a power law to the tail of numbers above 0; None if there are too few different ones.

    The exponent is the most likely one [CSN09]_ (eq. 3.1, 3.5), discrete if all numbers are whole. The tail begins where the
    distance of the numbers from their law is the least (eq. 3.9); it has 50 numbers or more.

    Raises
    ------
    MissingPackageError : scipy is not installed.
    """
    optional_package("scipy.special", "graph: power laws", "bitext")
    values, repeats = np.unique(numbers, return_counts=True)
    values = values.astype(np.float64)
    in_tail = repeats[::-1].cumsum()[::-1]
    starts = np.flatnonzero((in_tail >= _LEAST) & (np.arange(len(values)) < len(values) - 1))
    if not len(starts):
        return None
    if len(starts) > _STARTS:
        starts = np.unique(starts[np.searchsorted(values[starts], np.geomspace(values[starts[0]], values[starts[-1]], _STARTS))])
    law = _discrete if (values == np.floor(values)).all() else _continuous
    fits = []
    for first in starts:
        tail, n = values[first:], int(in_tail[first])
        exponent, at, below = law(tail, float(repeats[first:] @ np.log(tail)) / n)
        shares = np.concatenate([[0], repeats[first:].cumsum()]) / n
        distance = max(np.abs(shares[1:] - at).max(), np.abs(shares[:-1] - below).max())
        fits.append(PowerLaw(exponent, (exponent - 1) / math.sqrt(n), float(tail[0]), n, float(distance)))
    return min(fits, key=lambda each: each.distance)


def _continuous(tail: np.ndarray, mean_log: float) -> tuple[float, np.ndarray, np.ndarray]:
    """Return the exponent, and the law's probability up to each value, and below it."""
    exponent = 1 + 1 / (mean_log - math.log(tail[0]))
    at = 1 - (tail / tail[0]) ** (1 - exponent)
    return exponent, at, at


def _discrete(tail: np.ndarray, mean_log: float) -> tuple[float, np.ndarray, np.ndarray]:
    from scipy.optimize import minimize_scalar
    from scipy.special import zeta

    found = minimize_scalar(lambda a: math.log(zeta(a, tail[0])) + a * mean_log, bounds=(1.0001, 30), method="bounded")
    exponent = float(found.x)
    all_ = zeta(exponent, tail[0])
    return exponent, 1 - zeta(exponent, tail + 1) / all_, 1 - zeta(exponent, tail) / all_
