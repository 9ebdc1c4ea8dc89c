"""How data sets write labelled spans: ``[begin, end, …]``, or objects as in spaCy, Prodigy, doccano, Label Studio and SQuAD.

Their fields are found by name or dotted path: ``annotations.result`` is the field in each of a list of annotations.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from paragen.base.errors import FormatError, shown
from paragen.base.json_and_toml import json_kind
from paragen.settings.request import Span

UNITS = ("characters", "utf-16", "bytes")
"""The units of offsets."""
_NAMES = (("start", "end"), ("begin", "end"), ("start_offset", "end_offset"))
_ANSWER = "answer_start"  # SQuAD's, beside the text of the answer
_TOKENS = ("token_start", "token_end")  # Prodigy's, which count tokens
_REMEDY = "Offsets count characters (code points) from 0, unless --offsets says otherwise."


class Labelled(NamedTuple):
    """A span, and the data that labels it.

    Parameters
    ----------
    span : characters of the text.
    data : the span as the data set writes it, with its label.
    names : the keys of its begin and end, or only its begin; () in a list.
    nested : whether they are in the object ``value`` of the data, as in Label Studio.
    """

    span: Span
    data: Any
    names: tuple[str, ...]
    nested: bool

    def moved(self, span: Span, text: str, offsets: Offsets) -> Any:
        """Return the data for a span of another text: with its offsets, and the text that it quotes."""
        ends = tuple(map(offsets.offset, span))
        if not self.names:
            return [*ends, *self.data[2:]]
        inner = dict(self.data["value"] if self.nested else self.data)
        inner |= {name: ends[i] for i, name in enumerate(self.names)}
        if isinstance(inner.get("text"), str):
            inner["text"] = text[slice(*span)]
        for name in _TOKENS:
            inner.pop(name, None)
        return {**self.data, "value": inner} if self.nested else inner


def are_several(value: Any) -> bool:
    """Return whether a value is a list of spans rather than a single one: an object, or a begin, an end and whatever follows."""
    return isinstance(value, list) and not (len(value) > 1 and not isinstance(value[0], (list, dict)))


def rows(value: Any) -> list[dict[str, Any]] | None:
    """Return spans written as columns, one list for all begins and another for all ends, as objects; None for other data."""
    if not isinstance(value, dict):
        return None
    for names in (*_NAMES, (_ANSWER, "text")):
        if all(isinstance(value.get(name), list) for name in names):
            length = len(value[names[0]])
            lists = {name: cells for name, cells in value.items() if isinstance(cells, list) and len(cells) == length}
            return [{name: cells[i] for name, cells in lists.items()} for i in range(length)]
    return None


def columns(value: dict[str, Any], objects: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return spans as columns again; ``value`` is the value that :func:`rows` made into objects."""
    return value | {name: [one[name] for one in objects] for name in (objects[0] if objects else ())}


def read_spans(values: Iterable[Any], text: str, offsets: Offsets, where: str) -> list[Labelled | None]:
    """Return the spans of a field; see :func:`read_span`. Errors name them by index."""
    return [read_span(item, text, offsets, f"{where}[{i}]") for i, item in enumerate(values)]


def read_span(item: Any, text: str, offsets: Offsets, where: str) -> Labelled | None:
    """Return the span of the text that an item labels; None for items without a span, such as Label Studio's relations.

    Parameters
    ----------
    offsets : of the text, in the item's unit.
    where : its name in errors.

    Raises
    ------
    FormatError : it is not a span of the text, or quotes text other than what is there.
    """
    found = _ends(item, offsets.unit)
    if found is None:
        if isinstance(item, dict) and "type" in item and not _names_an_end(item):
            return None
        kind = shown(repr(item)) if isinstance(item, list) else json_kind(item)
        if isinstance(item, dict):
            kind += f" with {', '.join(item) or 'nothing'}"
        raise FormatError(where, kind, "[begin, end, …] or an object with start and end", "Fix it, or leave it out.")
    ends, names, nested = found
    try:
        if not all(type(end) is int for end in ends) or ends[0] > ends[1]:
            raise ValueError
        span = offsets.character(ends[0]), offsets.character(ends[1])
    except ValueError:
        expected = f"whole numbers 0 <= begin <= end <= {offsets.length} that are offsets in the text"
        raise FormatError(where, f"begin {ends[0]!r:.40} and end {ends[1]!r:.40}", expected, _REMEDY) from None
    quoted = (item["value"] if nested else item).get("text") if names else None
    if isinstance(quoted, str) and _plain(quoted) != _plain(text[slice(*span)]):
        there = f"{shown(text[slice(*span)])} at {ends[0]} to {ends[1]}"
        raise FormatError(where, there, f"{shown(quoted)}, as it says", _REMEDY)
    return Labelled(span, item, names, nested)


def looks_like_spans(value: Any, length: int) -> bool:
    """Return whether a value looks like a list of spans of a text of ``length`` characters."""

    def fits(item: Any) -> bool:
        found = _ends(item)
        return found is not None and all(type(end) is int for end in found[0]) and 0 <= found[0][0] <= found[0][1] <= length

    return isinstance(value, list) and bool(value) and all(map(fits, value))


def _ends(item: Any, unit: str = "characters") -> tuple[tuple[Any, Any], tuple[str, ...], bool] | None:
    """Return begin and end as given in an item, their keys, and whether they are nested; None if it has none."""
    if isinstance(item, list):
        return ((item[0], item[1]), (), False) if len(item) > 1 else None
    if not isinstance(item, dict):
        return None
    if _ANSWER in item and isinstance(item.get("text"), str):
        begin = item[_ANSWER]
        return (begin, begin + Offsets(item["text"], unit).length if type(begin) is int else None), (_ANSWER,), False
    for nested, holder in enumerate(_holders(item)):
        for names in _NAMES:
            if names[0] in holder and names[1] in holder:
                return (holder[names[0]], holder[names[1]]), names, bool(nested)
    return None


def _holders(item: dict[str, Any]) -> list[dict[str, Any]]:
    value = item.get("value")
    return [item, value] if isinstance(value, dict) else [item]


def _names_an_end(item: dict[str, Any]) -> bool:
    return any(name in holder for holder in _holders(item) for names in _NAMES for name in names)


def _plain(text: str) -> str:
    return "".join(text.replace("\\n", " ").split())


class Offsets:
    """Turns offsets in a text into positions of its characters (code points), and back.

    Parameters
    ----------
    text : the text.
    unit : one of :data:`UNITS`.
    """

    def __init__(self, text: str, unit: str) -> None:
        self.unit = unit
        self._starts: list[int] | None = None
        self.length = len(text)
        if unit != "characters" and not text.isascii():
            code = "utf-16-le" if unit == "utf-16" else "utf-8"
            size = 2 if unit == "utf-16" else 1
            widths = (len(character.encode(code, "surrogatepass")) // size for character in text)
            self._starts = [0, *accumulate(widths)]
            self.length = self._starts[-1]

    def character(self, offset: int) -> int:
        """Return the position of a character; raise ValueError for an offset out of range, or within a character."""
        if not 0 <= offset <= self.length:
            raise ValueError
        if self._starts is None:
            return offset
        position = bisect_left(self._starts, offset)
        if self._starts[position] != offset:
            raise ValueError
        return position

    def offset(self, position: int) -> int:
        """Return the offset of a character, or of the end."""
        return position if self._starts is None else self._starts[position]


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
