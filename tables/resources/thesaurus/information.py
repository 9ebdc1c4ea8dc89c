"""How informative a feature, (relation, word), is about a word: their mutual information (Lin 1998, [Z08 eq. 5])."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paragen.tables.resources.thesaurus.triples import Triples

Matrix = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float32]]
"""Where each row begins, the columns, the values."""


class Features(NamedTuple):
    """The features of some words.

    Attributes
    ----------
    words : numbers of the words, ascending.
    by_word, by_feature : words x features, and features x words: information, above 0, in nats.
    totals : (words,) the information of all features of a word.
    """

    words: NDArray[np.int64]
    by_word: Matrix
    by_feature: Matrix
    totals: NDArray[np.float64]


def mutual_information(triples: Triples) -> NDArray[np.float64]:
    """Return I(w, r, w') = log(c(w, r, w') c(*, r, *) / (c(w, r, *) c(*, r, w'))) of each triple (Lin 1998)."""
    counts = triples.counts.astype(np.float64)
    n_words = len(triples.words)
    by_head = _sums(triples.relations * n_words + triples.heads, counts)
    by_dependent = _sums(triples.relations * n_words + triples.dependents, counts)
    by_relation = _sums(triples.relations, counts)
    return np.log(counts * by_relation / (by_head * by_dependent))  # whole numbers, so no information is exactly 0


def _sums(keys: NDArray[np.int64], counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return for each key the sum of its counts; these are whole numbers, so their order does not matter."""
    _, inverse = np.unique(keys, return_inverse=True)
    return np.asarray(np.bincount(inverse, counts), np.float64)[inverse]


def features_of(
    triples: Triples, information: NDArray[np.float64], wanted: NDArray[np.bool_], min_features: int
) -> Features | None:
    """Return the features of the ``wanted`` words that have enough of them; None if there are no such words.

    The features of a word are its dependents and its head; only information above 0 counts.
    """
    positive = information > 0
    known = information[positive]
    heads, relations, dependents = (
        column[positive] for column in (triples.heads, triples.relations, triples.dependents)
    )  # fmt: skip
    n_words = len(triples.words)
    words = np.concatenate([heads, dependents])
    features = np.concatenate([relations * 2 * n_words + dependents, (relations * 2 + 1) * n_words + heads])
    values = np.concatenate([known, known])
    enough = wanted & (np.bincount(words, minlength=n_words) >= min_features)
    taken = enough[words]
    if not taken.any():
        return None
    rows, row_of = np.unique(words[taken], return_inverse=True)
    _, column_of = np.unique(features[taken], return_inverse=True)
    values = values[taken].astype(np.float32)
    by_word = _compressed(row_of, column_of, values)
    totals = np.asarray(np.bincount(row_of, values.astype(np.float64), len(rows)), np.float64)
    return Features(rows, by_word, _compressed(column_of, row_of, values), totals)


def _compressed(rows: NDArray[np.int64], columns: NDArray[np.int64], values: NDArray[np.float32]) -> Matrix:
    order = np.lexsort((columns, rows))
    begins = np.concatenate([[0], np.cumsum(np.bincount(rows))]).astype(np.int64)
    return begins, columns[order].astype(np.int32), values[order]
