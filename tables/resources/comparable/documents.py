"""Pairs of articles about the same things from the same days."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from paragen.base.packages import optional_package

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
