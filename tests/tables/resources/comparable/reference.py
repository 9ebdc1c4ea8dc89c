"""Slow and readable: comparable articles, overlapping sentences, and the word alignment model."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations

NULL, FARTHEST, JUMP_FLOOR = 0.1, 8, 0.01
Pairs = list[tuple[list[int], list[int]]]


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


class Aligner:
    """The hidden Markov model, with a dictionary for a lexicon."""

    def __init__(self, pairs: Pairs, n_words: int, same: float, rest: float) -> None:
        self.pairs, self.n, self.same, self.rest = pairs, n_words, same, rest
        total = Counter(word for pair in pairs for side in pair for word in side)
        self.frequency = {word: count / sum(total.values()) for word, count in total.items()}
        self.counts = {key: 0.1 for a, b in pairs for e in a for f in b for key in ((e, f), (f, e))}
        self.spread: Counter = Counter()
        self.jumps = {d: 0.5 if d == 1 else 0.5 / (2 * FARTHEST + 1) for d in range(-FARTHEST, FARTHEST + 1)}
        self.estimate()

    def estimate(self) -> None:
        totals: Counter = Counter()
        for (e, _), count in self.counts.items():
            totals[e] += count
        self.t = {}
        for e in range(self.n):
            self.t[e, None] = self.rest / self.n / (totals[e] + self.same + self.rest)
        for (e, f), count in self.counts.items():
            self.t[e, f] = (count + self.same * (e == f)) / (totals[e] + self.same + self.rest) + self.t[e, None]
        self.counts = dict.fromkeys(self.counts, 0.0)

    def posteriors(self, source: list[int], target: list[int], jump: bool) -> list[list[float]]:
        """p(target word j comes from source word i), summed over all ways, one by one."""
        n, found = len(source), []
        emit = [[self.t.get((e, f), self.t[e, None]) for e in source] for f in target]
        null = [NULL * self.frequency[f] for f in target]
        if not jump:
            for row, nothing in zip(emit, null, strict=True):
                whole = nothing + sum((1 - NULL) / n * p for p in row)
                found.append([(1 - NULL) / n * p / whole for p in row])
            return found
        move = [[self.jumps[max(-FARTHEST, min(FARTHEST, i + 1 - p))] for i in range(n)] for p in range(n + 1)]
        move = [[(1 - NULL) * x / sum(row) for x in row] for row in move]
        ways: dict[tuple, float] = {((), 0): 1.0}  # (source words of the target words so far, position) -> probability
        for j in range(len(target)):
            grown: dict[tuple, float] = {}
            for (path, at), p in ways.items():
                grown[(*path, None), at] = p * null[j]
                for i in range(n):
                    grown[(*path, i), i + 1] = p * move[at][i] * emit[j][i]
            ways = grown
        whole = sum(ways.values())
        for (path, _), p in ways.items():
            at = 0
            for i in path:
                if i is not None:
                    self.spread[max(-FARTHEST, min(FARTHEST, i + 1 - at))] += p / whole
                    at = i + 1
        return [[sum(p for (path, _), p in ways.items() if path[j] == i) / whole for i in range(n)] for j in range(len(target))]

    def iterate(self, jump: bool) -> None:
        self.spread.clear()
        for pair in self.pairs:
            for source, target in (pair, pair[::-1]):
                for f, row in zip(target, self.posteriors(source, target, jump), strict=True):
                    for e, p in zip(source, row, strict=True):
                        self.counts[e, f] += p
        if jump:
            whole = sum(self.spread.values()) + JUMP_FLOOR * len(self.jumps)
            self.jumps = {d: (self.spread[d] + JUMP_FLOOR) / whole for d in self.jumps}
        self.estimate()

    def scores(self) -> list[dict[tuple[int, int], float]]:
        """The geometric mean of both directions' posteriors, for each pair of sentences."""
        found = []
        for a, b in self.pairs:
            there, back = self.posteriors(a, b, True), self.posteriors(b, a, True)
            found.append({(i, j): math.sqrt(there[j][i] * back[i][j]) for i in range(len(a)) for j in range(len(b))})
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
