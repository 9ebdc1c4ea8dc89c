"""Texts with markup: which parts are text, and their place in the document."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple


class Part(NamedTuple):
    """A piece of a document: text, or markup, which may stand for text (``interpreted``), such as a line break."""

    text: str
    markup: bool = False
    interpreted: str = ""


class Annotated:
    """A document of parts.

    Parameters
    ----------
    parts : in order.

    Attributes
    ----------
    plain : the text that is read: that of the parts, and the text that markup stands for.
    whole : the document with its markup.
    barriers : the positions of markup in ``plain``: no edit may cross them.
    fixed : spans of ``plain`` that are not text of the document, but stand in for markup.
    """

    def __init__(self, parts: Sequence[Part]) -> None:
        self.plain = "".join(part.interpreted if part.markup else part.text for part in parts)
        self.whole = "".join(part.text for part in parts)
        self.barriers: list[int] = []
        self.fixed: list[tuple[int, int]] = []
        self._begins: list[int] = []  # in `plain`, of each part that is read
        self._origins: list[tuple[int, int, bool]] = []  # of each, where it begins and ends in `whole`, and whether it is markup
        self._units = _utf16_units(self.whole)
        position = original = 0
        for part in parts:
            read = part.interpreted if part.markup else part.text
            if part.markup:
                self.barriers.append(position)
                if read:
                    self.fixed.append((position, position + len(read)))
                    self.barriers.append(position + len(read))
            if read:
                self._begins.append(position)
                self._origins.append((original, original + len(part.text), part.markup))
            position += len(read)
            original += len(part.text)

    def kept(self, begin: int, end: int) -> list[tuple[int, int]]:
        """Return the spans of ``plain[begin:end]`` that must not change; no edit may cross an empty one."""
        spans = [(max(first, begin), min(last, end)) for first, last in self._fixed_in(begin, end)]
        spans += [(place, place) for place in self._barriers_in(begin, end)]
        return sorted((first - begin, last - begin) for first, last in spans)

    def crosses(self, begin: int, end: int) -> bool:
        """Return whether a span of ``plain`` crosses markup, or overlaps text that stands in for markup."""
        return bool(self._barriers_in(begin, end) or self._fixed_in(begin, end))

    def _barriers_in(self, begin: int, end: int) -> list[int]:
        return self.barriers[bisect_right(self.barriers, begin) : bisect_left(self.barriers, end)]

    def _fixed_in(self, begin: int, end: int) -> list[tuple[int, int]]:
        first = bisect_right(self.fixed, begin, key=lambda span: span[1])
        return self.fixed[first : bisect_left(self.fixed, end, key=lambda span: span[0])]

    def place(self, begin: int, end: int) -> tuple[int, int]:
        """Return the offset and the length, in UTF-16 code units of the whole, of a span of ``plain`` that crosses no markup."""
        first = self.original(begin)
        return self.units(first, first + end - begin)

    def original(self, begin: int) -> int:
        """Return the position in the whole of a character of ``plain`` that is text of the document."""
        return self._origin(begin)[0]

    def ranges(self, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return what spans of ``plain`` were read from as spans of the whole in UTF-16 code units, in order, none over another.

        Markup that stands for words of several spans is of the first of them; a span of no other words has no range.

        Parameters
        ----------
        spans : from left to right; none is empty.
        """
        found, past = [], 0
        for begin, end in spans:
            first, last = max(past, self._origin(begin)[0]), self._origin(end - 1)[1]
            if first < last:
                offset, length = self.units(first, last)
                found.append((offset, offset + length))
                past = last
        return found

    def _origin(self, position: int) -> tuple[int, int]:
        """Return the span in the whole of a character of ``plain``: of the markup, if it stands in for some."""
        number = bisect_right(self._begins, position) - 1
        begin, end, markup = self._origins[number]
        if markup:
            return begin, end
        begin += position - self._begins[number]
        return begin, begin + 1

    def units(self, begin: int, end: int) -> tuple[int, int]:
        """Return a span of the whole as offset and length in UTF-16 code units."""
        if self._units is None:
            return begin, end - begin
        return self._units[begin], self._units[end] - self._units[begin]


def _utf16_units(text: str) -> list[int] | None:
    """Return the number of UTF-16 code units before each character, and in total; None if each character is one."""
    if text.isascii() or max(text) <= "\uffff":
        return None
    return list(accumulate((1 + (char > "\uffff") for char in text), initial=0))
