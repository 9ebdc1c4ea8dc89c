"""The word alignment model in plain Python."""

from __future__ import annotations

import math
from collections import Counter

NULL, FARTHEST, JUMP_FLOOR = 0.1, 8, 0.01
Pairs = list[tuple[list[int], list[int]]]


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
        self.whole = whole = sum(ways.values())
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

    def log_likelihoods(self) -> list[tuple[float, float]]:
        """log p(other | one) and log p(one | other) of each pair, per word."""
        found = []
        for a, b in self.pairs:
            logs = []
            for source, target in ((a, b), (b, a)):
                self.posteriors(source, target, True)
                logs.append(math.log(self.whole) / len(target))
            found.append(tuple(logs))
        return found
