"""The documents that an editor has open, as it changes them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import unquote

from paragen.base.errors import shown
from paragen.lsp.connection import INVALID_PARAMS, Failure
from paragen.lsp.fields import Fields
from paragen.lsp.positions import Lines, Position


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
    encoding : of positions; one of :data:`paragen.lsp.positions.ENCODINGS`.
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
