"""The comparison, written to be read: sets of words, one pair of chunks at a time [Z08 eq. 6]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from paragen.tables.parses.chunks import Chunks
from paragen.tables.parses.options import LABELS
from paragen.tables.resources.parallel import mark_of


class Chunk(NamedTuple):
    """A chunk of a unit: its words, and three words on either side, without punctuation."""

    label: str
    words: tuple[str, ...]
    context: frozenset[str]

    @property
    def text(self) -> str:
        return " ".join(self.words)

    @property
    def marks(self) -> frozenset[int]:
        return frozenset(filter(None, map(mark_of, self.words)))


def overlap(a: Sequence[str] | frozenset[str], b: Sequence[str] | frozenset[str]) -> float:
    a, b = set(a), set(b)
    return 2 * len(a & b) / (len(a) + len(b)) if a or b else 0.0


def spoken(words: Sequence[str]) -> list[str]:
    return [word for word in words if any(map(str.isalnum, word))]


def unit_chunks(chunks: Chunks, texts: Sequence[str], unit: int) -> list[Chunk]:
    """The chunks of a unit."""
    first, last = int(chunks.unit_words[unit]), int(chunks.unit_words[unit + 1])
    words = [texts[number] for number in chunks.words[first:last]]
    found = []
    for i in range(int(chunks.unit_chunks[unit]), int(chunks.unit_chunks[unit + 1])):
        begin, end = int(chunks.begin[i]) - first, int(chunks.end[i]) - first
        context = spoken(words[:begin])[-3:] + spoken(words[end:])[:3]
        found.append(Chunk(LABELS[chunks.label[i]], tuple(words[begin:end]), frozenset(context)))
    return found


def similarity(a: Chunk, b: Chunk, alpha: float) -> float:
    """Equation 6; 2 for the same words, which are each other's counterpart in any context."""
    if a.words == b.words:
        return 2.0
    return alpha * overlap(a.words, b.words) + (1 - alpha) * overlap(a.context, b.context)


def contained(a: Chunk, b: Chunk) -> bool:
    return set(a.words) < set(b.words) or set(b.words) < set(a.words)


def counterparts(
    left: list[Chunk], right: list[Chunk], alpha: float, all_pairs: bool = False
) -> Iterator[tuple[Chunk, Chunk, float]]:
    """Chunks with the same label that are the most similar to each other, or all that have a word in common."""
    scores = {
        (i, j): similarity(a, b, alpha) for i, a in enumerate(left) for j, b in enumerate(right) if a.label == b.label
    }  # fmt: skip
    best_left: dict[int, float] = {}
    best_right: dict[int, float] = {}
    for (i, j), score in scores.items():
        best_left[i], best_right[j] = max(score, best_left.get(i, 0)), max(score, best_right.get(j, 0))
    for (i, j), score in scores.items():
        if score > 0 and (all_pairs or score == best_left[i] == best_right[j]):
            yield left[i], right[j], score


def reference_pairs(
    group: Sequence[list[list[Chunk]]], alpha: float, threshold: float, containment: bool = False, all_pairs: bool = False
) -> dict[tuple[str, str], float]:
    """The best similarity of each pair of phrases, both ways; ``group`` has the units of each text."""
    best: dict[tuple[str, str], float] = {}
    for left, right in combinations(group, 2):
        for units in zip(left, right, strict=True):
            for a, b, score in counterparts(*units, alpha, all_pairs):
                if a.words == b.words or a.marks != b.marks or score <= threshold or (contained(a, b) and not containment):
                    continue
                for key in ((a.text, b.text), (b.text, a.text)):
                    best[key] = max(score, best.get(key, 0.0))
    return best
