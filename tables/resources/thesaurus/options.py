"""Options of the thesaurus."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.tables.builder import TableOptions, flag, number, whole
from paragen.tables.resources.thesaurus.relations import LEFT_OUT


@dataclass(frozen=True, kw_only=True)
class ThesaurusOptions(TableOptions):
    """What counts as similar.

    Parameters
    ----------
    top : similar words of a word, and paraphrases of a form, at most.
    threshold : least similarity.
    min_count : a word must have been in the text as often.
    min_features : a word must have as many features with information above 0.
    mutual : whether each of two words must be among the nearest of the other.
    left_out : relations, without their subtypes, that do not count.
    keep_opposites : whether words of which one is the opposite of the other may be similar; else they leave their places in
        the ``top`` to the next ones. See `paragen.tables.resources.opposites`.
    """

    threshold: float = number(0.05, least=0, most=1)
    min_count: int = whole(20, 1)
    min_features: int = whole(20, 1)
    mutual: bool = flag()
    left_out: frozenset[str] = LEFT_OUT
    keep_opposites: bool = flag()
