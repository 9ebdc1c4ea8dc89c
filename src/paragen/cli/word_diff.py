"""What an edit changes, shown in place word by word: in colour on a terminal, between marks elsewhere."""

from __future__ import annotations

import os
import re
import sys
from typing import NamedTuple

from paragen.results import Paraphrase

_WORD = re.compile(r"\S+|\s+")


class Marks(NamedTuple):
    """What stands before and after deleted words, and inserted ones."""

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


def word_diff(paraphrase: Paraphrase, marks: Marks) -> str:
    """Return the source of a paraphrase with the words that each edit deletes and inserts; those that it keeps stand once."""
    parts: list[str] = []
    position = 0
    for edit in paraphrase.edits:
        begin, end = _common(_WORD.findall(edit.before), _WORD.findall(edit.after))
        parts += (paraphrase.source[position : edit.begin], edit.before[:begin])
        for text, (left, right) in zip((edit.before, edit.after), marks, strict=True):
            changed = text[begin : len(text) - end]
            parts.append(f"{left}{changed}{right}" if changed else "")
        parts.append(edit.before[len(edit.before) - end :])
        position = edit.end
    return "".join(parts) + paraphrase.source[position:]


def _common(before: list[str], after: list[str]) -> tuple[int, int]:
    """Return how many characters two lists of words have in common at the beginning, and after those at the end."""
    first = os.path.commonprefix([before, after])
    last = os.path.commonprefix([before[len(first) :][::-1], after[len(first) :][::-1]])
    return sum(map(len, first)), sum(map(len, last))
