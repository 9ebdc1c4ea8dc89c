"""Items to label, as ``paragen substitutes`` lists them, and the drawing of some of them."""

from __future__ import annotations

import hashlib
import heapq
import os
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Self

from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import ConfigError, FormatError
from paragen.base.input_files import numbered_lines
from paragen.base.json_and_toml import json_kind
from paragen.base.output_files import atomic_file
from paragen.results import substitute_id
from paragen.tables.builder import Skips
from paragen.text import Tokenizer
from paragen.tuning.labels.files import json_object

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


WITHOUT_PHRASE = "items without their phrase"


@dataclass(frozen=True)
class Sampled:
    """What was drawn.

    Attributes
    ----------
    items, occurrences, phrases : how many.
    lacking : given phrases that no item has.
    skips : what was left out.
    """

    items: int
    occurrences: int
    phrases: int
    lacking: list[str]
    skips: Skips


class _Lowest:
    """The ``size`` keys of each group with the lowest hashes: a random sample that does not depend on their order."""

    def __init__(self, size: int | None, seed: int) -> None:
        self._size, self._seed = size, seed.to_bytes(8, "little")
        self._groups: dict[str, tuple[list[int], set[int]]] = {}

    def rank(self, key: str) -> int:
        """Return the hash of a key with the seed."""
        return int.from_bytes(hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8, key=self._seed).digest())

    def add(self, group: str, key: str) -> None:
        if self._size is None:
            return
        heap, members = self._groups.setdefault(group, ([], set()))
        rank = self.rank(key)
        if rank in members:
            return
        members.add(rank)
        heapq.heappush(heap, -rank)
        if len(heap) > self._size:
            members.discard(-heapq.heappop(heap))

    def holds(self, group: str, key: str) -> bool:
        return self._size is None or self.rank(key) in self._groups[group][1]


@dataclass
class _Counts:
    items: int = 0
    occurrences: set[tuple[str, str]] = field(default_factory=set)
    phrases: set[str] = field(default_factory=set)


def sample_items(
    items: StrPath, destination: StrPath, *, phrases: StrPath | None = None,
    occurrences: int | None = None, per_phrase: int | None = None, total: int | None = None,
    seed: int = 0,
) -> Sampled:  # fmt: skip
    """Write some of the items of a file, verbatim and in order, to another.

    Parameters
    ----------
    items : the output of ``paragen substitutes``.
    phrases : a file of phrases, one per line: draw only items that replace one of them.
    occurrences : the maximum number of occurrences of each phrase; all items of each are drawn.
    per_phrase : the maximum number of items of each phrase, from the occurrences drawn.
    total : the maximum number of items in all, of those drawn otherwise: one of each sentence before a second of any.
    seed : of the draw. The same items and seed give the same sample.

    Raises
    ------
    ConfigError : nothing says what to draw, or a number is below 1.
    FormatError : a line is not an item.
    """
    if phrases is None and occurrences is None and per_phrase is None and total is None:
        raise ConfigError("sample: give phrases, a number of occurrences, of items per phrase, or of items in all.")
    for name, number in (("occurrences", occurrences), ("per_phrase", per_phrase), ("total", total)):
        if number is not None and number < 1:
            raise ConfigError(f"{name}: found {number}, expected a whole number from 1.")
    check_destinations([destination], [items, *([] if phrases is None else [phrases])])
    wanted = None if phrases is None else read_phrases(phrases)
    skips = Skips()
    places, drawn = _Lowest(occurrences, seed), _Lowest(per_phrase, seed)
    for item, _ in _items(items, wanted, skips):
        places.add(item.phrase, occurrence(item))
    for item, _ in _items(items, wanted, Skips()):
        if places.holds(item.phrase, occurrence(item)):
            drawn.add(item.phrase, item.id)

    def is_drawn(item: Item) -> bool:
        return places.holds(item.phrase, occurrence(item)) and drawn.holds(item.phrase, item.id)

    chosen = None
    if total is not None:
        drawn_so_far = (item for item, _ in _items(items, wanted, Skips()) if is_drawn(item))
        chosen = _spread(((item.place.text, item.id) for item in drawn_so_far), total, seed)
    counts = _Counts()
    with atomic_file(destination) as file:
        for item, line in _items(items, wanted, Skips()):
            if is_drawn(item) and (chosen is None or item.id in chosen):
                file.write(f"{line}\n".encode())
                counts.items += 1
                counts.occurrences.add((item.phrase, occurrence(item)))
                counts.phrases.add(item.phrase)
    lacking = [] if wanted is None else [phrase for phrase in wanted if phrase not in counts.phrases]
    return Sampled(counts.items, len(counts.occurrences), len(counts.phrases), lacking, skips)


def _spread(items: Iterable[tuple[str, str]], total: int, seed: int) -> frozenset[str]:
    """Return the ids of ``total`` items, given with their sentences: one of each sentence before a second of any, at random."""
    hashed = _Lowest(None, seed)
    by_sentence: dict[str, list[str]] = {}
    for text, name in items:
        by_sentence.setdefault(text, []).append(name)
    ranked = []
    for text, names in by_sentence.items():
        names.sort(key=hashed.rank)
        ranked += [(turn, hashed.rank(text), name) for turn, name in enumerate(names)]
    return frozenset(name for _, _, name in heapq.nsmallest(total, ranked))


def read_phrases(path: StrPath) -> list[str]:
    """Return the distinct phrases of a file in the form used in items; empty lines are skipped."""
    words = Tokenizer().words
    found = (" ".join(words(line)) for _, line in numbered_lines(path, "phrases: one per line"))
    return list(dict.fromkeys(filter(None, found)))


def occurrence(item: Item) -> str:
    """Return a name for the place of an item's phrase, the same for all its substitutes."""
    return f"{phrase_end(item.place.text, item.place.end)} {item.place.text}"


def _items(path: StrPath, phrases: Collection[str] | None, skips: Skips) -> Iterator[tuple[Item, str]]:
    wanted = None if phrases is None else frozenset(phrases)
    for item, line in read_item_lines(path, skips):
        if not item.phrase:
            skips.add(WITHOUT_PHRASE, os.fspath(path), item.id)
        elif wanted is None or item.phrase in wanted:
            yield item, line
