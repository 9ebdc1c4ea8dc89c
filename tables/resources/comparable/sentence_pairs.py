"""Pairs of sentences from comparable articles that share many words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import numpy as np

from paragen.base.threads import run
from paragen.tables.resources.comparable.corpus import Numbered
from paragen.tables.resources.comparable.kernel import OverlapFinder

_PAIRS = 2000  # of articles that a thread takes at a time
PAIR = np.dtype([("one", np.uint32), ("other", np.uint32), ("overlap", np.float32)])
"""A pair of sentences, and their overlap."""


def matches(
    corpus: Numbered, pairs: Iterable[tuple[np.ndarray, np.ndarray]], threshold: float, threads: int = 1
) -> Iterator[np.ndarray]:
    """Yield pairs of sentences: arrays with the fields ``one`` and ``other`` (sentences), and ``overlap``.

    The overlap 2·|A∩B| / (|A|+|B|) over word types exceeds ``threshold``. Sentences that differ only in figures or punctuation
    do not make a pair, nor do sentences that have figures but none in common.

    Parameters
    ----------
    pairs : of articles, with the first of each pair ascending.
    """
    finder = OverlapFinder(corpus.types, corpus.begins, corpus.documents, corpus.figures)

    def find(chunk: Sequence[tuple[np.ndarray, np.ndarray]]) -> list[np.ndarray]:
        return [_different(corpus, finder.find(*part, threshold), threshold) for part in chunk]

    yield from run(find, _parts(pairs), threads, chunk=1)


def _parts(pairs: Iterable[tuple[np.ndarray, np.ndarray]]) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    for one, other in pairs:
        for begin in range(0, len(one), _PAIRS):
            yield one[begin : begin + _PAIRS], other[begin : begin + _PAIRS]


def _different(corpus: Numbered, found: tuple[np.ndarray, np.ndarray, np.ndarray], threshold: float) -> np.ndarray:
    one, other, overlap = found
    good = (corpus.near_same[one] != corpus.near_same[other]) & (overlap > np.float32(threshold))
    result = np.empty(int(good.sum()), PAIR)
    result["one"], result["other"], result["overlap"] = one[good], other[good], overlap[good]
    return result


def distinct(corpus: Numbered, found: Iterable[np.ndarray]) -> np.ndarray:
    """Return all pairs as one array, keeping the first of those that are the same word for word, in either order."""
    rows = np.concatenate(list(chain([np.empty(0, PAIR)], found)))
    hashes = corpus.same[rows["one"]], corpus.same[rows["other"]]
    keys = np.stack([np.minimum(*hashes), np.maximum(*hashes)])
    order = np.lexsort((np.arange(len(rows)), keys[1], keys[0]))
    ordered = keys[:, order]
    first = np.ones(len(rows), bool)
    first[1:] = (ordered[:, 1:] != ordered[:, :-1]).any(axis=0)
    return rows[np.sort(order[first])]
