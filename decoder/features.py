"""The features of the log-linear model [Z08 eq. 2] as one ordered list: the mirror of features.hh.

===========  ===================================  ====================  ==================================
feature      what an option adds                  what it must know     what the end of the sentence adds
===========  ===================================  ====================  ==================================
``lm``       log p of its words                   the words before      log p of the end
each table   the log score of its substitute      the tables used       its floor, if it was not used
``self``     0 (log 1: PT-7)
``word``     1 for each word
``edit``     1 if it changes words
``unknown``  1 if a word passes through unknown
``added``    1 if a table offers the edit
             that the fit does not know
each scorer  what it gave the edit
===========  ===================================  ====================  ==================================
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from paragen.base.errors import ConfigError

FIT = "fit"
"""The scorer that a model brings along: log of the probability that a reader accepts an edit, see decoder/fit."""

ADDED = "added"
"""The scorer that gives 1 to edits from tables that the fit does not know: added to the model after the fit was made, or given at
load time. Whoever gives a table wants it used."""

RESERVED = ("lm", "self", "word", "edit", "unknown", FIT, ADDED)
"""Names that no table and no scorer of the user's can have."""


def fit_features(added: bool) -> tuple[str, ...]:
    """Return the scorers of a model with a fit; ``added``: whether it has tables that the fit does not know."""
    return (FIT, ADDED) if added else (FIT,)


def confidence(score: float, base: float) -> float:
    """Return the probability that :data:`FIT` gave a score for."""
    return round(math.exp(score) * base, 4)


@dataclass(frozen=True)
class FeatureList:
    """The names of a decoder's features.

    Parameters
    ----------
    tables : the names of the tables: the packed ones, then those of pairs given at load time.
    self_paraphrase : whether a word that occurs in a table may stay itself (PT-7).
    scorers : the names of what scores edits before the search.

    Raises
    ------
    ConfigError : two features of one name.
    """

    tables: tuple[str, ...] = ()
    self_paraphrase: bool = True
    scorers: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if twice := sorted({name for name in self.names if self.names.count(name) > 1}):
            raise ConfigError(f"features: two have the name {twice[0]!r}. Name each table and scorer differently.")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each feature, in their order."""
        return ("lm", *self.tables, *(["self"] if self.self_paraphrase else []), "word", "edit", "unknown", *self.scorers)

    def values(self, numbers: Mapping[str, float]) -> list[float]:
        """Return a number for each feature in their order; raise ConfigError if one is missing or unknown."""
        if missing := [name for name in self.names if name not in numbers]:
            raise ConfigError(f"features: no number for {', '.join(missing)}.")
        if unknown := [name for name in numbers if name not in self.names]:
            raise ConfigError(f"features: found {', '.join(unknown)}, expected {', '.join(self.names)}.")
        return [float(numbers[name]) for name in self.names]
