"""What a threshold is chosen for."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragen.base.errors import ConfigError

Counts = npt.NDArray[np.int64]


class Rates(NamedTuple):
    """Precision, recall and their mean F; arrays or numbers, NaN for the precision of nothing."""

    precision: npt.NDArray[np.float64]
    recall: npt.NDArray[np.float64]
    f: npt.NDArray[np.float64]


@dataclass(frozen=True)
class Objective:
    """The greatest F, or the greatest recall with enough precision.

    Parameters
    ----------
    f_beta : how much recall weighs in F: 1 as much as precision, 0.5 half as much.
    min_precision : None for the greatest F, else what the precision must be.
    """

    f_beta: float = 1.0
    min_precision: float | None = None

    def check(self) -> None:
        """Raise ConfigError for an option out of range."""
        if not (0 < self.f_beta < math.inf):
            raise ConfigError(f"f_beta: found {self.f_beta:g}, expected a number above 0.")
        if self.min_precision is not None and not 0 < self.min_precision <= 1:
            raise ConfigError(f"min_precision: found {self.min_precision:g}, expected a number above 0 and at most 1.")

    def rates(self, true: Counts, accepted: Counts, correct: Counts | int) -> Rates:
        """Return precision, recall and F where of ``correct`` pairs ``true`` are among those ``accepted``."""
        weight = self.f_beta * self.f_beta
        with np.errstate(invalid="ignore", divide="ignore"):
            # F of counts, so that equal rates give the same number whatever the counts
            return Rates(true / accepted, np.divide(true, correct), (1 + weight) * true / (weight * correct + accepted))

    def values(self, rates: Rates) -> npt.NDArray[np.float64]:
        """Return what is to be as great as can be; -1 where the precision is not reached."""
        if self.min_precision is None:
            return rates.f
        return np.where(rates.precision >= self.min_precision, rates.recall, -1.0)
