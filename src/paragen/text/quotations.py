"""Quotations: which words of a text are between quotation marks."""

from __future__ import annotations

from collections.abc import Sequence

from paragen.text.languages import Language

QUOTED = 16
"""The mark of a word that is between quotation marks; beside those of :mod:`paragen.text.analysis`."""


def mark_quoted(found: bytearray, text: str, spans: Sequence[tuple[int, int]], language: Language) -> None:
    """Mark the tokens of a text that are between quotation marks.

    A quotation that is never closed extends to the end of its line. One that is never opened begins with its line, or where
    the quotation before it ends, if the language has rules of its own: some write the same mark on both sides.
    """
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


def quoted_words(marks: bytes, words: Sequence[str]) -> list[int]:
    """Return the words within quotations, without a comma or full stop at their end, which belongs to the sentence around."""
    found = [i for i, mark in enumerate(marks) if mark & QUOTED]
    return [i for i in found if words[i] not in ",." or i + 1 == len(marks) or marks[i + 1] & QUOTED]
