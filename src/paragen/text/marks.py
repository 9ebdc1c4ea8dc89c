"""Marks how words are written, which their lookup forms do not show: capitals, surrounding quotation marks."""

from __future__ import annotations

from collections.abc import Sequence

from paragen.text.languages import ENGLISH, Language

CAPITAL, UPPER = 1, 2
"""The first letter is a capital; at least two letters, all capitals. As in tagger.hh."""
QUOTED = 16
"""The word is between quotation marks."""



def marks(text: str, spans: Sequence[tuple[int, int]], language: Language = ENGLISH) -> bytes:
    """Return a byte of marks for each token of a text.

    A quotation that is never closed extends to the end of its line; an unmatched closing mark is ignored.
    """
    found = bytearray(len(spans))
    if may_quote(text, language):
        _mark_quoted(found, text, spans, language)
    for i, (begin, end) in enumerate(spans):
        if text[begin].isupper():
            found[i] |= CAPITAL
            if end - begin > 1 and text[begin:end].isupper() and sum(map(str.isalpha, text[begin:end])) > 1:
                found[i] |= UPPER
    return bytes(found)


def _mark_quoted(found: bytearray, text: str, spans: Sequence[tuple[int, int]], language: Language) -> None:
    quoted, last = False, 0
    opening, closing, either = language.quotes
    for i, (begin, end) in enumerate(spans):
        if quoted and "\n" in text[last:begin]:
            quoted = False
        last = end
        token = text[begin:end]
        if token in opening or (token in either and not quoted):
            quoted = True
        elif token in closing or token in either:
            quoted = False
        elif quoted:
            found[i] |= QUOTED


def may_quote(text: str, language: Language = ENGLISH) -> bool:
    """Return whether a text has marks that open a quotation."""
    opening, _, either = language.quotes
    return any(mark in text for mark in opening + either)
