"""What a thesaurus of parsed text leaves out."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.errors import ConfigError
from paragen.tables.resources.thesaurus.relations import LEFT_OUT


@dataclass(frozen=True)
class Limits:
    """What is left out.

    Parameters
    ----------
    top : similar words a word, and paraphrases a form.
    threshold : least similarity.
    min_count : a word must have been in the text as often.
    min_features : a word must have as many features with information above 0.
    mutual : whether each of two words must be among the nearest of the other.
    left_out : relations, without their subtypes, that do not count.
    keep_opposites : whether words of which one is the opposite of the other may be similar; else they leave their places in
        the ``top`` to the next ones. See `paragen.tables.resources.opposites`.
    """

    top: int = 20
    threshold: float = 0.05
    min_count: int = 20
    min_features: int = 20
    mutual: bool = False
    left_out: frozenset[str] = LEFT_OUT
    keep_opposites: bool = False

    def check(self) -> None:
        """Raise ConfigError for a limit out of range."""
        for name in ("top", "min_count", "min_features"):
            if getattr(self, name) < 1:
                raise ConfigError(f"{name}: found {getattr(self, name)}, expected 1 or more.")
        if not 0 <= self.threshold <= 1:
            raise ConfigError(f"threshold: found {self.threshold:g}, expected a similarity from 0 to 1.")
