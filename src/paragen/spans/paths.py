"""Fields of JSON data by name or dotted path: ``annotations.result`` is the field in each of a list of annotations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from paragen.base.errors import FormatError
from paragen.base.json_and_toml import json_kind


class Place(NamedTuple):
    """A value in JSON data, and the keys and indices that lead there."""

    trail: tuple[str | int, ...]
    value: Any

    @property
    def name(self) -> str:
        """Its name in error messages: ``annotations[0].result``."""
        return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in self.trail)[1:]

    @property
    def path(self) -> str:
        """The path that leads there: ``annotations.result``."""
        return ".".join(key for key in self.trail if isinstance(key, str))


def places(data: Any, path: str, trail: tuple[str | int, ...] = ()) -> Iterator[Place]:
    """Yield the places that a path leads to: through objects by name, and through each object of a list."""
    if isinstance(data, list):
        for i, item in enumerate(data):
            if isinstance(item, dict):
                yield from places(item, path, (*trail, i))
    elif isinstance(data, dict):
        if path in data:
            yield Place((*trail, path), data[path])
            return
        first, dot, rest = path.partition(".")
        if dot and first in data:
            yield from places(data[first], rest, (*trail, first))


def replaced(data: Mapping[str, Any], changes: Iterable[tuple[Place, Any]]) -> dict[str, Any]:
    """Return data with new values in some places; only the objects and lists around these are copied."""
    found: dict[str, Any] = dict(data)
    copies: dict[tuple[str | int, ...], Any] = {(): found}
    for place, value in changes:
        for depth in range(len(place.trail)):
            trail = place.trail[:depth]
            if trail not in copies:
                holder = copies[trail[:-1]]
                copies[trail] = holder[trail[-1]] = holder[trail[-1]].copy()
        copies[place.trail[:-1]][place.trail[-1]] = value
    return found


def text_place(record: Mapping[str, Any], path: str, where: str) -> Place:
    """Return the place of a record's text, a string or a list of tokens; raise FormatError if it is not there."""
    found = list(places(record, path))
    place = found[0] if len(found) == 1 else None
    value = place.value if place else None
    if place is None or not (isinstance(value, str) or (isinstance(value, list) and all(isinstance(t, str) for t in value))):
        raise missing(where, record, place, f"a JSON object with the text in {path!r}", "--field")
    return place


def missing(where: str, record: Mapping[str, Any], place: Place | None, expected: str, option: str) -> FormatError:
    """Return the error for a place with something else, or for a missing place."""
    found = f"only the fields {', '.join(record) or '(none)'}" if place is None else f"{json_kind(place.value)} there"
    return FormatError(where, found, expected, f"Name the field with {option}.")
