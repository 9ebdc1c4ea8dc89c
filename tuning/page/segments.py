"""Splits a sentence into what stays and what changes, so that a page can mark it without counting characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Segment = tuple[str, str]
"""Kind and text: "same", "old" (replaced), "new" (in its place), "gap" (what was left out, in words)."""

_CONTEXT = 1500  # characters shown on either side of a change: as many as a person can still take in
_SHOWN_CHANGES = 4
_SHOWN_CHANGE = 60


def rewritten(text: str, edits: Sequence[tuple[int, int, str]]) -> list[Segment]:
    """Return the sentence with each old text followed by the new one.

    Parameters
    ----------
    edits : (begin, end, after), in characters of the text, from left to right.
    """
    found: list[Segment] = []
    for kind, part, after in _parts(text, edits):
        found.append((kind, part))
        if kind == "old":
            found.append(("new", after))
    return _shortened(found)


def original(text: str, edits: Sequence[tuple[int, int, str]]) -> list[Segment]:
    """Return the original sentence, with the old texts marked."""
    return _shortened([(kind, part) for kind, part, _ in _parts(text, edits)])


def change_of(pairs: Sequence[tuple[str, str]]) -> str:
    """Return changes in one line, shortened to fit: ``big → large``."""
    shown = [f"{_brief(before)} → {_brief(after)}" for before, after in pairs[:_SHOWN_CHANGES]]
    return ", ".join(shown) + (f" and {len(pairs) - _SHOWN_CHANGES} more" if len(pairs) > _SHOWN_CHANGES else "")


def _brief(text: str) -> str:
    text = " ".join(text[: 4 * _SHOWN_CHANGE].split())
    return text if len(text) <= _SHOWN_CHANGE else text[: _SHOWN_CHANGE - 1] + "…"


def _parts(text: str, edits: Sequence[tuple[int, int, str]]) -> Iterator[tuple[str, str, str]]:
    """Yield kind, text and replacement; white space that old and new share belongs to neither."""
    done = 0
    for begin, end, after in edits:
        before = text[begin:end]
        lead = _shared_space(before, after)
        trail = _shared_space(before[lead:][::-1], after[lead:][::-1])
        yield "same", text[done : begin + lead], ""
        yield "old", before[lead : len(before) - trail], after[lead : len(after) - trail]
        done = end - trail
    yield "same", text[done:], ""


def _shared_space(one: str, other: str) -> int:
    """Return the length of the white space that both have at the beginning."""
    length = 0
    while length < min(len(one), len(other)) and one[length] == other[length] and one[length].isspace():
        length += 1
    return length


def _shortened(segments: list[Segment]) -> list[Segment]:
    """Leave out empty segments and text too far from any change."""
    found: list[Segment] = []
    last = len(segments) - 1
    for i, (kind, text) in enumerate(segments):
        head = 0 if i == 0 else _CONTEXT
        tail = 0 if i == last else _CONTEXT
        if len(text) <= 2 * _CONTEXT:
            found.append((kind, text))
            continue
        missing = f"… {len(text) - head - tail} characters …"
        found += [(kind, text[:head]), ("gap", missing), (kind, text[len(text) - tail :])]
    return [(kind, text) for kind, text in found if text]
