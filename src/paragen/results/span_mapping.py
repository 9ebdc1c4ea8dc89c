"""Spans of a sentence, and where they are in its paraphrase."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from operator import index
from typing import Any, Protocol

from paragen.base.errors import ConfigError
from paragen.settings.request import Span


class Change(Protocol):
    """Where a text was changed: characters of the source, and those that replaced them."""

    @property
    def begin(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def out_begin(self) -> int: ...
    @property
    def out_end(self) -> int: ...


class SpanMap:
    """Maps spans of a source to spans of its paraphrase.

    Positions outside the changes shift with the text. A span that begins (ends) inside a change is extended to the beginning
    (end) of the replacement, so that it covers whole words.

    Parameters
    ----------
    changes : in order, not overlapping.
    """

    def __init__(self, changes: Sequence[Change]) -> None:
        self._changes = changes
        self._ends = [change.end for change in changes]

    def __call__(self, begin: int, end: int) -> Span:
        """Return the span of the paraphrase for one of the source, ``0 <= begin <= end``."""
        return self._position(begin, False), self._position(end, True)

    def _position(self, position: int, ends: bool) -> int:
        k = bisect_right(self._ends, position)
        if k < len(self._changes) and self._changes[k].begin < position:
            return self._changes[k].out_end if ends else self._changes[k].out_begin
        return position + (self._changes[k - 1].out_end - self._ends[k - 1] if k else 0)


def map_spans(spans: Iterable[Span], length: int, changes: Sequence[Change]) -> list[Span]:
    """Return the spans of a paraphrase for spans of its source, in their order; see :class:`SpanMap`.

    Raises
    ------
    ConfigError : one is not a pair of whole numbers ``0 <= begin <= end <= length``.
    """
    mapped = SpanMap(changes)
    return [mapped(*checked_span(span, length, f"spans[{k}]")) for k, span in enumerate(spans)]


def checked_span(span: Any, length: int, name: str) -> Span:
    """Return a span of a text of ``length`` characters; raise ConfigError, with its ``name``, if it is not one."""
    try:
        begin, end = map(_whole, span)
    except (TypeError, ValueError):
        begin, end = -1, -1
    if not 0 <= begin <= end <= length:
        raise ConfigError(f"{name}: found {span!r}, expected (begin, end) with 0 <= begin <= end <= {length} characters.")
    return begin, end


def _whole(number: Any) -> int:
    if isinstance(number, bool):
        raise TypeError
    return index(number)
