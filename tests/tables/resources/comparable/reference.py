"""Slow and readable: comparable articles, overlapping sentences, and the word alignment model."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations


def cosines(bags: list[Counter]) -> list[list[float]]:
    """The cosine of each two articles."""
    df = Counter(word for bag in bags for word in bag)
    vectors = [
        {word: (1 + math.log(tf)) * (1 + math.log((1 + len(bags)) / (1 + df[word]))) for word, tf in bag.items()} for bag in bags
    ]
    lengths = [math.sqrt(sum(value**2 for value in vector.values())) or 1.0 for vector in vectors]
    dots = [[sum(value * b.get(word, 0.0) for word, value in a.items()) for b in vectors] for a in vectors]
    return [[dot / n / m for dot, m in zip(row, lengths, strict=True)] for row, n in zip(dots, lengths, strict=True)]


def comparable(bags: list[Counter], days: list[float], less_than: float, threshold: float, partners: int) -> set[tuple[int, int]]:
    """The pairs of articles; they are in the order of their days."""
    cosine, found = cosines(bags), set()
    for one in range(len(bags)):
        later = [o for o in range(one + 1, len(bags)) if days[o] - days[one] < less_than and cosine[one][o] > threshold]
        found.update((one, other) for other in sorted(later, key=lambda o: (-cosine[one][o], o))[:partners])
    return found


def overlapping(documents: list[list[set[int]]], pairs: set[tuple[int, int]], figures: set[int], threshold: float) -> dict:
    """The overlap of each pair of sentences, numbered through all articles."""
    starts = [sum(map(len, documents[:d])) for d in range(len(documents))]
    found = {}
    for one, other in pairs:
        for s, a in enumerate(documents[one]):
            for t, b in enumerate(documents[other]):
                overlap = 2 * len(a & b) / (len(a) + len(b)) if a & b else 0.0
                unlike = a & figures and b & figures and not a & b & figures
                if overlap >= threshold and not unlike:
                    found[starts[one] + s, starts[other] + t] = overlap
    return found


def phrase_pairs(pairs: list[tuple[list[str], list[str], set[tuple[int, int]]]], longest: int = 7) -> Counter:
    """The phrase pairs consistent with links, each sentence pair both ways."""
    found: Counter = Counter()
    both = pairs + [(b, a, {(j, i) for i, j in links}) for a, b, links in pairs]
    for a, b, links in both:
        for i1, i2 in combinations(range(len(a) + 1), 2):
            for j1, j2 in combinations(range(len(b) + 1), 2):
                inside = [i1 <= i < i2 and j1 <= j < j2 for i, j in links if i1 <= i < i2 or j1 <= j < j2]
                if inside and all(inside) and i2 - i1 <= longest and j2 - j1 <= longest:
                    found[" ".join(a[i1:i2]), " ".join(b[j1:j2])] += 1
    return found
