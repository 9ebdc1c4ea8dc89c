"""Options of the thesaurus."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.settings import flag, number, whole
from paragen.tables.builder import TOP, TableOptions, keeping_opposites

LEFT_OUT = frozenset(
    "_ root punct det predet preconj case mark cc aux auxpass cop expl neg dep discourse intj vocative list parataxis orphan "
    "goeswith reparandum fixed flat clf nummod quantmod meta prt prep agent ccomp".split()
)
"""Relations, with their subtypes, that say nothing about a word's meaning, or only how sentences are connected."""


@dataclass(frozen=True, kw_only=True)
class ThesaurusOptions(TableOptions):
    """What counts as similar; see `paragen thesaurus --help`.

    ``top`` also limits the paraphrases of a form. Of opposites that are left out, the next words take the places. Relations in
    ``left_out``, which are named without their subtypes, are ignored.
    """

    top: int = whole(TOP, 1, metavar="N", help="Keep at most the best N similar words per word.")
    threshold: float = number(0.05, least=0, most=1, metavar="X", help="Leave out pairs that are less similar.")
    min_count: int = whole(20, 1, metavar="N", help="Leave out words that occur less often in the parsed text.")
    min_features: int = whole(
        20, 1, metavar="N", help="Leave out words with fewer telling features: dependencies, each with the other word."
    )
    mutual: bool = flag(help="Keep a pair of words only if each is among the nearest of the other.")
    left_out: frozenset[str] = LEFT_OUT
    keep_opposites: bool = keeping_opposites()
