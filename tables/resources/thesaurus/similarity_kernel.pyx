"""Nearest words by shared features: the native part. :mod:`paragen.tables.resources.thesaurus.similarity` uses it."""

from libc.stdint cimport int32_t, int64_t

import numpy as np


cdef extern from "tables/resources/thesaurus/similarity.hh" namespace "paragen" nogil:
    cdef struct SparseView:
        const int64_t* begins
        const int32_t* columns
        const float* values
        int64_t n_rows

    void nearest_words(
        const SparseView&, const SparseView&, const double*, int64_t, int64_t, int64_t, double, int32_t*, double*
    ) except +


cdef SparseView sparse_view(matrix, Py_ssize_t n_columns, list held) except *:
    """Check a matrix and return a view of it; `held` receives what keeps its memory alive."""
    cdef SparseView view
    cdef const int64_t[::1] begins
    cdef const int32_t[::1] columns
    cdef const float[::1] values
    begins, columns, values = matrix
    view.n_rows = begins.shape[0] - 1
    if view.n_rows < 1 or columns.shape[0] < 1 or columns.shape[0] != values.shape[0]:
        raise ValueError("a matrix without rows or values, or with columns that differ in length")
    if begins[0] != 0 or begins[view.n_rows] != columns.shape[0] or np.any(np.diff(begins) < 0):
        raise ValueError("rows that do not begin where those before them end")
    if np.min(columns) < 0 or np.max(columns) >= n_columns:
        raise ValueError("a column that is no row of the other matrix")
    held += [begins, columns, values]
    view.begins, view.columns, view.values = &begins[0], &columns[0], &values[0]
    return view


def nearest(words, features, const double[::1] totals, int64_t first, int64_t last, int64_t top, double threshold):
    """Return the numbers and scores of the words nearest to each word from ``first`` up to ``last``.

    Parameters
    ----------
    words, features : the same matrix by words and by features: where each row begins (int64, non-decreasing), columns
        (int32, each below the rows of the other) and values (float32, above 0).
    totals : (words,) sums of the values.
    top : nearest words, at most; -1 where there are fewer.
    threshold : least similarity.
    """
    cdef list held = []
    cdef SparseView by_word = sparse_view(words, len(features[0]) - 1, held)
    cdef SparseView by_feature = sparse_view(features, by_word.n_rows, held)
    if not 0 <= first < last <= by_word.n_rows or totals.shape[0] != by_word.n_rows or top < 1:
        raise ValueError(f"words {first} to {last} of {by_word.n_rows}, {totals.shape[0]} totals, {top} wanted")
    numbers, scores = np.empty((last - first, top), np.int32), np.empty((last - first, top), np.float64)
    cdef int32_t[:, ::1] numbers_view = numbers
    cdef double[:, ::1] scores_view = scores
    with nogil:
        nearest_words(by_word, by_feature, &totals[0], first, last, top, threshold, &numbers_view[0, 0], &scores_view[0, 0])
    return numbers, scores
