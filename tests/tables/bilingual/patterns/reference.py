"""The models of pattern pairs, written to be read: dictionaries, one path at a time [Z09 eq. 2-8]."""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from typing import NamedTuple

import numpy as np

from paragen.tables.bilingual.alignment.hmm import PASSES
from paragen.tables.bilingual.alignment.kernel import AlignmentModel
from paragen.text.slots import pattern_pair

UNIT = 10**15
ONES = (1.0,) * 7
LEARNT_LEAST, LEARNT_TOP = 0.002, 20


class Aligned(NamedTuple):
    """A row of aligned patterns."""

    pattern: str
    pivot: str
    count: int = 1
    lex_pattern: float = 1.0
    lex_pivot: float = 1.0
    line: int = 1


def random_aligned(rng: random.Random, words: int = 4, rows: int = 150) -> list[Aligned]:
    """Return aligned patterns of a few words, many of which share pivots."""

    def text(letter: str, slots: list[str]) -> str:
        parts = [letter + str(rng.randrange(words)) for _ in range(rng.choice((1, 1, 2)))] + slots
        rng.shuffle(parts)
        return " ".join(parts)

    kinds = (["[NN_1]"], ["[NN_1]"], ["[VB_1]"], ["[NN_1]", "[NN_2]"], ["[JJ_1]", "[NN_1]"])
    found = {}
    for line in range(1, rows + 1):
        slots = rng.choice(kinds)
        pair = text("e", list(slots)), text("f", list(slots))
        values = rng.choice((1, 1, 2, 5)), round(rng.uniform(0.2, 1), 3), round(rng.uniform(0.2, 1), 3), line
        found.setdefault(pair, Aligned(*pair, *values))
    return sorted(found.values())


class Link(NamedTuple):
    """From one pattern to one of the other side, in one corpus."""

    p: float
    lex: float


def _links(corpora: list[list[Aligned]], swapped: bool):
    """p and lexical weight from x to y and from y to x, by corpus; pivots are those of their corpus."""
    to_y, to_x = defaultdict(dict), defaultdict(dict)
    for corpus, rows in enumerate(corpora):
        of_e, of_f = Counter(), Counter()
        for row in rows:
            of_e[row.pattern] += row.count
            of_f[row.pivot] += row.count
        for row in rows:
            e, f = row.pattern, f"{corpus} {row.pivot}"
            there = Link(row.count / of_e[e], row.lex_pivot)
            back = Link(row.count / of_f[row.pivot], row.lex_pattern)
            x, y, xy, yx = (f, e, back, there) if swapped else (e, f, there, back)
            to_y[corpus, x][y] = xy
            to_x[corpus, y][x] = yx
    return to_y, to_x


def _followed(links: dict[str, Link], fan_out: int) -> list[tuple[str, Link]]:
    return sorted(links.items(), key=lambda item: (-item[1].p, -item[1].lex, item[0].encode()))[:fan_out]


def paths(corpora, fan_out: int, steps=None, swapped=False):
    """All paths: corpus, x1, x2 and the features h1 to h5, before their logarithms."""
    to_y, to_x = _links(corpora, swapped)
    for (corpus, x1), ways in to_y.items():
        for y1, there in _followed(ways, fan_out):
            for y2, pp in [(y1, 1.0), *(steps or {}).get(y1, ())]:
                for x2, back in _followed(to_x[corpus, y2], fan_out):
                    if x2 != x1:
                        yield corpus, x1, x2, (there.p, back.p, there.lex, back.lex, pp)


def sums(corpora, weights, least, top, fan_out, steps=None, swapped=False):
    """The best of each x1, and their likelihoods."""
    totals = Counter()
    for _, x1, x2, h in paths(corpora, fan_out, steps, swapped):
        w = tuple(weights)
        inward = math.pow(h[0], w[0]) * math.pow(h[2], w[2]) * (math.pow(h[4], w[4]) if len(w) > 4 else 1.0)
        outward = math.pow(h[1], w[1]) * math.pow(h[3], w[3])
        totals[x1, x2] += math.floor(inward * outward * 1e15 + 0.5)
    having = Counter()
    to_y, _ = _links(corpora, swapped)
    for _, x in to_y:
        having[x] += 1
    found = defaultdict(list)
    for (x1, x2), total in totals.items():
        if total >= max(1, math.ceil(least * UNIT)) * having[x1]:
            found[x1].append((-total, x2.encode(), x2))
    return {(x1, x2): -total / 1e15 / having[x1] for x1, each in found.items() for total, _, x2 in sorted(each)[:top]}


def paraphrase_pivots(corpora, least, fan_out, weights, top):
    steps = defaultdict(list)
    for (y1, y2), score in sums(corpora, weights, least, top, fan_out, swapped=True).items():
        steps[y1].append((y2, min(score, 1.0)))
    return steps


def word_alignment(learnt: set, others: set) -> dict[tuple[str, str], tuple[float, float]]:
    """h6 and h7 of pairs."""
    pairs = sorted(learnt, key=_bytes) + sorted(others - learnt, key=_bytes)
    names = sorted({word for pair in learnt for side in pair for word in side.split()}, key=str.encode)
    ids = {name: number for number, name in enumerate(names)}
    arrays = []
    for side in (0, 1):
        arrays.append(np.array([ids.get(word, len(names)) for pair in pairs for word in pair[side].split()], np.uint32))
        arrays.append(np.cumsum([0, *(len(pair[side].split()) for pair in pairs)]).astype(np.uint64))
    model = AlignmentModel(*arrays, len(names) + 1, learnt=len(learnt))
    for number in range(sum(PASSES)):
        model.expect(0, len(learnt), number >= PASSES[0])
        model.estimate(number >= PASSES[0])
    return dict(zip(pairs, zip(*model.log_likelihoods(0, len(pairs)), strict=True), strict=True))


def _bytes(pair):
    return tuple(side.encode() for side in pair)


def reference_pairs(
    corpora: list[list[Aligned]], weights, threshold: float, pivot_threshold: float = 0.05, top: int = 20, fan_out: int = 100,
    min_count: int = 1, pivot_weights=ONES[:4], inner_top: int = LEARNT_TOP,
) -> list[tuple[str, str, float]]:  # fmt: skip
    """Rows of source, target, likelihood, each source's best first."""
    corpora = [[row for row in rows if row.count >= min_count] for rows in corpora]
    steps = paraphrase_pivots(corpora, pivot_threshold, fan_out, pivot_weights, inner_top) if len(weights) > 4 else None
    found = sums(corpora, weights[:5], threshold, top * (5 if len(weights) > 5 else 1), fan_out, steps)
    if len(weights) > 5:
        learnt = set(sums(corpora, ONES[:5], LEARNT_LEAST, inner_top, fan_out, steps))
        h = word_alignment(learnt, set(found))
        found = {pair: score * math.exp(weights[5] * h[pair][0] + weights[6] * h[pair][1]) for pair, score in found.items()}
    best = defaultdict(float)
    for pair, score in found.items():
        if score >= threshold:
            pair = tuple(" ".join(side) for side in pattern_pair(*pair))
            best[pair] = max(best[pair], score)
    rows = [(e1, e2, score) for (e1, e2), score in best.items()]
    rows.sort(key=lambda row: (row[0].encode(), -row[2], row[1].encode()))
    seen = Counter()
    kept = []
    for row in rows:
        seen[row[0]] += 1
        if seen[row[0]] <= top:
            kept.append(row)
    return kept
