"""Items to label: what ``paragen substitutes`` lists."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import numbered_lines
from paragen.base.json_and_toml import json_kind
from paragen.results import substitute_id
from paragen.tables.io.skips import Skips
from paragen.tuning.labels.reading import json_object

_EXPECTED = "items of paragen substitutes: one JSON object per line"
_FIELDS = {"id": str, "text": str, "begin": int, "end": int, "after": str}


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a substitute.

    Parameters
    ----------
    text, begin, end : the sentence, and the range of characters that is replaced, half-open.
    after : the text that replaces it.
    """

    text: str
    begin: int
    end: int
    after: str

    @property
    def id(self) -> str:
        """The id of the substitute there."""
        return substitute_id(self.text, self.begin, self.end, self.after)

    @property
    def before(self) -> str:
        """The text that is replaced."""
        return self.text[self.begin : self.end]

    @property
    def marked(self) -> str:
        """The sentence with the change shown in place: ``They [big -> large]``."""
        return f"{self.text[: self.begin]}[{self.before.strip()} -> {self.after.strip()}]{self.text[self.end :]}"


@dataclass(frozen=True, slots=True)
class Item:
    """A substitute as ``paragen substitutes`` lists it.

    Parameters
    ----------
    id, place : its id and place.
    phrase, substitute : the pair in lookup form; empty if the file does not have it.
    """

    id: str
    place: Place
    phrase: str
    substitute: str

    @classmethod
    def parse(cls, data: dict[str, Any], where: str) -> Self:
        """Make an item from the fields of a line.

        Raises
        ------
        FormatError : a field is missing, or of another type.
        """
        for name, kind in _FIELDS.items():
            if not isinstance(data.get(name), kind) or isinstance(data.get(name), bool):
                found = f"no {name!r}" if name not in data else f"{json_kind(data[name])} as {name!r}"
                remedy = "List items with: paragen substitutes < sentences.txt > items.jsonl."
                raise FormatError(where, found, "an item, with id, text, begin, end and after", remedy)
        place = Place(data["text"], data["begin"], data["end"], data["after"])
        phrase, substitute = data.get("phrase"), data.get("substitute")
        if not (isinstance(phrase, str) and isinstance(substitute, str)):
            phrase = substitute = ""
        return cls(data["id"], place, phrase, substitute)


def phrase_end(text: str, end: int) -> int:
    """Return where the phrase of a change that ends at ``end`` ends, the same for all substitutes of the phrase.

    A change may begin before its phrase, at an article, and end after it, with a space; it includes the phrase's last character.
    """
    return len(text[:end].rstrip())


def read_items(path: StrPath, skips: Skips) -> Iterator[Item]:
    """Yield the items of a file, plain or compressed, each once.

    Parameters
    ----------
    skips : counts items whose text, span or substitute does not match their id, as they were changed after listing.

    Raises
    ------
    FormatError : a line is not an item.
    """
    return (item for item, _ in read_item_lines(path, skips))


def read_item_lines(path: StrPath, skips: Skips) -> Iterator[tuple[Item, str]]:
    """Yield the items of a file with their lines; see :func:`read_items`."""
    name = os.fspath(path)
    seen: set[str] = set()
    for number, line in numbered_lines(path, _EXPECTED):
        if not line.strip():
            continue
        where = f"{name}:{number}"
        data = json_object(line.encode(), where, "an item")
        item = Item.parse(data, where)
        before = data.get("before", item.place.before)
        if item.id != item.place.id or before != item.place.before or not 0 <= item.place.begin < item.place.end:
            skips.add("items whose text or span has changed since they were listed", where, item.place.after)
        elif item.id not in seen:
            seen.add(item.id)
            yield item, line
