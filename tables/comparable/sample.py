"""A sample of sentence pairs for people to judge."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

import numpy as np

from paragen.tables.comparable.matches import PAIR

BINS = 20
"""Intervals of the overlap, as wide as one another; each is sampled alike."""
EACH = 10
"""Pairs of an interval."""


def sample(found: Iterable[np.ndarray], same: np.ndarray) -> np.ndarray:
    """Return some of the ``found`` pairs of sentences (see `matches`), as many of each interval of the overlap.

    Which, depends on the sentences alone: ``same`` has their hashes. Those of a pair are hashed; the smallest are taken.
    """
    kept: dict[tuple[int, int], tuple[int, np.void]] = {}
    for rows in found:
        bins = np.minimum((rows["overlap"] * BINS).astype(int), BINS - 1)
        hashes = np.stack([same[rows["one"]], same[rows["other"]]])
        low, high = hashes.min(axis=0), hashes.max(axis=0)
        order = np.bitwise_xor(low * np.uint64(0x9E3779B97F4A7C15), high)
        for number in np.unique(bins):
            (members,) = np.nonzero(bins == number)
            for at in members[np.argsort(order[members], kind="stable")][: EACH * 8]:
                kept.setdefault((int(low[at]), int(high[at])), (int(number), rows[at].copy()))
        kept = dict(_smallest(kept))
    rows = [row for _, row in kept.values()]
    return np.array(rows, PAIR)


def _smallest(kept: dict[tuple[int, int], tuple[int, np.void]]) -> Iterator[tuple[tuple[int, int], tuple[int, np.void]]]:
    taken = [0] * BINS
    for key, (number, row) in sorted(kept.items(), key=lambda item: (item[1][0], _rank(item[0]))):
        if taken[number] < EACH:
            taken[number] += 1
            yield key, (number, row)


def _rank(key: tuple[int, int]) -> bytes:
    return hashlib.blake2b(b"%d %d" % key, digest_size=8).digest()
