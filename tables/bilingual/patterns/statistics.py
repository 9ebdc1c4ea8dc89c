"""What pattern pairs are like: types of change, symmetry and slots [Z09 §4.5]."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import ParagenError
from paragen.base.packages import optional_package
from paragen.base.plots import plot
from paragen.tables.bilingual.patterns.reading import checked_words, read_pattern_pairs
from paragen.tables.inflection.function_words import ARTICLES, AUXILIARIES, PARTICLES, PREPOSITIONS
from paragen.text.slots import ADJECTIVES, MAX_SLOTS, NOUNS, VERBS, pattern_pair, slot_parts

TYPES = ("trivial change", "phrase replacement", "reordering", "structural", "information +/-")
KINDS = {"noun": (*NOUNS, "N"), "verb": (*VERBS, "V"), "adjective": (*ADJECTIVES, "J")}
_MINOR = (ARTICLES | PREPOSITIONS | PARTICLES | AUXILIARIES) - {"not", "n't"}
_PARTS = ("VERB", "NOUN", "ADJ", "ADV")  # whose lemma stands for a word, the first there is
_REPLACED = "*"  # words that the other side does not have


@dataclass(frozen=True)
class PatternStatistics:
    """Counts of pattern pairs.

    Attributes
    ----------
    pairs, sources : pairs, and distinct sources.
    symmetric : pairs whose reverse is there, too.
    types : pairs of each of :data:`TYPES` [Z09 table 6].
    slots : pairs with 1, 2, … slots [Z09 table 7].
    kinds : pairs with a slot for a noun, a verb, an adjective [Z09 table 8].
    """

    pairs: int
    sources: int
    symmetric: int
    types: dict[str, int]
    slots: dict[int, int]
    kinds: dict[str, int]

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as plain data."""
        slots = {str(number): count for number, count in self.slots.items()}
        return {
            "pairs": self.pairs, "sources": self.sources, "symmetric": self.symmetric, "types": self.types, "slots": slots,
            "kinds": self.kinds,
        }  # fmt: skip


def pattern_statistics(path: StrPath) -> PatternStatistics:
    """Count the pattern pairs of a table by type, symmetry and slots.

    Raises
    ------
    FormatError : not such a table, or a malformed pattern.
    MissingPackageError : lemminflect is not installed.
    ParagenError : the table is empty.
    """
    optional_package("lemminflect", "types of pattern pairs", "mine")
    types, slots, kinds = Counter[str](), Counter[int](), Counter[str]()
    there: set[bytes] = set()
    reverse: list[bytes] = []
    sources: set[str] = set()
    for pair in read_pattern_pairs(path):
        one, other = checked_words(path, pair)
        types[change_type(one, other)] += 1
        tags = [parts[0] for word in one if (parts := slot_parts(word))]
        slots[len(tags)] += 1
        kinds.update(kind for kind, of_kind in KINDS.items() if any(tag in of_kind for tag in tags))
        sources.add(pair.source)
        there.add(_key(one, other))
        reverse.append(_key(*pattern_pair(pair.target, pair.source)))
    if not reverse:
        raise ParagenError(f"{os.fspath(path)}: no pair, expected some. Lower the threshold of `paragen patterns extract`.")
    return PatternStatistics(
        len(reverse), len(sources), sum(key in there for key in reverse), {name: types[name] for name in TYPES},
        {number: slots[number] for number in range(1, MAX_SLOTS + 1)}, {kind: kinds[kind] for kind in KINDS},
    )  # fmt: skip


def _key(one: Sequence[str], other: Sequence[str]) -> bytes:
    return hashlib.blake2b(f"{' '.join(one)}\t{' '.join(other)}".encode(), digest_size=8).digest()


def change_type(source: Sequence[str], target: Sequence[str]) -> str:
    """Return which of :data:`TYPES` a pair of patterns is.

    Articles, prepositions, particles and auxiliaries do not count, nor do inflections. Where the other words are the same, the
    change is trivial, or a reordering if they or the slots stand in another order. Where one side has them all and more, it adds
    information. Else words are replaced; it is structural where they, or slots, also change places.
    """
    one, other = ([_lemma(word) for word in side if word not in _MINOR] for side in (source, target))
    counts = [Counter(word for word in side if not slot_parts(word)) for side in (one, other)]
    if counts[0] == counts[1]:
        return "trivial change" if one == other else "reordering"
    if counts[0] <= counts[1] or counts[1] <= counts[0]:
        return "information +/-"
    shared = counts[0] & counts[1]
    frames = [_frame(side, Counter(shared)) for side in (one, other)]
    kept = [[word for word in frame if word != _REPLACED] for frame in frames]
    gaps = [set(_gaps(frame)) for frame in frames]
    moved = kept[0] != kept[1] or not (gaps[0] <= gaps[1] or gaps[1] <= gaps[0])
    return "structural" if moved else "phrase replacement"


def _frame(side: Sequence[str], shared: Counter[str]) -> list[str]:
    """Return the slots and shared words of a side in order; each run of others is one mark."""
    frame: list[str] = []
    for word in side:
        if slot_parts(word):
            frame.append(word)
        elif shared[word]:
            shared[word] -= 1
            frame.append(word)
        elif frame[-1:] != [_REPLACED]:
            frame.append(_REPLACED)
    return frame


def _gaps(frame: Sequence[str]) -> Iterator[int]:
    """Yield after how many slots and shared words others stand."""
    kept = 0
    for word in frame:
        if word == _REPLACED:
            yield kept
        else:
            kept += 1


@cache
def _lemma(word: str) -> str:
    """Return the base form of a word; a slot is its own."""
    from lemminflect import getAllLemmas

    found = getAllLemmas(word)
    return word if slot_parts(word) else next((found[part][0] for part in _PARTS if found.get(part)), word)


def write_plot(path: StrPath, found: PatternStatistics) -> None:
    """Draw the shares of types, numbers of slots and kinds of slots, as SVG or PNG depending on the file name.

    Raises
    ------
    MissingPackageError : matplotlib is not installed.
    """
    groups = [
        ("type of change", found.types), ("slots", {str(number): count for number, count in found.slots.items()}),
        ("kinds of slots", found.kinds),
    ]  # fmt: skip
    with plot(path, 7, 6) as figure:
        heights = [len(counts) for _, counts in groups]
        parts = figure.subplots(len(groups), 1, height_ratios=heights, sharex=True)
        for axes, (title, counts) in zip(parts, groups, strict=True):
            shares = [100 * count / found.pairs for count in counts.values()]
            bars = axes.barh(list(counts), shares, color="tab:blue")
            axes.bar_label(bars, [f"{share:.1f} %" for share in shares], padding=3)
            axes.invert_yaxis()
            axes.set_title(title, loc="left")
            axes.set_xlim(0, 110)
        figure.supxlabel(f"percent of {found.pairs} pairs")
