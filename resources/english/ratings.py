"""Exchanges that readers rated by themselves: what a fit knows of a pair before it sees a sentence.

Lines of source, target, usual and best between tabs: words as the tokenizer cuts them, in lower case; in how many of a hundred
places in newspapers the exchange is right; how good it is, of a hundred, where it fits best. Lines that begin with ``#`` are
notes.
"""

from __future__ import annotations

from pathlib import Path

from paragen.base.errors import FormatError, shown
from paragen.base.lines import numbered_lines

_EXPECTED = "source, target and two numbers from 0 to 100, between tabs"
Rating = tuple[str, str, int, int]


def ratings(path: Path) -> list[Rating]:
    """Return the ratings of a file; raise FormatError where a line is none."""
    found = []
    for number, line in numbered_lines(path):
        if line.startswith("#"):
            continue
        columns = line.split("\t")
        if len(columns) != 4 or not all(columns) or not all(_is_share(column) for column in columns[2:]):
            raise FormatError(f"{path}, line {number}", shown(line), _EXPECTED, "Mend the line.")
        found.append((columns[0], columns[1], int(columns[2]), int(columns[3])))
    return found


def _is_share(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 3 and int(text) <= 100
