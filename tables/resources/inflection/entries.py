"""Hand-written pairs of phrases or patterns: one line each, ``source <tab> target <tab> part of speech <tab> score``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from paragen.base.errors import FormatError, Unexpected, shown
from paragen.base.input_files import numbered_lines
from paragen.tables.resources.inflection.word_lists import WordLists
from paragen.text.slots import BEGIN, END, pattern_pair, slot_parts

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
    """Yield the entries of a file, plain or compressed; ``#`` begins a comment line, ``name = word, word`` is a list.

    Raises
    ------
    FormatError : a line is neither an entry nor a list.
    """
    lists = WordLists()
    for number, line in numbered_lines(path, _EXPECTED):
        if not line.strip() or line.startswith("#"):
            continue
        where = f"{path}:{number}"
        try:
            if "\t" not in line and lists.define(line):
                continue
            yield from _read(line, lists, where)
        except Unexpected as bad:
            raise FormatError(where, bad.found, bad.expected) from None


def _read(line: str, lists: WordLists, where: str) -> Iterator[Entry]:
    try:
        source, target, part, score = line.split("\t")
        weight = float(score)
    except ValueError:
        raise FormatError(where, shown(line), "source, target, part of speech and score") from None
    if any(mark in line for mark in ("[", "]", BEGIN, END)):
        pattern_pair(source.replace("*", ""), target.replace("*", ""))  # the words of lists have no slots
    for one, other in lists.expanded(source, target):
        yield _checked(Entry(one, other, part, weight), line, where)


def _checked(entry: Entry, line: str, where: str) -> Entry:
    if entry.part not in PARTS or not 0 < entry.score <= 1 or not _differ(entry.source, entry.target):
        raise FormatError(where, shown(line), f"two different phrases, one of {', '.join(PARTS)}, a score in (0, 1]")
    if entry.part == "v" and any("*" not in side and slot_parts(side.split()[0]) for side in (entry.source, entry.target)):
        raise FormatError(where, shown(line), "* at the verb, as a slot comes first")
    return entry


def _differ(source: str, target: str) -> bool:
    """Return whether both are phrases that a table can hold, and differ."""
    sides = [[word.rstrip("*") for word in side.split()] for side in (source, target)]
    return sides[0] != sides[1] and all(side and all(side) and "|||" not in side for side in sides)
