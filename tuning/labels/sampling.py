"""Draws items to be labelled: some that ``paragen substitutes`` lists, or pattern pairs, each in a sentence that it rewrites."""

from __future__ import annotations

import hashlib
import heapq
import json
import os
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import regex

from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import ConfigError, FormatError, ParagenError
from paragen.base.input_files import Skips, numbered_lines
from paragen.base.output_files import atomic_file
from paragen.tables.bilingual.patterns.reading import PatternPair, read_pattern_pairs
from paragen.tables.inflection.function_words import FUNCTION_WORDS
from paragen.text import Tokenizer
from paragen.text.slots import VERBS, slot_parts, slots_of
from paragen.tuning.labels.files import Item, Place, phrase_end, read_item_lines
from paragen.tuning.options import PatternSample, SampleOptions

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


_SPARE = 4  # times as many pairs are drawn as are wanted: some cannot be shown in their sentences
_LONGEST = 8  # words of a filler
_FUNCTION = "|".join(map(regex.escape, sorted(FUNCTION_WORDS)))


@dataclass(frozen=True)
class Sample:
    """What was drawn.

    Attributes
    ----------
    items, pairs : items written, and pairs there are.
    unknown : pairs drawn that are not in the sentence of their line, or have none.
    """

    items: int
    pairs: int
    unknown: int

    def __str__(self) -> str:
        return f"{self.items} items, drawn from {self.pairs} pairs; {self.unknown} drawn were not found in their sentences"


def sample_pattern_pairs(pairs: StrPath, texts: Sequence[StrPath], destination: StrPath, options: PatternSample) -> Sample:
    """Write items for ``paragen label``: pairs drawn at random, as changes of the sentence that their source occurs in first.

    Parameters
    ----------
    pairs : of ``paragen patterns extract``.
    texts : the English sides of its bitexts, in the same order.
    options : the same pairs and options give the same sample.

    Raises
    ------
    FormatError : the pairs are malformed, or of more bitexts than there are texts, or of longer ones.
    ParagenError : no pair can be shown.
    """
    check_destinations([destination], [pairs, *texts])
    if not texts:
        raise ConfigError("patterns: found no text, expected the English side of each bitext.")
    total = 0

    def counted() -> Iterator[PatternPair]:
        nonlocal total
        for pair in read_pattern_pairs(pairs):
            total += 1
            if pair.bitext > len(texts):
                found = f"a pair of bitext {pair.bitext}"
                expected = f"{len(texts)} or less, as there are texts"
                raise FormatError(os.fspath(pairs), found, expected, "Give that of each bitext, with --text.")
            yield pair

    drawn = heapq.nsmallest(_SPARE * options.n, counted(), key=lambda pair: _rank(pair, options.seed))
    sentences = _sentences(drawn, texts)
    lines: list[str] = []
    unknown = 0
    for pair in drawn:
        if len(lines) == options.n:
            break
        text = sentences.get((pair.bitext, pair.line))
        place = shown_in(text, pair.source, pair.target) if text is not None else None
        if text is None or place is None:
            unknown += 1
        else:
            lines.append(_item(pair, place))
    if not lines:
        raise ParagenError(
            f"{os.fspath(pairs)}: none of {len(drawn)} pairs drawn is in the sentence of its line. "
            "Give the English side of each bitext, in order."
        )
    with atomic_file(destination) as file:
        file.write("".join(lines).encode())
    return Sample(len(lines), total, unknown)


def _rank(pair: PatternPair, seed: int) -> bytes:
    return hashlib.blake2b(f"{seed}\0{pair.source}\0{pair.target}".encode(), digest_size=8).digest()


def _sentences(pairs: Sequence[PatternPair], texts: Sequence[StrPath]) -> dict[tuple[int, int], str]:
    wanted: dict[int, set[int]] = defaultdict(set)
    for pair in pairs:
        wanted[pair.bitext].add(pair.line)
    found = {}
    for bitext, path in enumerate(texts, 1):
        lines = wanted[bitext] - {0}
        for number, line in numbered_lines(path, "sentences, one a line") if lines else ():
            if number in lines:
                found[bitext, number] = line
                if number == max(lines):
                    break
        else:
            if lines and (bitext, max(lines)) not in found:
                expected = f"{max(lines)} or more, as the pairs say"
                raise FormatError(os.fspath(path), "fewer lines", expected, "Give the English side of the bitext.")
    return found


def shown_in(text: str, source: str, target: str) -> Place | None:
    """Return the change that a pair makes to a sentence; None if its source is not there.

    There are no parses here: a slot takes as few words as it can, but not function words alone, unless it is a verb's.
    """
    match = _pattern(source).search(text)
    if match is None:
        return None
    names = slots_of(source.split())
    fillers = dict(zip(names, match.groups(), strict=True))
    begin, end = match.span()
    first = target.split()[0]
    after = " ".join(fillers.get(word, word) for word in target.split())
    if text[begin].isupper() and (begin == 0 or first not in fillers):
        after = after[0].upper() + after[1:]
    return Place(text, begin, end, after)


def _pattern(source: str) -> regex.Pattern[str]:
    """Return a regular expression that finds a pattern in a sentence: a group for each slot."""
    parts = []
    for each in source.split():
        slot = slot_parts(each)
        if slot is None:
            before, after = (r"(?<!\w)" if each[0].isalnum() else ""), (r"(?!\w)" if each[-1].isalnum() else "")
            parts.append(before + regex.escape(each) + after)
        else:
            last = r"\w" if slot[0] in (*VERBS, "V") else rf"(?!(?:{_FUNCTION})(?!\S))\w"
            parts.append(rf"(?<!\S)((?:\S+\s+){{0,{_LONGEST - 1}}}?{last}(?:\S*\w)?)(?!\w)")
    return regex.compile(r"\s*".join(parts), regex.IGNORECASE)


def _item(pair: PatternPair, place: Place) -> str:
    data: dict[str, Any] = {
        "id": place.id, "sentence": pair.line, "text": place.text, "begin": place.begin, "end": place.end, "before": place.before,
        "after": place.after, "result": place.text[: place.begin] + place.after + place.text[place.end :],
        "phrase": pair.source, "substitute": pair.target, "score": pair.score,
    }  # fmt: skip
    return json.dumps(data, ensure_ascii=False, allow_nan=False) + "\n"
