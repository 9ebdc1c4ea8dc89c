"""Alignment error rate against alignments made by hand."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import Lines
from paragen.tables.bilingual.alignment.links import parse_links

Links = frozenset[tuple[int, int]]

_GOLD = re.compile(r"([0-9]{1,9})([-p])([0-9]{1,9})")


@dataclass(frozen=True)
class Gold:
    """Human judgements of a sentence pair: sure links, and possible ones (which include the sure)."""

    sure: Links
    possible: Links


def read_gold(path: StrPath) -> list[Gold]:
    """Read hand-made alignments: a line a sentence pair, ``i-j`` for sure links and ``ipj`` for possible ones, from 1.

    Returns
    -------
    The links from 0, source-target.

    Raises
    ------
    FormatError : a link is malformed.
    """
    found = []
    for where, line in _numbered(path):
        sure, possible = set(), set()
        for token in line.split():
            match = _GOLD.fullmatch(token)
            if not match or match[1].strip("0") == "" or match[3].strip("0") == "":
                raise FormatError(where, repr(token[:60]), "sure links `i-j` and possible ones `ipj`, numbered from 1")
            link = int(match[1]) - 1, int(match[3]) - 1
            possible.add(link)
            if match[2] == "-":
                sure.add(link)
        found.append(Gold(frozenset(sure), frozenset(possible)))
    return found


def read_links(path: StrPath) -> list[Links]:
    """Read a file of links ``i-j`` from 0, a line a sentence pair."""
    return [frozenset(parse_links(line, where)) for where, line in _numbered(path)]


def _numbered(path: StrPath) -> list[tuple[str, str]]:
    with Lines(path) as lines:
        found: list[tuple[str, str]] = []
        while batch := lines.take(10_000):
            found += [(f"{lines.path}:{len(found) + k}", line) for k, line in enumerate(batch, 1)]
    return found


def alignment_error_rate(
    links: Iterable[Links], sure: Iterable[Links], possible: Iterable[Links]
) -> float:
    """Return the alignment error rate of a text [ON03], from 0 (perfect) to 1.

    With A the links, S the sure and P the possible ones (S ⊆ P), AER = 1 - (|A ∩ S| + |A ∩ P|) / (|A| + |S|), the sums
    taken over the whole text.

    Parameters
    ----------
    links, sure, possible : sets of (source, target), one a sentence pair; a sure link counts as possible, too.

    Raises
    ------
    ValueError : they differ in number.
    """
    hits = total = 0
    for found, must, may in zip(links, sure, possible, strict=True):
        hits += len(found & must) + len(found & (may | must))
        total += len(found) + len(must)
    return 1 - hits / total if total else 0.0
