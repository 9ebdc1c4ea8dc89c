"""How single substitutes are ranked."""

from __future__ import annotations

import math
from dataclasses import dataclass

from paragen.base.errors import ConfigError

RANKS = ("table", "lm", "fit")


@dataclass(frozen=True)
class Ranking:
    """How substitutes are ranked.

    Parameters
    ----------
    rank : "table": by weight times log score in a table, the greatest over the tables that offer it; "lm": plus the weighted
        change in the log probability of the sentence; "fit": by confidence, if the model has a fit. If a sense is given,
        ``sense_weight`` times log p(f | phrase) p(substitute | f) replaces the tables' score; f is a foreign phrase.
    top : how many per span; None: all.
    min_conceivable : the least :attr:`paragen.results.Candidate.conceivable`; 0: all, also of models that do not say it.

    Raises
    ------
    ConfigError : a value cannot be used.
    """

    rank: str = "table"
    top: int | None = None
    sense_weight: float = 1.0
    min_conceivable: float = 0.0

    def __post_init__(self) -> None:
        if self.rank not in RANKS:
            raise ConfigError(f"rank: found {self.rank!r}, expected {' or '.join(map(repr, RANKS))}.")
        if self.top is not None and not (type(self.top) is int and self.top >= 1):
            raise ConfigError(f"top: found {self.top!r}, expected a whole number from 1, or None for all.")
        number = isinstance(self.sense_weight, (int, float)) and not isinstance(self.sense_weight, bool)
        if not (number and math.isfinite(self.sense_weight)):
            raise ConfigError(f"sense_weight: found {self.sense_weight!r}, expected a number.")
        if not (isinstance(self.min_conceivable, (int, float)) and 0 <= self.min_conceivable <= 1):
            raise ConfigError(f"min_conceivable: found {self.min_conceivable!r}, expected a number from 0 to 1.")

    @property
    def with_lm(self) -> bool:
        """Whether the language model is queried."""
        return self.rank == "lm"
