"""Forced wording: characters of a sentence that must read in a given way, while the rest is rewritten around them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from operator import index

from paragen.base.errors import ConfigError
from paragen.text.render import Placed

Force = tuple[int, int, str]


class ForcedText:
    """A text with forced wording written into it, and the mapping back to the characters of the source.

    Parameters
    ----------
    source : the original text.
    force : ``(begin, end, wording)`` of ``source``, in any order.

    Raises
    ------
    ConfigError : a span is empty, out of range or overlaps another, or a wording is empty or has several lines.
    """

    def __init__(self, source: str, force: Iterable[Force]) -> None:
        self.force = _checked(source, force)
        parts: list[str] = []
        self.spans: list[tuple[int, int]] = []  # of the wordings in the text
        position = length = 0
        for begin, end, wording in self.force:
            parts += (source[position:begin], wording)
            length += begin - position + len(wording)
            self.spans.append((length - len(wording), length))
            position = end
        self.text = "".join([*parts, source[position:]])
        self._ends = [end for _, end in self.spans]
        self._source_ends = [end for _, end, _ in self.force]

    def to_text(self, position: int) -> int:
        """Return the position in the text of a character of the source; for a replaced one, the end of its wording."""
        k = bisect_right(self._source_ends, position)
        if k < len(self.force) and position > self.force[k][0]:
            return self.spans[k][1]
        return position + (self._ends[k - 1] - self._source_ends[k - 1] if k else 0)

    def to_source(self, position: int) -> int:
        """Return the position in the source of a character of the text outside the forced wordings."""
        k = bisect_right(self._ends, position)
        return position - (self._ends[k - 1] - self._source_ends[k - 1] if k else 0)

    def merged(self, placed: Sequence[Placed]) -> list[tuple[Placed, int | None]]:
        """Return edits of the text and forced wordings, from left to right, with positions in the source.

        Each comes with the number of the edit, or None for a forced wording.
        """
        found: list[tuple[Placed, int | None]] = []
        shift = k = 0

        def add_forced(limit: int) -> None:
            nonlocal k
            while k < len(self.force) and self.spans[k][0] < limit:
                begin, end, wording = self.force[k]
                out_begin, out_end = self.spans[k]
                found.append((Placed(begin, end, out_begin + shift, out_end + shift, wording), None))
                k += 1

        for number, place in enumerate(placed):
            add_forced(place.begin)
            found.append((place._replace(begin=self.to_source(place.begin), end=self.to_source(place.end)), number))
            shift = place.out_end - place.end
        add_forced(len(self.text) + 1)
        return found


def _checked(source: str, force: Iterable[Force]) -> list[Force]:
    expected = "(begin, end, wording) with 0 <= begin < end <= the length of the text"
    found: list[Force] = []
    if not isinstance(force, Iterable):
        raise ConfigError(f"force: found {force!r}, expected a list of {expected}.")
    for item in force:
        try:
            begin, end, wording = item
            begin, end = index(begin), index(end)
        except (TypeError, ValueError):
            raise ConfigError(f"force: found {item!r}, expected {expected}.") from None
        if not 0 <= begin < end <= len(source):
            raise ConfigError(f"force: found {item!r}, expected {expected} ({len(source)}).")
        if not isinstance(wording, str) or not wording.strip() or "\n" in wording or "\n" in source[begin:end]:
            raise ConfigError(f"force: found {item!r}, expected a wording on one line for words on one line.")
        found.append((begin, end, wording))
    found.sort()
    for (_, end, _), other in zip(found, found[1:], strict=False):
        if other[0] < end:
            raise ConfigError(f"force: found {other!r} inside another forced span. Give spans that do not overlap.")
    return found
