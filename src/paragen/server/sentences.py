"""Splits texts into sentences, which are rewritten one at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from paragen.documents import sentence_begins
from paragen.settings.request import Span

_BREAK = re.compile(r"\r?\n|\r|\u2028|\u2029")
_GOES_ON = re.compile(r"[ \t]*[a-z]")  # how the second line of a wrapped sentence begins
_CLOSED = re.compile(r"[.!?:;…][\"'”’)\]]*\s*$")


def primary(code: str) -> str:
    """Return the language of a code, without its variant."""
    return code.replace("_", "-").split("-")[0].lower()


def sentences(text: str, language: str) -> list[Span]:
    """Return the sentences of a text, without the white space around them.

    A line ends a sentence, unless the next one goes on in lower case without a full stop between them.

    Parameters
    ----------
    language : its code.

    Raises
    ------
    MissingPackageError : sentencex is not installed.
    """
    found = []
    for begin, end in _passages(text):
        passage = one_line(text[begin:end])
        begins = [0, *sentence_begins(passage, language), len(passage)]
        for first, last in pairwise(begins):
            stripped = passage[first:last].strip()
            if stripped:
                first = passage.index(stripped, first)
                found.append((begin + first, begin + first + len(stripped)))
    return found


def one_line(text: str) -> str:
    """Return a text with each character of a line end replaced by a space."""
    return text.translate(_SPACES)


_SPACES = str.maketrans(dict.fromkeys("\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029", " "))


def _passages(text: str) -> Iterator[Span]:
    """Yield the spans between line ends at which a sentence ends."""
    begin = line = 0
    for match in _BREAK.finditer(text):
        wrapped = _GOES_ON.match(text, match.end()) and text[line : match.start()].strip()
        if not (wrapped and not _CLOSED.search(text[line : match.start()])):
            yield begin, match.start()
            begin = match.end()
        line = match.end()
    yield begin, len(text)
