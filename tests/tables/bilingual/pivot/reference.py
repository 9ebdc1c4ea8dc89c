"""The pivot, written to be read: dictionaries, one phrase at a time [BC05 eq. 2, CB08 eq. 7]."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from typing import NamedTuple

UNIT = 10**15


class Pair(NamedTuple):
    """A row of a phrase table."""

    source: str
    target: str
    p_source: float
    p_target: float
    count: int
    lex_source: float = 1.0
    lex_target: float = 1.0
    alignment: str = "0-0"


def phrase_table(counts: dict[tuple[str, str], int]) -> list[Pair]:
    """Return the rows of a phrase table with these counts."""
    sources, targets = defaultdict(int), defaultdict(int)
    for (source, target), count in counts.items():
        sources[source] += count
        targets[target] += count
    return [Pair(f, e, n / targets[e], n / sources[f], n) for (f, e), n in sorted(counts.items())]


def random_table(rng: random.Random, words: int = 12, pairs: int = 200, letters: str = "abé") -> list[Pair]:
    """Return a phrase table of short phrases, many of which share translations."""

    def phrase(prefix: str) -> str:
        return " ".join(prefix + rng.choice(letters) + str(rng.randrange(words)) for _ in range(rng.choice((1, 1, 2, 3))))

    counts = {(phrase("f")[:5], phrase("e")[:7]): rng.choice((1, 1, 2, 3, 9)) for _ in range(pairs)}
    rows = phrase_table({(f.strip(), e.strip()): n for (f, e), n in counts.items()})
    return [row._replace(lex_source=rng.random(), lex_target=rng.random(), alignment=_links(rng, row)) for row in rows]


def _links(rng: random.Random, row: Pair) -> str:
    lengths = len(row.source.split()), len(row.target.split())
    links = {tuple(rng.randrange(length) for length in lengths) for _ in range(rng.randint(1, 4))}
    return " ".join(f"{i}-{j}" for i, j in sorted(links))


def reference_pivot(
    tables: list[list[Pair]], top: int = 20, min_count: int = 1, min_probability: float = 0.0, min_lexical: float = 0.0,
    fan_out: int = 100, tight: bool = False, containment: bool = True, average: str = "present",
) -> list[tuple[str, str, float]]:  # fmt: skip
    """Return the paraphrases of the target side: rows of source, target, score, each source's best first."""
    totals: dict[tuple[str, str], int] = defaultdict(int)
    corpora: dict[str, int] = defaultdict(int)
    for table in tables:
        rows = [row for row in table if row.count >= min_count and (not tight or _is_tight(row))]
        rows = [row for row in rows if row.count > 1 or min(row.lex_source, row.lex_target) >= min_lexical]
        for e in {row.target for row in rows}:
            corpora[e] = len(tables) if average == "all" else corpora[e] + 1
        for e1, e2, product in _paths(rows, min_probability, fan_out):
            totals[e1, e2] += product
    found = [
        (e1, e2, total) for (e1, e2), total in totals.items()
        if total >= round(min_probability * UNIT) * corpora[e1] and (containment or not _contains(e1, e2))
    ]  # fmt: skip
    found.sort(key=lambda row: (row[0].encode(), -row[2], row[1].encode()))
    best = []
    for e1, e2, total in found:
        if sum(1 for row in best if row[0] == e1) < top:
            best.append((e1, e2, min(total / 1e15 / corpora[e1], 1.0)))
    return best


def _is_tight(row: Pair) -> bool:
    linked = {int(link.split("-")[1]) for link in row.alignment.split()}
    return {0, len(row.target.split()) - 1} <= linked


def _paths(rows: list[Pair], min_probability: float, fan_out: int):
    from_e, from_f = defaultdict(list), defaultdict(list)
    shared = defaultdict(int)
    for row in rows:
        shared[row.source] += 1
    for row in rows:
        if shared[row.source] > 1:
            if row.p_source >= min_probability:
                from_e[row.target].append((-row.p_source, row.source.encode(), row.source))
            if row.p_target >= min_probability:
                from_f[row.source].append((-row.p_target, row.target.encode(), row.target))
    for e1, ways in from_e.items():
        for p_f, _, f in sorted(ways)[:fan_out]:
            for p_e, _, e2 in sorted(from_f[f])[:fan_out]:
                if e1 != e2:
                    yield e1, e2, math.floor(p_f * p_e * 1e15 + 0.5)


def _contains(e1: str, e2: str) -> bool:
    return f" {e1} " in f" {e2} " or f" {e2} " in f" {e1} "
