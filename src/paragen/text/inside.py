"""Edits inside what a pattern moves or surrounds, as its step is written: agreement, and where they are in its text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from paragen.text.languages import Agreement


class Replacement(Protocol):
    """``words`` in the place of tokens ``begin`` to ``end``."""

    @property
    def begin(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def words(self) -> tuple[str, ...]: ...


class Part(Replacement, Protocol):
    """Such an edit: ``words`` are those of its step from ``at`` on."""

    @property
    def at(self) -> int: ...


def agree_inside(
    part: Part, words: list[str], replaced: str, agreement: Agreement | None, agreed: Callable[[str, Sequence[str], str], str]
) -> None:
    """Make the word before a part agree with it, and its last word with what follows, if they are words of the step.

    Parameters
    ----------
    words : of the step, as written; changed in place.
    replaced : the lookup form of the first word that the part replaces.
    agreed : returns a word in the form that the first of some words takes, given what it replaces.
    """
    for k, before_edit in ((part.at - 1, replaced), (part.at + len(part.words) - 1, "")):
        if agreement is None or k < 0 or k + 1 >= len(words) or words[k].replace("’", "'").lower() not in agreement.words:
            continue
        if not agreement.stays(words[k], words[k - 1] if k else "", False):
            changed = agreed(words[k], words[k + 1 :], before_edit)
            words[k] = words[k] if " " in changed else changed


def places_inside(parts: Sequence[Part], words: Sequence[str], body: str) -> list[tuple[int, int]]:
    """Return where each part of a step is in its text, as characters, given the words of the step as written."""
    found, position = list[tuple[int, int]](), 0
    for word in words:
        at = body.find(word, position)
        begin = at if at >= 0 else len(body) - len(body[position:].lstrip())  # an article that agrees, a full stop less
        position = min(begin + len(word), len(body))
        found.append((begin, position))
    ends = [(part.at, part.at + len(part.words)) for part in parts]
    return [(found[first][0], found[last - 1][1]) if first < last else (position, position) for first, last in ends]
