"""The features of the log-linear model [Z08 eq. 2] by their names; features.hh says what each adds.

``lm`` is the log probability of the words; a table's feature the log score of its substitutes, or its floor if none was used;
``self`` 0 for a word that stays itself (PT-7); ``word`` counts words, ``edit`` edits, ``unknown`` words passed through unknown;
a scorer's feature is what it gave the edits: ``fit``, and ``added``, which counts edits that the fit does not know.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from paragen.base.errors import ConfigError
from paragen.decoder.options import FEATURES

FIT = "fit"
"""The scorer that a model brings along: log of the probability that a reader accepts an edit, see decoder/fit."""

ADDED = "added"
"""The scorer that gives 1 to edits from tables that the fit does not know: added to the model after the fit was made, or given at
load time. Whoever gives a table wants it used."""

RESERVED = (*(name for name in FEATURES if not name.startswith("(")), FIT, ADDED)
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
        rows = {"(tables)": self.tables, "(scorers)": self.scorers, "self": ("self",) if self.self_paraphrase else ()}
        return tuple(name for entry in FEATURES for name in rows.get(entry, (entry,)))

    def values(self, numbers: Mapping[str, float]) -> list[float]:
        """Return a number for each feature in their order; raise ConfigError if one is missing or unknown."""
        if missing := [name for name in self.names if name not in numbers]:
            raise ConfigError(f"features: no number for {', '.join(missing)}.")
        if unknown := [name for name in numbers if name not in self.names]:
            raise ConfigError(f"features: found {', '.join(unknown)}, expected {', '.join(self.names)}.")
        return [float(numbers[name]) for name in self.names]
