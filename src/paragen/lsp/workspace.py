"""The documents that an editor has open, as it changes them, and positions in them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import NamedTuple
from urllib.parse import unquote

from paragen.base.errors import shown
from paragen.lsp.connection import INVALID_PARAMS, Failure, Fields

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


@dataclass(frozen=True)
class TextDocument:
    """A document as it is at a moment.

    Parameters
    ----------
    uri : its name in the editor.
    language : the editor's id of its format.
    version : the editor's number of this moment.
    text : all of it.
    """

    uri: str
    language: str
    version: int | None
    text: str


class Workspace:
    """Open documents.

    Attributes
    ----------
    encoding : of positions; one of :data:`paragen.lsp.workspace.ENCODINGS`.
    """

    def __init__(self, encoding: str) -> None:
        self.encoding = encoding
        self._documents: dict[str, TextDocument] = {}

    def document(self, named: Fields) -> TextDocument:
        """Return the document that a ``TextDocumentIdentifier`` names; raise Failure if it is not open."""
        uri = named.text("uri")
        try:
            return self._documents[unquote(uri)]
        except KeyError:
            expected = "a document that is open. Close it in the editor, and open it again"
            raise Failure(INVALID_PARAMS, f"{named.where}.uri: found {shown(uri)}, expected {expected}.") from None

    def opened(self, params: Fields) -> None:
        """Take ``DidOpenTextDocumentParams``."""
        item = params.object("textDocument")
        found = TextDocument(item.text("uri"), item.text("languageId"), item.version(), item.text("text"))
        self._documents[unquote(found.uri)] = found

    def changed(self, params: Fields) -> None:
        """Take ``DidChangeTextDocumentParams``. If one of the changes cannot be made, the document is closed: another text than
        the editor's must not be read."""
        named = params.object("textDocument")
        document = self.document(named)
        del self._documents[unquote(document.uri)]
        text = document.text
        for change in params.objects("contentChanges"):
            begin, end = self.span(change, text) if change.has("range") else (0, len(text))
            text = text[:begin] + change.text("text") + text[end:]
        self._documents[unquote(document.uri)] = replace(document, text=text, version=named.version())

    def closed(self, params: Fields) -> None:
        """Take ``DidCloseTextDocumentParams``."""
        self._documents.pop(unquote(params.object("textDocument").text("uri")), None)

    def span(self, params: Fields, text: str) -> tuple[int, int]:
        """Return the characters of a text that the field ``range`` covers, whichever of its ends comes first."""
        wanted, lines = params.object("range"), Lines(text, self.encoding)
        places = (wanted.object(name) for name in ("start", "end"))
        begin, end = sorted(lines.offset(Position(one.whole("line"), one.whole("character"))) for one in places)
        return begin, end
