"""Positions in an editor's document, as a line and a character, and characters of its text."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

_LINE_END = re.compile(r"\r\n|\n|\r")  # no others, unlike in str.splitlines


def _utf16_units(char: str) -> int:
    return 1 + (char > "\uffff")


def _utf8_units(char: str) -> int:
    return 1 + (char > "\x7f") + (char > "\u07ff") + (char > "\uffff")


def _utf32_units(char: str) -> int:
    return 1


ENCODINGS: Mapping[str, Callable[[str], int]] = {"utf-16": _utf16_units, "utf-8": _utf8_units, "utf-32": _utf32_units}
"""By the names of the protocol: how many units a character has. The first is the one that every editor knows."""


class Position(NamedTuple):
    """A place between two characters: its line, and the units of text before it in the line, both from 0."""

    line: int
    character: int


class Lines:
    r"""The lines of a text, which end at ``\r\n``, ``\n`` and ``\r``, as the Language Server Protocol 3.17 has it.

    Parameters
    ----------
    text : the document.
    encoding : whose units positions count; one of :data:`ENCODINGS`.
    """

    def __init__(self, text: str, encoding: str) -> None:
        ends = list(_LINE_END.finditer(text))
        self._text = text
        self._begins = [0, *(end.end() for end in ends)]
        self._ends = [*(end.start() for end in ends), len(text)]
        self._units = ENCODINGS[encoding]
        self._counted: dict[int, Sequence[int]] = {}

    def offset(self, position: Position) -> int:
        """Return how many characters of the text are before a position.

        A position behind the end of its line is at the end of the line, one behind the last line at the end of the text; one
        within a character is after it.
        """
        if position.line >= len(self._begins):
            return len(self._text)
        begin, end = self._begins[position.line], self._ends[position.line]
        return min(begin + bisect_left(self._before(position.line), position.character), end)

    def position(self, offset: int) -> Position:
        """Return the position that has ``offset`` characters of the text before it."""
        line = bisect_right(self._begins, offset) - 1
        return Position(line, self._before(line)[min(offset, self._ends[line]) - self._begins[line]])

    def _before(self, line: int) -> Sequence[int]:
        """Return the units before each character of a line, and in all of it."""
        if line not in self._counted:
            chars = self._text[self._begins[line] : self._ends[line]]
            single = chars.isascii() or self._units is _utf32_units
            self._counted[line] = range(len(chars) + 1) if single else list(accumulate(map(self._units, chars), initial=0))
        return self._counted[line]
