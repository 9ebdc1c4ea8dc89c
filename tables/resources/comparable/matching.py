"""Pairs of articles about the same things from the same days, and pairs of their sentences that share many words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paragen.base.packages import optional_package
from paragen.base.threads import run
from paragen.tables.resources.comparable.corpus import Numbered
from paragen.tables.resources.kernel import OverlapFinder

_CELLS = 1 << 23  # of a matrix product held at a time


def vectors(bag: tuple[np.ndarray, np.ndarray, np.ndarray], n_types: int) -> Any:
    """Return the articles as a sparse matrix of tf-idf weights, rows of length 1.

    The weight of a word is (1 + ln tf) · (1 + ln((1 + N) / (1 + df))), where tf is its number of occurrences in the article,
    and df of the N articles have it.
    """
    sparse = optional_package("scipy.sparse", "comparing articles", "mine")
    words, counts, begins = bag
    n = len(begins) - 1
    frequency = np.bincount(words, minlength=n_types)
    inverse = 1 + np.log((1 + n) / (1 + frequency))
    values = ((1 + np.log(counts)) * inverse[words]).astype(np.float32)
    matrix = sparse.csr_matrix((values, words.astype(np.int32), begins.astype(np.int64)), shape=(n, n_types))
    squares = np.concatenate([np.zeros(1), np.cumsum(values.astype(np.float64) ** 2)])
    lengths = np.sqrt(np.diff(squares[begins.astype(np.int64)]))
    matrix.data /= np.repeat(lengths, np.diff(begins).astype(np.int64)).astype(np.float32)
    return matrix


def document_pairs(
    matrix: Any, days: np.ndarray, *, less_than: float, threshold: float, partners: int,
    progress: Callable[[float], object] | None = None,
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield pairs of articles, as arrays of earlier and of later ones, the earlier ones ascending.

    Parameters
    ----------
    matrix : articles in date order, rows of length 1; see `vectors`.
    days : their dates.
    less_than : upper limit on the days between the two.
    threshold : the cosine of the two must exceed it.
    partners : maximum number of later partners of each: the most similar, ties going to the first.
    progress : called with the fraction done.
    """
    n = len(days)
    last = np.searchsorted(days, days + less_than, side="left")
    begin = 0
    while begin < n:
        end = begin + 1
        while end < n and (end + 1 - begin) * (last[end] - begin) <= _CELLS:
            end += 1
        product = (matrix[begin:end] @ matrix[begin : last[end - 1]].T).tocoo()
        one, other = product.row + begin, product.col + begin
        good = (product.data > threshold) & (one < other) & (other < last[one])
        yield _best(one[good], other[good], product.data[good], partners)
        begin = end
        if progress:
            progress(begin / n)


def _best(one: np.ndarray, other: np.ndarray, cosine: np.ndarray, partners: int) -> tuple[np.ndarray, np.ndarray]:
    """Keep the most similar partners of each article; return the pairs in order."""
    order = np.lexsort((other, -cosine.astype(np.float64), one))
    one, other = one[order], other[order]
    starts = np.flatnonzero(np.diff(one, prepend=-1))
    rank = np.arange(len(one)) - np.repeat(starts, np.diff(np.append(starts, len(one))))
    one, other = one[rank < partners], other[rank < partners]
    order = np.lexsort((other, one))
    return one[order].astype(np.uint32), other[order].astype(np.uint32)


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
    _, first = np.unique(keys, axis=1, return_index=True)
    return rows[np.sort(first)]


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
