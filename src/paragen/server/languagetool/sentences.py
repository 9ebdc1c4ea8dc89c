"""Texts cut into sentences, which are rewritten one at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from paragen.base.packages import optional_package

Span = tuple[int, int]

_BREAK = re.compile(r"\r?\n|\r|\u2028|\u2029")
_GOES_ON = re.compile(r"[ \t]*[a-z]")  # how the second line of a wrapped sentence begins
_CLOSED = re.compile(r"[.!?:;…][\"'”’)\]]*\s*$")


@cache
def _segment() -> Any:
    return optional_package("sentencex", "splitting text into sentences", "serve").segment


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
        position = begin
        for sentence in _segment()(language, text[begin:end].translate(_PLAIN)):
            first, last = position, position + len(sentence)
            position = last
            stripped = text[first:last]
            first += len(stripped) - len(stripped.lstrip())
            last -= len(stripped) - len(stripped.rstrip())
            if first < last:
                found.append((first, last))
    return found


def _passages(text: str) -> Iterator[Span]:
    """Give the spans between line ends at which a sentence ends."""
    begin = line = 0
    for match in _BREAK.finditer(text):
        wrapped = _GOES_ON.match(text, match.end()) and text[line : match.start()].strip()
        if not (wrapped and not _CLOSED.search(text[line : match.start()])):
            yield begin, match.start()
            begin = match.end()
        line = match.end()
    yield begin, len(text)


class _Plain(dict[int, str]):
    """By character, an ASCII one that means the same to a splitter; filled as characters are asked for."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        if code < 128:
            plain = " " if char in "\r\n" else char
        elif char.isspace():
            plain = " "
        else:
            plain = "X" if char.isupper() else "x" if char.isalnum() else ","  # an x before a full stop would be an initial
        self[code] = plain
        return plain


_PLAIN = _Plain({
    **dict.fromkeys(map(ord, "“”„«»"), '"'), **dict.fromkeys(map(ord, "‘’"), "'"), **dict.fromkeys(map(ord, "–—"), "-"),
    ord("…"): ".",
})  # fmt: skip
