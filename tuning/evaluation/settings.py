"""Options of an evaluation."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.errors import ConfigError


@dataclass(frozen=True)
class Settings:
    """How a model is evaluated.

    Parameters
    ----------
    n_best : how many paraphrases of a sentence substitutes are taken from [Z08: 10].
    resamples : of each bootstrap and of each randomisation test.
    seed : of both.

    Raises
    ------
    ConfigError : a value that cannot be used.
    """

    n_best: int = 10
    resamples: int = 10_000
    seed: int = 1

    def __post_init__(self) -> None:
        for name, least in (("n_best", 1), ("resamples", 100), ("seed", 0)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise ConfigError(f"{name}: found {value!r}, expected a whole number from {least}.")
