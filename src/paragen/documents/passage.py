"""A passage of a document: its prose without markup, mapped to the characters of the document."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from paragen.settings.request import Span

_SURROGATE = re.compile("[\ud800-\udfff]")
_LINE_BREAK = re.compile(r"[\r\n]\s*")
# Placeholders and commands for other programs: {{ name }}, {% if … %}, <% … %>, {#anchor}, :smile:, \command; and words with
# characters that may be markup to some program: snake_case, *this*.
_STAYS = re.compile(
    r"\{\{[^{}]{0,400}\}\}|\{%[^%]{0,400}%\}|<%[^%]{0,400}%>|\{[:#.][^{}]{0,200}\}|(?<![\w:]):[\w+-]{1,60}:(?![\w:])|\\\S{0,200}"
    r"|(?<!\S)[^\s*_~`\\]*[*_~`]\S*"
)


def encodable(source: str) -> str:
    """Return a text of the same length with U+FFFD for lone surrogates, which stand for bytes that were not UTF-8."""
    return _SURROGATE.sub("\ufffd", source)


class Piece(NamedTuple):
    """Characters ``begin`` to ``end`` of a document, at ``at`` in the text of a passage. A piece that is not ``prose`` is
    represented by other text there, or must stay."""

    begin: int
    end: int
    at: int
    prose: bool


_at = attrgetter("at")


class Passage:
    """A run of prose that is read in one go: a paragraph, a list item, the text of some subtitles.

    Attributes
    ----------
    text : its words, without markup and on one line.
    keep : spans of ``text`` that stay, and empty ones where it differs from the document.
    breaks : where in ``text`` something separate begins, such as a footnote.
    pieces : its pieces, in the order of ``text``; anything between two of them is left out.
    """

    __slots__ = ("breaks", "keep", "pieces", "text")

    def __init__(self, text: str, pieces: list[Piece], breaks: Sequence[int] = ()) -> None:
        self.text, self.pieces, self.breaks = text, pieces, breaks
        self.keep: list[Span] = [match.span() for match in _STAYS.finditer(text)]
        for piece, end in self._ends():
            self.keep.append((piece.at, piece.at))
            if not piece.prose:
                self.keep.append((piece.at, end))
            elif (last := piece.at + piece.end - piece.begin) < end:  # the space before a separate text
                self.keep.append((last, last))

    def _ends(self) -> Iterator[tuple[Piece, int]]:
        """Yield each piece, from the last to the first, and where the next begins in :attr:`text`, or the text ends."""
        end = len(self.text)
        for piece in reversed(self.pieces):
            yield piece, end
            end = piece.at

    @property
    def begin(self) -> int:
        """The position of its first character in the document."""
        return min(piece.begin for piece in self.pieces)

    @property
    def end(self) -> int:
        """The position after its last character in the document."""
        return max(piece.end for piece in self.pieces)

    def to_source(self, begin: int, end: int) -> Span:
        """Return the span of the document for ``text[begin:end]``; raise ValueError unless it is within one piece of prose."""
        piece = self.pieces[bisect_right(self.pieces, begin, key=_at) - 1]
        found = piece.begin + begin - piece.at, piece.begin + end - piece.at
        if not piece.prose or found[1] > piece.end:
            raise ValueError
        return found

    def within(self, begin: int, end: int) -> Span | None:
        """Return the part of :attr:`text` that is in characters ``begin`` to ``end`` of the document, or touches them; None if
        there is none."""
        found: list[int] = []
        for piece, last in self._ends():
            if piece.begin <= end and begin <= piece.end:
                if piece.prose:
                    found += (piece.at + max(begin - piece.begin, 0), min(piece.at + end - piece.begin, last))
                else:
                    found += (piece.at, last)
        return (min(found), max(found)) if found else None


def joined(passages: Sequence[Passage]) -> Passage:
    """Join passages into one: the first, then those that interrupt it, such as footnotes, each after a break."""
    parts: list[str] = []
    pieces: list[Piece] = []
    breaks: list[int] = []
    length = 0
    for passage in passages:
        if parts:
            breaks.append(length)
        pieces += (piece._replace(at=piece.at + length) for piece in passage.pieces)
        parts.append(passage.text + " ")
        length += len(parts[-1])
    return Passage("".join(parts)[:-1], pieces, breaks)


class PassageBuilder:
    """Collects the pieces of passages from left to right.

    Parameters
    ----------
    source : the document.
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self._pieces: list[Piece] = []
        self._parts: list[str] = []
        self._length = 0
        self._found: list[Passage] = []

    def prose(self, begin: int, end: int) -> None:
        """Add prose as it is; a line end in it, with the white space that follows, reads as a space."""
        for match in _LINE_BREAK.finditer(self._source, begin, end):
            self._add(begin, match.start(), self._source[begin : match.start()], True)
            self.instead(*match.span(), " ")
            begin = match.end()
        self._add(begin, end, self._source[begin:end], True)

    def kept(self, begin: int, end: int) -> None:
        """Add characters that stay, such as code, and are read as they are."""
        self.instead(begin, end, " ".join(self._source[begin:end].split()))

    def instead(self, begin: int, end: int, text: str) -> None:
        """Add characters that stay, and are read as ``text``."""
        self._add(begin, end, text, False)

    def _add(self, begin: int, end: int, text: str, prose: bool) -> None:
        if not text:
            return
        last = self._pieces[-1] if self._pieces else None
        if prose and last is not None and last.prose and last.end == begin:
            self._pieces[-1] = last._replace(end=end)
        else:
            self._pieces.append(Piece(begin, end, self._length, prose))
        self._parts.append(text)
        self._length += len(text)

    def finish(self) -> None:
        """End the passage, without white space at its ends; a passage without letters in its prose is dropped."""
        if any(piece.prose and self._has_letter(piece) for piece in self._pieces):
            text, pieces = "".join(self._parts), self._pieces
            while text[pieces[-1].at :].isspace():
                text = text[: pieces.pop().at]
            first = bisect_right(pieces, len(text) - len(text.lstrip()), key=_at) - 1  # all before it are white space
            cut = pieces[first].at
            self._found.append(Passage(text[cut:], [piece._replace(at=piece.at - cut) for piece in pieces[first:]]))
        self._pieces, self._parts, self._length = [], [], 0

    def _has_letter(self, piece: Piece) -> bool:
        return any(map(str.isalpha, self._source[piece.begin : piece.end]))

    def passages(self) -> Iterator[Passage]:
        """Yield the finished passages."""
        found, self._found = self._found, []
        return iter(found)
