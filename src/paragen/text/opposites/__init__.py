"""Words that no paraphrase exchanges for each other: the list of opposites, and the forms of its words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from paragen.base.packages import package_folder

LIST, FORMS = "opposites.tsv", "forms.tsv"
PARTS = ("n", "v", "adj", "x")
"""Nouns, verbs, adjectives, and uninflected words."""

NEGATIONS = frozenset(
    "not no without cannot nor neither less least hardly scarcely barely n't ain't aren't can't couldn't didn't doesn't don't "
    "hadn't hasn't haven't isn't mightn't mustn't needn't oughtn't shan't shouldn't wasn't weren't won't wouldn't".split()
) | {f"{stem}{end}" for stem in ("fail", "refus", "lack") for end in ("", "e", "s", "es", "ed", "ing")}
"""Words that turn a word into its opposite: not included, excluded."""


class Entry(NamedTuple):
    """Words of one part of speech that exclude one another.

    Attributes
    ----------
    line : its line in the list.
    parts : the parts of speech in which the words are opposites.
    groups : base forms; words of different groups exclude one another.
    exclusive : whether they exclude one another only in phrases that are otherwise the same; if not, they do anywhere.
    """

    line: int
    parts: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    exclusive: bool

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Yield the pairs of words that exclude one another, each in one direction."""
        for one, other in combinations(self.groups, 2):
            yield from ((left, right) for left in one for right in other)


def contents(name: str) -> bytes:
    """Return a file of this package."""
    return package_folder("paragen.text.opposites").joinpath(name).read_bytes()


def read(name: str) -> list[tuple[int, list[str]]]:
    """Return the lines of a file of this package, numbered and split at tabs, without comments and empty lines."""
    text = contents(name).decode()
    return [(number, line.split("\t")) for number, line in enumerate(text.splitlines(), 1) if line and line[0] != "#"]


@cache
def entries() -> tuple[Entry, ...]:
    """Return the list: two sides of opposites, or a set of words each of which excludes the others."""
    found = []
    for number, (parts, *columns) in read(LIST):
        sides = columns if len(columns) == 2 else columns[0].split()
        groups = tuple(tuple(side.replace("/", " ").split()) for side in sides)
        found.append(Entry(number, tuple(parts.split(",")), groups, len(columns) == 1))
    return tuple(found)


@cache
def forms() -> dict[tuple[str, str], frozenset[str]]:
    """Return the forms of each word of the list, itself included, by part of speech and base form."""
    return {(part, word): frozenset((word, *forms[0].split())) for _, (part, word, *forms) in read(FORMS)}
