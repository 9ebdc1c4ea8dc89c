"""A sample of sentence pairs for people to judge."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from paragen.tables.resources.comparable.sentence_pairs import PAIR

BINS = 20
"""Intervals of the overlap, as wide as one another; each is sampled alike."""
EACH = 10
"""Pairs of an interval."""


def sample(found: Iterable[np.ndarray], same: np.ndarray) -> np.ndarray:
    """Return some of the ``found`` pairs of sentences (see `matches`), as many of each interval of the overlap, in its order.

    Which they are depends on the sentences alone, of which ``same`` has hashes: each pair has a number made of both; the
    smallest numbers are taken. A pair that is there twice, word for word, is taken once.
    """
    kept = np.empty(0, PAIR)
    for rows in found:
        kept = _smallest(np.concatenate([kept, rows]), same)
    return kept


def _smallest(rows: np.ndarray, same: np.ndarray) -> np.ndarray:
    one, other = same[rows["one"]], same[rows["other"]]
    number = _mixed(_mixed(np.minimum(one, other)) ^ np.maximum(one, other))
    bins = np.minimum((rows["overlap"] * BINS).astype(int), BINS - 1)
    order = np.lexsort((number, bins))
    rows, number, bins = rows[order], number[order], bins[order]
    first = np.ones(len(rows), bool)
    first[1:] = (number[1:] != number[:-1]) | (bins[1:] != bins[:-1])
    rows, bins = rows[first], bins[first]
    rank = np.arange(len(rows)) - np.searchsorted(bins, bins)
    smallest: np.ndarray = rows[rank < EACH]
    return smallest


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return other numbers for numbers of 64 bits, without order (the finaliser of splitmix64)."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        numbers = (numbers ^ (numbers >> np.uint64(shift))) * np.uint64(factor)
    return numbers ^ (numbers >> np.uint64(31))
