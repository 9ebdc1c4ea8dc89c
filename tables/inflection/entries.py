"""The starter pack's raw entries: one line each, by hand, ``source <tab> target <tab> part of speech <tab> score``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from paragen.errors import FormatError

PARTS = ("v", "n", "nm", "adj", "adv", "x")
"""Verb and noun (inflected), mass noun (not), adjective (compared), adverb (not), exactly as written."""


class Entry(NamedTuple):
    """A directed pair of phrases; ``score`` in (0, 1] is how often the exchange is right in running text.

    A trailing ``*`` marks the word that is inflected where it is not the usual one.
    """

    source: str
    target: str
    part: str
    score: float


def read_entries(path: Path) -> Iterator[Entry]:
    """Yield the entries of a file; ``#`` begins a comment line.

    Raises
    ------
    FormatError : a line that is no entry.
    """
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = line.split("\t")
        try:
            source, target, part, score = fields
            entry = Entry(source, target, part, float(score))
        except ValueError:
            raise FormatError(f"{path}:{number}", repr(line), "source, target, part of speech and score") from None
        if part not in PARTS or not 0 < entry.score <= 1 or source == target or not source or not target:
            raise FormatError(
                f"{path}:{number}", repr(line), f"two different phrases, one of {', '.join(PARTS)}, a score in (0, 1]"
            )
        yield entry
