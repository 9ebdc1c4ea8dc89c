"""Hand-written pairs of phrases: one line each, ``source <tab> target <tab> part of speech <tab> score``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from paragen.base.errors import FormatError, shown
from paragen.base.lines import numbered_lines

PARTS = ("v", "n", "nm", "adj", "adv", "x")
"""Verb and noun (inflected), mass noun (uninflected), adjective (with comparison), adverb (uninflected), exactly as written."""


class Entry(NamedTuple):
    """A directed pair of phrases; ``score`` in (0, 1] is how often the exchange is right in running text.

    A trailing ``*`` marks the word to inflect if it is not the usual one.
    """

    source: str
    target: str
    part: str
    score: float


_EXPECTED = "pairs of phrases: source, target, part of speech and score, separated by tabs"


def read_entries(path: Path) -> Iterator[Entry]:
    """Yield the entries of a file, plain or compressed; ``#`` begins a comment line.

    Raises
    ------
    FormatError : a line is not an entry.
    """
    for number, line in numbered_lines(path, _EXPECTED):
        if not line.strip() or line.startswith("#"):
            continue
        fields = line.split("\t")
        try:
            source, target, part, score = fields
            entry = Entry(source, target, part, float(score))
        except ValueError:
            raise FormatError(f"{path}:{number}", shown(line), "source, target, part of speech and score") from None
        if part not in PARTS or not 0 < entry.score <= 1 or not _differ(source, target):
            raise FormatError(
                f"{path}:{number}", shown(line), f"two different phrases, one of {', '.join(PARTS)}, a score in (0, 1]"
            )
        yield entry


def _differ(source: str, target: str) -> bool:
    """Return whether both are phrases that a table can hold, and differ."""
    sides = [[word.rstrip("*") for word in side.split()] for side in (source, target)]
    return sides[0] != sides[1] and all(side and all(side) and "|||" not in side for side in sides)
