"""A pattern that matches a sentence, ranked in context [Z09 section 4.6]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from paragen.results.edit import Pattern

SHARE = 0.1
"""Of a pattern's own score in the ranking in context: lambda of eq. 13, as the paper sets it."""


@dataclass(frozen=True, slots=True)
class Match:
    """A pattern that matches a sentence, and what it makes of it.

    Parameters
    ----------
    begin, end : characters of the sentence that it changes.
    before, after : the text there, and what takes its place.
    pattern : with what fills its slots.
    table : the name of the table that has it.
    score : in that table, a natural logarithm.
    lm : log probability a word of the sentence it makes (natural), its end included [Z09 eq. 14].
    text : that sentence.
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
        """Return its score in the sentence: ``share`` of its own, the rest of the language model [Z09 eq. 13]."""
        return share * self.score + (1 - share) * self.lm

    def to_dict(self, share: float = SHARE) -> dict[str, Any]:
        """Return it as plain data, with its score :meth:`in_context`."""
        data = {name: getattr(self, name) for name in self.__slots__}
        return {**data, "pattern": self.pattern.to_dict(), "in_context": self.in_context(share)}
