"""Edits shown in place, word by word: in colour on a terminal, between marks elsewhere."""

from __future__ import annotations

import os
import sys
from typing import NamedTuple

from paragen.results import Paraphrase
from paragen.results.word_diff import word_diff


class Marks(NamedTuple):
    """The marks before and after deleted words, and inserted ones."""

    deleted: tuple[str, str]
    inserted: tuple[str, str]


PLAIN = Marks(("[-", "-]"), ("{+", "+}"))
"""Those of wdiff and `git diff --word-diff`."""

COLOURED = Marks(("\033[9;31m", "\033[m"), ("\033[32m", "\033[m"))
"""Red and struck out, and green."""


def chosen_marks(color: str, output: str | None) -> Marks:
    """Return the marks for "always", "never" or "auto": coloured on a terminal, unless the variable NO_COLOR is set.

    Parameters
    ----------
    output : the file that is written; None: standard output.
    """
    if color == "auto":
        terminal = output is None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        return COLOURED if terminal and not os.environ.get("NO_COLOR") else PLAIN
    return COLOURED if color == "always" else PLAIN


def marked(paraphrase: Paraphrase, marks: Marks) -> str:
    """Return the source of a paraphrase with the deleted and inserted words of each edit marked; words it keeps appear once."""
    parts: list[str] = []
    for before, after, edit in word_diff(paraphrase.source, paraphrase.edits):
        if edit is None:
            parts.append(before)
            continue
        parts += (f"{left}{text}{right}" for text, (left, right) in zip((before, after), marks, strict=True) if text)
    return "".join(parts)
