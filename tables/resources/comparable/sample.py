"""A sample of sentence pairs for people to judge."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from paragen.tables.resources.comparable.sentence_pairs import PAIR

BINS = 20
"""Number of equal intervals of the overlap, which are sampled equally."""
EACH = 10
"""Pairs per interval."""


def sample(found: Iterable[np.ndarray], same: np.ndarray) -> np.ndarray:
    """Return some of the ``found`` pairs of sentences (see `matches`), equally many from each interval of the overlap, in order.

    The choice depends only on the sentences, whose hashes are in ``same``: each pair gets a number computed from both, and the
    smallest numbers are taken. A pair that occurs twice, word for word, is taken once.
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
    """Scramble 64-bit numbers (the finaliser of splitmix64)."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        numbers = (numbers ^ (numbers >> np.uint64(shift))) * np.uint64(factor)
    return numbers ^ (numbers >> np.uint64(31))
