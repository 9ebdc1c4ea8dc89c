"""What a client of LanguageTool asks for: parameters of forms and queries, and texts with markup."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from paragen.base.errors import FormatError
from paragen.base.json_and_toml import json_kind, parse_json
from paragen.web.refusals import Refusal


class Part(NamedTuple):
    """A piece of a document: text, or markup, which may stand for text (``interpreted``), such as a line break."""

    text: str
    markup: bool = False
    interpreted: str = ""


class Annotated:
    """A document of parts.

    Parameters
    ----------
    parts : in order.

    Attributes
    ----------
    plain : the text that is read: that of the parts, and the text that markup stands for.
    whole : the document with its markup.
    barriers : the positions of markup in ``plain``: no edit may cross them.
    fixed : spans of ``plain`` that are not text of the document, but stand in for markup.
    """

    def __init__(self, parts: Sequence[Part]) -> None:
        self.plain = "".join(part.interpreted if part.markup else part.text for part in parts)
        self.whole = "".join(part.text for part in parts)
        self.barriers: list[int] = []
        self.fixed: list[tuple[int, int]] = []
        self._begins: list[int] = []  # in `plain`, of each part that is read
        self._origins: list[tuple[int, int, bool]] = []  # of each, where it begins and ends in `whole`, and whether it is markup
        self._units = _utf16_units(self.whole)
        position = original = 0
        for part in parts:
            read = part.interpreted if part.markup else part.text
            if part.markup:
                self.barriers.append(position)
                if read:
                    self.fixed.append((position, position + len(read)))
                    self.barriers.append(position + len(read))
            if read:
                self._begins.append(position)
                self._origins.append((original, original + len(part.text), part.markup))
            position += len(read)
            original += len(part.text)

    def kept(self, begin: int, end: int) -> list[tuple[int, int]]:
        """Return the spans of ``plain[begin:end]`` that must not change; no edit may cross an empty one."""
        spans = [(max(first, begin), min(last, end)) for first, last in self._fixed_in(begin, end)]
        spans += [(place, place) for place in self._barriers_in(begin, end)]
        return sorted((first - begin, last - begin) for first, last in spans)

    def crosses(self, begin: int, end: int) -> bool:
        """Return whether a span of ``plain`` crosses markup, or overlaps text that stands in for markup."""
        return bool(self._barriers_in(begin, end) or self._fixed_in(begin, end))

    def _barriers_in(self, begin: int, end: int) -> list[int]:
        return self.barriers[bisect_right(self.barriers, begin) : bisect_left(self.barriers, end)]

    def _fixed_in(self, begin: int, end: int) -> list[tuple[int, int]]:
        first = bisect_right(self.fixed, begin, key=lambda span: span[1])
        return self.fixed[first : bisect_left(self.fixed, end, key=lambda span: span[0])]

    def place(self, begin: int, end: int) -> tuple[int, int]:
        """Return the offset and the length, in UTF-16 code units of the whole, of a span of ``plain`` that crosses no markup."""
        first = self.original(begin)
        return self.units(first, first + end - begin)

    def original(self, begin: int) -> int:
        """Return the position in the whole of a character of ``plain`` that is text of the document."""
        return self._origin(begin)[0]

    def ranges(self, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return what spans of ``plain`` were read from as spans of the whole in UTF-16 code units, in order, none over another.

        Markup that stands for words of several spans is of the first of them; a span of no other words has no range.

        Parameters
        ----------
        spans : from left to right; none is empty.
        """
        found, past = [], 0
        for begin, end in spans:
            first, last = max(past, self._origin(begin)[0]), self._origin(end - 1)[1]
            if first < last:
                offset, length = self.units(first, last)
                found.append((offset, offset + length))
                past = last
        return found

    def _origin(self, position: int) -> tuple[int, int]:
        """Return the span in the whole of a character of ``plain``: of the markup, if it stands in for some."""
        number = bisect_right(self._begins, position) - 1
        begin, end, markup = self._origins[number]
        if markup:
            return begin, end
        begin += position - self._begins[number]
        return begin, begin + 1

    def units(self, begin: int, end: int) -> tuple[int, int]:
        """Return a span of the whole as offset and length in UTF-16 code units."""
        if self._units is None:
            return begin, end - begin
        return self._units[begin], self._units[end] - self._units[begin]


def _utf16_units(text: str) -> list[int] | None:
    """Return the number of UTF-16 code units before each character, and in total; None if each character is one."""
    if text.isascii() or max(text) <= "\uffff":
        return None
    return list(accumulate((1 + (char > "\uffff") for char in text), initial=0))


_MOST = 100  # parameters


@dataclass(frozen=True)
class Check:
    """The parameters of ``/v2/check``.

    Parameters
    ----------
    document : the text to check.
    language : a code, or "auto".
    preferred : variants, for "auto".
    enabled, disabled : rules and categories, by their ids.
    enabled_only : whether all others are disabled.
    picky : whether to suggest more, with less confidence.
    """

    document: Annotated
    language: str
    preferred: tuple[str, ...]
    enabled: frozenset[str]
    disabled: frozenset[str]
    enabled_only: bool
    picky: bool

    def allows(self, rule: str, category: str) -> bool:
        """Return whether matches of a rule are wanted."""
        if self.enabled_only:
            return bool(self.enabled & {rule, category})
        return rule in self.enabled or not self.disabled & {rule, category}


def fields_of(query: bytes, body: bytes) -> dict[str, str]:
    """Return the parameters of a query and a form; those of the form take precedence.

    Raises
    ------
    Refusal : they are not UTF-8, or too many.
    """
    found: dict[str, str] = {}
    for name, data in (("query", query), ("body", body)):
        try:
            found.update(parse_qsl(data.decode(), keep_blank_values=True, errors="strict", max_num_fields=_MOST))
        except UnicodeDecodeError:
            raise Refusal(400, f"{name}: found bytes that are no UTF-8, expected a form in UTF-8.", "form") from None
        except ValueError:
            raise Refusal(400, f"{name}: found more than {_MOST} parameters, expected fewer.", "form") from None
    return found


def check_of(fields: Mapping[str, str]) -> Check:
    """Return the check that the parameters ask for; those without meaning for a paraphraser are ignored.

    Raises
    ------
    Refusal : one is missing, or cannot be used.
    """
    if not fields.get("language"):
        raise _wrong("language", "nothing", "a code, as en-US, or auto")
    if ("text" in fields) == ("data" in fields):
        raise _wrong("text, data", "both" if "text" in fields else "neither", "one of them")
    parts = [Part(fields["text"])] if "text" in fields else _parts(fields["data"])
    enabled = _listed(fields, "enabledRules") | _listed(fields, "enabledCategories")
    disabled = _listed(fields, "disabledRules") | _listed(fields, "disabledCategories")
    only = fields.get("enabledOnly", "") in ("true", "yes")
    if only and not enabled:
        raise _wrong("enabledOnly", "true", "enabledRules or enabledCategories with it")
    if only and disabled:
        raise _wrong("enabledOnly", "true", "no disabledRules or disabledCategories with it")
    preferred = tuple(filter(None, fields.get("preferredVariants", "").split(",")))
    return Check(Annotated(parts), fields["language"], preferred, enabled, disabled, only, fields.get("level") == "picky")


def _listed(fields: Mapping[str, str], name: str) -> frozenset[str]:
    return frozenset(item.strip() for item in fields.get(name, "").split(",") if item.strip())


def _parts(text: str) -> list[Part]:
    """Return the parts of a document given as JSON."""
    try:
        data = parse_json(text, "data", "a JSON object with text or annotation")
    except FormatError as error:
        raise Refusal(400, str(error), "form") from None
    if not isinstance(data, dict) or ("text" in data) == ("annotation" in data):
        raise _wrong("data", _kind(data), "a JSON object with text or annotation")
    if "text" in data:
        return [Part(_string(data["text"], "data.text"))]
    if not isinstance(data["annotation"], list):
        raise _wrong("data.annotation", json_kind(data["annotation"]), "a list")
    return [_part(item, f"data.annotation[{i}]") for i, item in enumerate(data["annotation"])]


def _part(item: Any, where: str) -> Part:
    expected = "an object with either text, or markup and perhaps interpretAs"
    if not isinstance(item, dict) or ("text" in item) == ("markup" in item) or ("text" in item and "interpretAs" in item):
        raise _wrong(where, _kind(item), expected)
    if "text" in item:
        return Part(_string(item["text"], f"{where}.text"))
    interpreted = _string(item.get("interpretAs", ""), f"{where}.interpretAs")
    return Part(_string(item["markup"], f"{where}.markup"), True, interpreted)


def _string(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise _wrong(where, json_kind(value), "a string")
    return value


def _kind(value: Any) -> str:
    return f"an object with {', '.join(map(repr, value)) or 'nothing'}"[:100] if isinstance(value, dict) else json_kind(value)


def _wrong(where: str, found: str, expected: str) -> Refusal:
    return Refusal(400, f"{where}: found {found}, expected {expected}.", "form")
