"""Draws some of the items that ``paragen substitutes`` lists, to be labelled."""

from __future__ import annotations

import hashlib
import heapq
import os
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from paragen.base.destination import StrPath, check_destinations
from paragen.base.input_files import numbered_lines
from paragen.base.output_files import atomic_file
from paragen.tables.builder import Skips
from paragen.text import Tokenizer
from paragen.tuning.labels.files import Item, phrase_end, read_item_lines
from paragen.tuning.options import SampleOptions

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


def sample_items(items: StrPath, destination: StrPath, options: SampleOptions) -> Sampled:
    """Write some of the items of a file, the output of ``paragen substitutes``, verbatim and in order, to another.

    Raises
    ------
    FormatError : a line is not an item.
    """
    phrases, total, seed = options.phrases, options.total, options.seed
    check_destinations([destination], [items, *([] if phrases is None else [phrases])])
    wanted = None if phrases is None else read_phrases(phrases)
    skips = Skips()
    places, drawn = _Lowest(options.occurrences, seed), _Lowest(options.per_phrase, seed)
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
