"""Two models, or two weights, on the same sentences."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from paragen.tuning.evaluation.measuring import Measured, number
from paragen.tuning.evaluation.metrics import METRICS, values
from paragen.tuning.evaluation.resampling import interval, randomised, resampled


@dataclass(frozen=True)
class Difference:
    """One figure less the other.

    Parameters
    ----------
    value : the difference; None where one of them is undefined.
    low, high : its 95 % interval, by the bootstrap over sentences, which draws the same for both.
    p : the probability of a difference this great if the two are the same, by approximate randomisation, two-sided.
    """

    value: float | None
    low: float | None
    high: float | None
    p: float | None

    @property
    def clear(self) -> bool:
        """Whether the interval excludes zero."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


def compare(one: Measured, other: Measured) -> dict[str, Difference]:
    """Return the figures of ``one`` less those of ``other``, by metric.

    Raises
    ------
    ValueError : they are of different samples.
    """
    if one.sample is not other.sample:
        raise ValueError("compare: the two were measured on different samples")
    settings = one.settings
    found = values(one.table.sum(axis=0)) - values(other.table.sum(axis=0))
    drawn = resampled(np.hstack([one.table, other.table]), settings.resamples, settings.seed)
    first, second = np.hsplit(drawn, 2)
    low, high = interval(values(first) - values(second))
    p = randomised(one.table, other.table, settings.resamples, settings.seed)
    shown = one.names()
    return {
        metric.name: Difference(*map(number, (found[i], low[i], high[i], p[i])))
        for i, metric in enumerate(METRICS)
        if metric.name in shown
    }
