"""Offsets in units other than characters: UTF-16 units, as in JavaScript, or bytes of UTF-8."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

UNITS = ("characters", "utf-16", "bytes")
"""The units of offsets."""


class Offsets:
    """Turns offsets in a text into positions of its characters (code points), and back.

    Parameters
    ----------
    text : the text.
    unit : one of :data:`UNITS`.
    """

    def __init__(self, text: str, unit: str) -> None:
        self.unit = unit
        self._starts: list[int] | None = None
        self.length = len(text)
        if unit != "characters" and not text.isascii():
            code = "utf-16-le" if unit == "utf-16" else "utf-8"
            size = 2 if unit == "utf-16" else 1
            widths = (len(character.encode(code, "surrogatepass")) // size for character in text)
            self._starts = [0, *accumulate(widths)]
            self.length = self._starts[-1]

    def character(self, offset: int) -> int:
        """Return the position of a character; raise ValueError for an offset out of range, or within a character."""
        if not 0 <= offset <= self.length:
            raise ValueError
        if self._starts is None:
            return offset
        position = bisect_left(self._starts, offset)
        if self._starts[position] != offset:
            raise ValueError
        return position

    def offset(self, position: int) -> int:
        """Return the offset of a character, or of the end."""
        return position if self._starts is None else self._starts[position]
