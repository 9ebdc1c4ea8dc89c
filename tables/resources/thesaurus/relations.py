"""The dependencies that indicate what a word means: content relations, including their prepositions.

Labels are those of Universal Dependencies, or of spaCy's English pipelines.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paragen.tables.parses.conllu import ParsedBatch

LEFT_OUT = frozenset(
    "_ root punct det predet preconj case mark cc aux auxpass cop expl neg dep discourse intj vocative list parataxis orphan "
    "goeswith reparandum fixed flat clf nummod quantmod meta prt prep agent ccomp".split()
)
"""Relations, with their subtypes, that say nothing about a word's meaning, or only how sentences are connected."""
_OBLIQUE = frozenset(("obl", "nmod"))
"""Relations of nouns whose preposition depends on them [UD]."""
_OF_PREPOSITION = frozenset(("pobj", "pcomp"))
_PREPOSITION = frozenset(("prep", "agent"))

Numbers = NDArray[np.int64]


def base(relation: str) -> str:
    """Return a relation without its subtype: nmod for nmod:poss."""
    return relation.partition(":")[0]


class Dependencies:
    """The relevant dependencies of a batch, one per element.

    Attributes
    ----------
    heads, dependents : indices of words in the batch.
    relations : ids of relations in the batch's pool.
    prepositions : ids of forms; -1 for none.
    """

    def __init__(self, batch: ParsedBatch, names: list[str], left_out: frozenset[str] = LEFT_OUT) -> None:
        bases = [base(name) for name in names]
        sentence = np.repeat(batch.begins[:-1], np.diff(batch.begins))
        heads = np.where(batch.heads < 0, -1, batch.heads + sentence)
        relations = batch.relations.astype(np.int64)
        prepositions = _own_prepositions(batch, heads, bases)
        prepositions[~_among(bases, _OBLIQUE)[relations]] = -1
        # pobj(on, chair), prep(sit, on) become prep(sit, chair) with "on"
        through = (heads >= 0) & _among(bases, _OF_PREPOSITION)[relations]
        through[through] = _among(bases, _PREPOSITION)[relations[heads[through]]]
        over = heads[through]
        prepositions[through] = batch.forms[over]
        relations[through], heads[through] = relations[over], heads[over]
        counts = (heads >= 0) & (~_among(bases, left_out)[relations] | through)
        self.dependents: Numbers = np.flatnonzero(counts)
        self.heads: Numbers = heads[counts]
        self.relations: Numbers = relations[counts]
        self.prepositions: Numbers = prepositions[counts]


def _among(bases: list[str], wanted: frozenset[str]) -> NDArray[np.bool_]:
    return np.array([name in wanted for name in bases], bool)


def _own_prepositions(batch: ParsedBatch, heads: Numbers, bases: list[str]) -> Numbers:
    """Return for each word the form of the first preposition that depends on it, or -1."""
    found = np.full(len(heads), -1, np.int64)
    cases = np.flatnonzero((heads >= 0) & _among(bases, frozenset(("case",)))[batch.relations])
    owners, first = np.unique(heads[cases], return_index=True)
    found[owners] = batch.forms[cases[first]]
    return found
