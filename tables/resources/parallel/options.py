"""What counts as a paraphrase in parallel texts."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.errors import ConfigError
from paragen.tables.io.writing import TOP
from paragen.tables.parses.chunks import LABELS, MAX_WORDS

ALPHA = 0.5
"""Weight of the words of the chunks, beside 1 - ALPHA for those around them."""
THRESHOLD = 0.475
"""Th1: chunks that are more similar are paraphrases."""


@dataclass(frozen=True)
class Options:
    """What counts as a paraphrase.

    Parameters
    ----------
    alpha : weight of the overlap of the chunks' own words, 0 to 1; the rest is that of their contexts.
    threshold : Th1, from 0 to below 1.
    top : paraphrases a phrase, best first.
    labels : kinds of chunks.
    max_words : words of the longest chunk.
    containment : whether a paraphrase may have all words of its phrase and more, or some of them and no other.
    all_pairs : whether each chunk is paired with all that are similar enough, rather than with its counterpart alone: the
        most similar one, if it is so in both directions. The same words are the counterpart, where they stand in both units.
    keep_opposites : whether phrases may be paraphrases that differ in opposites; see `paragen.tables.resources.opposites`.
    """

    alpha: float = ALPHA
    threshold: float = THRESHOLD
    top: int = TOP
    labels: tuple[str, ...] = LABELS
    max_words: int = MAX_WORDS
    containment: bool = False
    all_pairs: bool = False
    keep_opposites: bool = False

    def check(self) -> None:
        """Raise ConfigError for an option out of range."""
        if not 0 <= self.alpha <= 1:
            raise ConfigError(f"alpha: found {self.alpha:g}, expected 0 to 1.")
        if not 0 <= self.threshold < 1:
            raise ConfigError(f"threshold: found {self.threshold:g}, expected 0 or more and less than 1.")
        if self.max_words < 1:
            raise ConfigError(f"max_words: found {self.max_words}, expected 1 or more.")
        for label in self.labels:
            if label not in LABELS:
                raise ConfigError(f"labels: found {label!r}, expected some of {','.join(LABELS)}.")
        if not self.labels:
            raise ConfigError(f"labels: found none, expected some of {','.join(LABELS)}.")
