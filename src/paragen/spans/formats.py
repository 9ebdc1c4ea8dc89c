"""How data sets write labelled spans: ``[begin, end, …]``, or objects as in spaCy, Prodigy, doccano, Label Studio and SQuAD."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from paragen.base.errors import FormatError, shown
from paragen.base.json_and_toml import json_kind
from paragen.settings.request import Span
from paragen.spans.units import Offsets

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
        raise FormatError(where, kind, "[begin, end, …] or an object with start and end", "Mend it, or leave it out.")
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
