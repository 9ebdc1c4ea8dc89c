"""What a thesaurus lists of two phrases, and the scores of what it lists without one."""

from __future__ import annotations

from typing import NamedTuple

GAMMA = 0.9
"""Each further sense of a phrase counts that much less, as [Z08 eq. 9] has it of definitions."""

FACTORS = {"synonym": 1.0, "similar": 0.5, "generic": 0.3, "related": 0.1}
"""What the score is multiplied by for words that do not mean the same: near adjectives, hypernyms, words of the field."""


class Listed(NamedTuple):
    """A phrase and one that may replace it.

    Attributes
    ----------
    source, target : as written, lemmas.
    part : part of speech, by which both are inflected: n, v, a, r, or "" for as they are.
    score : above 0 and at most 1.
    """

    source: str
    target: str
    part: str
    score: float


def rank_score(rank: int, relation: str = "synonym") -> float:
    """Return the score of what a phrase has in its sense number ``rank``, from 1: gamma^(rank-1) [Z08]_ eq. 9."""
    return float(GAMMA ** (rank - 1) * FACTORS[relation])
