"""Exchanges that readers rated out of context: what a fit knows of a pair before it sees a sentence.

Lines of source, target, usual and best, separated by tabs: in what percentage of places the exchange is right; how good it is,
from 0 to 100, where it fits best. Lines that begin with ``#`` are comments.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, shown
from paragen.base.input_files import numbered_lines

_EXPECTED = "source, target and two numbers from 0 to 100, between tabs"
Rating = tuple[str, str, int, int]


def read_ratings(path: StrPath, words: Callable[[str], Sequence[str]]) -> list[Rating]:
    """Return the ratings of a file.

    Parameters
    ----------
    words : cuts a phrase into lookup forms, in the way that sentences to be paraphrased are cut.

    Raises
    ------
    FormatError : a malformed line; an exchange of a phrase for itself, or a repeated one; no ratings at all.
    """
    found: dict[tuple[str, str], Rating] = {}
    name = os.fspath(path)
    for number, line in numbered_lines(path, f"lines of {_EXPECTED}"):
        if line.startswith("#") or not line.strip():
            continue
        where, columns = f"{name}:{number}", line.split("\t")
        phrases = tuple(" ".join(words(phrase)) for phrase in columns[:2])
        if len(columns) != 4 or not all(phrases) or not all(_is_share(column) for column in columns[2:]):
            raise FormatError(where, shown(line), _EXPECTED, "Mend the line.")
        source, target = phrases
        if source == target:
            raise FormatError(where, f"{shown(source)} on both sides", "an exchange", "Leave the line out.")
        if (source, target) in found:
            raise FormatError(where, f"{shown(source)} -> {shown(target)} again", "each exchange once", "Keep one of the lines.")
        found[source, target] = source, target, int(columns[2]), int(columns[3])
    if not found:
        raise FormatError(name, "no ratings", f"lines of {_EXPECTED}")
    return list(found.values())


def _is_share(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 3 and int(text) <= 100
