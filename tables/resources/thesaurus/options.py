"""Options of the thesaurus."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.settings import flag, number, whole
from paragen.tables.builder import TableOptions
from paragen.tables.resources.thesaurus.triples import LEFT_OUT


@dataclass(frozen=True, kw_only=True)
class ThesaurusOptions(TableOptions):
    """What counts as similar.

    Parameters
    ----------
    top : maximum number of similar words per word, and of paraphrases per form.
    threshold : least similarity.
    min_count : how often a word must occur in the text.
    min_features : how many features with information above 0 a word must have.
    mutual : whether each of two words must be among the nearest of the other.
    left_out : relations, without their subtypes, that are ignored.
    keep_opposites : whether opposites may be similar; otherwise the next words take their places in the ``top``. See
        `paragen.tables.resources.opposites`.
    """

    threshold: float = number(0.05, least=0, most=1)
    min_count: int = whole(20, 1)
    min_features: int = whole(20, 1)
    mutual: bool = flag()
    left_out: frozenset[str] = LEFT_OUT
    keep_opposites: bool = flag()
