"""The changes of edits word by word: only those words of the replaced phrases that differ."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from paragen.results.edit import Edit

_PART = re.compile(r"\s+|\w+|[^\w\s]")


class Piece(NamedTuple):
    """A part of a sentence before and after; ``edit``: what changed it, None if nothing did."""

    before: str
    after: str
    edit: Edit | None


def word_diff(source: str, edits: Sequence[Edit]) -> list[Piece]:
    """Return a sentence in pieces, in order: all ``before`` together are the source, all ``after`` the paraphrase."""
    pieces: list[Piece] = []
    same, position = "", 0
    for edit in edits:
        head, before, after, tail = split_change(edit.before, edit.after)
        same += source[position : edit.begin] + head
        if same:
            pieces.append(Piece(same, same, None))
        pieces.append(Piece(before, after, edit))
        same, position = tail, edit.end
    if same := same + source[position:]:
        pieces.append(Piece(same, same, None))
    return pieces


def split_change(before: str, after: str) -> tuple[str, str, str, str]:
    """Split two texts: return their common beginning, the part of each that differs, and their common end."""
    old, new = _PART.findall(before), _PART.findall(after)
    least = min(len(old), len(new))
    head = 0
    while head < least and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < least - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    middle = slice(head, len(old) - tail), slice(head, len(new) - tail)
    return "".join(old[:head]), "".join(old[middle[0]]), "".join(new[middle[1]]), "".join(old[len(old) - tail :])
