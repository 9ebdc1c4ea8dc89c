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


cdef SparseView sparse_view(tuple matrix) except *:
    cdef SparseView view
    cdef const int64_t[::1] begins = matrix[0]
    cdef const int32_t[::1] columns = matrix[1]
    cdef const float[::1] values = matrix[2]
    view.n_rows = begins.shape[0] - 1
    assert view.n_rows > 0 and columns.shape[0] > 0
    assert begins[0] == 0 and begins[view.n_rows] == columns.shape[0] == values.shape[0]
    view.begins, view.columns, view.values = &begins[0], &columns[0], &values[0]
    return view


def nearest(tuple words, tuple features, const double[::1] totals, int64_t first, int64_t last, int64_t top, double threshold):
    """Return the numbers and scores of the words nearest to each word from ``first`` up to ``last``.

    Parameters
    ----------
    words, features : the same matrix by words and by features: where each row begins (int64, nowhere falling), columns
        (int32, each below the rows of the other) and values (float32, above 0).
    totals : (words,) sums of the values.
    top : nearest words, at most; -1 where there are fewer.
    threshold : least similarity.
    """
    cdef SparseView by_word = sparse_view(words), by_feature = sparse_view(features)
    assert 0 <= first < last <= by_word.n_rows and totals.shape[0] == by_word.n_rows and top > 0
    numbers, scores = np.empty((last - first, top), np.int32), np.empty((last - first, top), np.float64)
    cdef int32_t[:, ::1] numbers_view = numbers
    cdef double[:, ::1] scores_view = scores
    with nogil:
        nearest_words(by_word, by_feature, &totals[0], first, last, top, threshold, &numbers_view[0, 0], &scores_view[0, 0])
    return numbers, scores
