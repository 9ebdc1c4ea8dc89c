"""Options of tuning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from paragen.base.errors import ConfigError

_MOST_REGULARISATION = 1e6  # no weight moves any more long before


@dataclass(frozen=True)
class Options:
    """How weights are tuned.

    Parameters
    ----------
    n_best : how many paraphrases per sentence PSER is computed over [Z08: 10].
    pool : how many are decoded and merged with those of earlier rounds; at least ``n_best``.
    max_rounds : of searching and decoding again.
    starts : random starting points of the search in each round, besides the best weights so far and equal weights.
    regularisation : the cost, in mean PSER, of being as far from the start as the start is from 0, at most a million; see
        :class:`paragen.tuning.line_search.Criterion`.
    seed : of everything random.
    fixed : weights by feature that are not tuned.

    Raises
    ------
    ConfigError : a value cannot be used.
    """

    n_best: int = 10
    pool: int = 100
    max_rounds: int = 10
    starts: int = 3
    regularisation: float = 0.03
    seed: int = 1
    fixed: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, least in (("n_best", 1), ("pool", self.n_best), ("max_rounds", 0), ("starts", 0), ("seed", 0)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise ConfigError(f"{name}: found {value!r}, expected a whole number from {least}.")
        if not 0 <= self.regularisation <= _MOST_REGULARISATION:
            expected = f"a number from 0 to {_MOST_REGULARISATION:g}"
            raise ConfigError(f"regularisation: found {self.regularisation!r}, expected {expected}.")
