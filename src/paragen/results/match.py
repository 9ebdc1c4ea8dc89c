"""Patterns that match a sentence, and their order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from paragen.base.settings import Settings, group, number, one_of, whole
from paragen.results.edit import Pattern

SHARE = 0.1
"""Share of a pattern's own score in the ranking in context: lambda of eq. 13, with the paper's value."""


@dataclass(frozen=True, slots=True)
class Match:
    """A pattern that matches a sentence, and its output.

    Parameters
    ----------
    begin, end : characters of the sentence that it changes.
    before, after : the text there, and its replacement.
    pattern : the pattern with the fillers of its slots.
    table : the name of the table that has it.
    score : in that table, a natural logarithm.
    lm : log probability per word of the resulting sentence (natural), its end included [Z09 eq. 14].
    text : the resulting sentence.
    """

    begin: int
    end: int
    before: str
    after: str
    pattern: Pattern
    table: str
    score: float
    lm: float
    text: str

    def in_context(self, share: float = SHARE) -> float:
        """Return its score in the sentence: its own with weight ``share``, the rest from the language model [Z09 eq. 13]."""
        return share * self.score + (1 - share) * self.lm

    def to_dict(self, share: float = SHARE) -> dict[str, Any]:
        """Return it as plain data, with its score :meth:`in_context`."""
        data = {name: getattr(self, name) for name in self.__slots__}
        return {**data, "pattern": self.pattern.to_dict(), "in_context": self.in_context(share)}


@group
class MatchRanking(Settings):
    """Which matches of a sentence come first; see `paragen patterns match --help`."""

    rank: str = one_of(
        "text", ("text", "table", "context"),
        help="Order: of the text; best score first; or best in its sentence first, by the language model and the score.",
    )
    share: float = number(
        SHARE, least=0, most=1, metavar="S",
        help="The part of the pattern's own score in --rank context; the rest is the language model's.",
    )
    top: int | None = whole(None, 1, metavar="N", help="Matches listed of each sentence, the first.  [default: all]")

    def ranked(self, matches: list[Match]) -> list[Match]:
        """Return the first of the matches of a sentence, which are in the order of the text."""
        if self.rank == "text":
            return matches[: self.top]
        return sorted(matches, key=lambda one: -(one.score if self.rank == "table" else one.in_context(self.share)))[: self.top]
