"""Marks how words are written where their lookup forms do not show it: capitals, surrounding quotation marks."""

from __future__ import annotations

from collections.abc import Sequence

from paragen.text.languages import ENGLISH, Language

CAPITAL, UPPER = 1, 2
"""The first letter is a capital; at least two letters, all capitals. As in tagger.hh."""
QUOTED = 16
"""The word is between quotation marks."""



def marks(text: str, spans: Sequence[tuple[int, int]], language: Language = ENGLISH) -> bytes:
    """Return one byte of marks for each token of a text.

    A quotation that is never closed extends to the end of its line. One that is never opened begins with its line, or where
    the quotation before it ends, if the language has rules of its own: some write the same mark on both sides.
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
    quoted, last, line = False, 0, 0  # line: where an unopened quotation may begin
    opening, closing, either = language.quotes
    for i, (begin, end) in enumerate(spans):
        if "\n" in text[last:begin]:
            quoted, line = False, i
        last = end
        token = text[begin:end]
        if not quoted and language.name and token in closing + either and _closes(text, begin, end):
            found[line:i] = (mark | QUOTED for mark in found[line:i])
            line = i + 1
        elif token in opening or (token in either and not quoted):
            quoted = True
        elif token in closing or token in either:
            quoted, line = False, i + 1
        elif quoted:
            found[i] |= QUOTED


def _closes(text: str, begin: int, end: int) -> bool:
    """Return whether a mark that may open or close a quotation closes one: it is right after a word and not right before one."""
    before, after = text[begin - 1 : begin], text[end : end + 1]
    return bool(before) and not (before.isspace() or before.isdigit() or before in "([—–-") and (
        not after or after.isspace() or after in ".,;:!?)"
    )


def may_quote(text: str, language: Language = ENGLISH) -> bool:
    """Return whether a text has marks that open a quotation."""
    return any(mark in text for mark in "".join(language.quotes))
