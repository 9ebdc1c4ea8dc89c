"""Pairs as a thesaurus lists them, and scores for those it lists without one."""

from __future__ import annotations

from typing import NamedTuple

GAMMA = 0.9
"""Factor for each further sense of a phrase, as in [Z08 eq. 9] for definitions."""

FACTORS = {"synonym": 1.0, "similar": 0.5, "generic": 0.3, "related": 0.1}
"""Factors for words that do not mean quite the same: near adjectives, hypernyms, words of the same field."""


class Listed(NamedTuple):
    """A phrase and one that may replace it.

    Attributes
    ----------
    source, target : as written, lemmas.
    part : part of speech, by which both are inflected: n, v, a, r, or "" for no inflection.
    score : above 0 and at most 1.
    """

    source: str
    target: str
    part: str
    score: float


def rank_score(rank: int, relation: str = "synonym") -> float:
    """Return the score of a term in a phrase's sense number ``rank``, from 1: gamma^(rank-1) [Z08]_ eq. 9, times its factor."""
    return float(GAMMA ** (rank - 1) * FACTORS[relation])
