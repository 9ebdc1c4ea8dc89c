"""Documents as inputs: their prose is read passage by passage, with everything else as frames around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from paragen.documents import Document, sentence_begins
from paragen.io.lines import Batch, Frame, Line
from paragen.io.source import arriving_lines, too_long

if TYPE_CHECKING:
    from paragen.io.source import Input
    from paragen.paraphraser import Paraphraser

MAX_DOCUMENT = 1 << 24
"""Bytes of the largest document, unless the user says otherwise: it is read whole."""


@dataclass(frozen=True)
class DocumentOptions:
    """How the documents among the inputs are read.

    Parameters
    ----------
    split : whether each sentence is rewritten by itself.
    quotes, language : see :class:`paragen.documents.Document`.
    """

    split: bool
    quotes: str
    language: str

    @classmethod
    def of(cls, paraphraser: Paraphraser, split: bool) -> DocumentOptions:
        """Return the options for documents to be rewritten by a paraphraser."""
        return cls(split, paraphraser.quotes, paraphraser.model.language_code)

    def check(self, kind: str) -> None:
        """Raise MissingPackageError if a package for reading such documents is missing."""
        Document("", kind, quotes=self.quotes, language=self.language)
        if self.split:
            sentence_begins("", self.language)


class Documents:
    """Documents of a kind.

    Parameters
    ----------
    kind : their format.
    options : how they are read.
    longest : bytes of the largest; None: as usual.
    """

    def __init__(self, kind: str, options: DocumentOptions, longest: int | None = None) -> None:
        self._kind, self._options = kind, options
        self._longest = longest or MAX_DOCUMENT

    def batches(self, given: Input, errors: str, before: int) -> Iterator[Batch]:
        """Yield the passages of a document once all of it has arrived, each with the text between it and the one before."""
        text = "".join(self._parts(given, errors))
        options = self._options
        document = Document(text, self._kind, split=options.split, quotes=options.quotes, language=options.language)
        found = self._lines(document, given.name, before)
        yield Batch(found, "" if found else text)

    def _parts(self, given: Input, errors: str) -> Iterator[str]:
        """Yield the lines of a document, and their ends."""
        left = self._longest
        for lines in arriving_lines(given, given.name, errors, longest=self._longest):
            for line in lines:
                left -= line.size
                if left < 0:
                    raise too_long(given.name, self._longest, "document", "Divide it, or allow more with --max-line.")
                yield from (line.text, line.end)

    @staticmethod
    def _lines(document: Document, name: str, before: int) -> list[Line]:
        text = document.text
        requests, places = document.requests(), document.places()
        end = next((end for end in ("\r\n", "\n", "\r") if text.endswith(end)), "")
        found: list[Line] = []
        row, counted, position = 1, 0, 0
        for number, (request, place) in enumerate(zip(requests, places, strict=True)):
            row += text.count("\n", counted, place[0])
            counted = place[0]
            last = number + 1 == len(requests)
            before_it, after = text[position : place[0]], text[place[1] : len(text) - len(end)] if last else ""
            fields = partial(dict[str, Any], line=row)
            write = partial(document.written, number)
            context = request.before, request.after
            frame = Frame(before_it, after, write, fields, list(request.keep), list(request.breaks), context)
            found.append(Line(before + number + 1, request.text, end if last else "", name, row, frame))
            position = place[1]
        return found
