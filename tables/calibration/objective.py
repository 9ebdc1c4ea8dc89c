"""The objective by which a threshold is chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragen.base.errors import ConfigError

MAX_BETA = 1000.0
"""Beyond it nothing but recall counts."""

Counts = npt.NDArray[np.int64]


class Rates(NamedTuple):
    """Precision, recall and their mean F; arrays or numbers. The precision of no pairs is NaN."""

    precision: npt.NDArray[np.float64]
    recall: npt.NDArray[np.float64]
    f: npt.NDArray[np.float64]


@dataclass(frozen=True)
class Objective:
    """The highest F, or the highest recall with enough precision.

    Parameters
    ----------
    f_beta : how much recall weighs in F: 1 as much as precision, 0.5 half as much; at most 1,000.
    min_precision : None for the highest F, otherwise the least precision.
    """

    f_beta: float = 1.0
    min_precision: float | None = None

    def check(self) -> None:
        """Raise ConfigError for an option out of range."""
        if not 0 < self.f_beta <= MAX_BETA:
            raise ConfigError(f"f_beta: found {self.f_beta:g}, expected a number above 0 and at most {MAX_BETA:g}.")
        if self.min_precision is not None and not 0 < self.min_precision <= 1:
            raise ConfigError(f"min_precision: found {self.min_precision:g}, expected a number above 0 and at most 1.")

    def rates(self, true: Counts, accepted: Counts, correct: Counts | int) -> Rates:
        """Return precision, recall and F, if ``true`` of the ``correct`` pairs are among those ``accepted``."""
        weight = self.f_beta * self.f_beta
        with np.errstate(invalid="ignore", divide="ignore"):
            # F from counts, so that equal rates give the same number whatever the counts
            return Rates(true / accepted, np.divide(true, correct), (1 + weight) * true / (weight * correct + accepted))

    def values(self, rates: Rates) -> npt.NDArray[np.float64]:
        """Return the values to maximise; -1 where the precision is not reached."""
        if self.min_precision is None:
            return rates.f
        return np.where(rates.precision >= self.min_precision, rates.recall, -1.0)
