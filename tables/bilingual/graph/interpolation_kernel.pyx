"""Counts over all sub-phrase-tables: the native part. :mod:`paragen.tables.bilingual.graph.interpolation` feeds it."""

from libc.stdint cimport int32_t, int64_t
from libcpp.memory cimport unique_ptr
from libcpp.vector cimport vector

import numpy as np

from paragen.base.arrays cimport array_of

cdef extern from "tables/bilingual/graph/interpolation.hh" namespace "paragen::graph" nogil:
    cdef cppclass UnitRows:
        const int64_t* offsets
        const int32_t* components
        const int32_t* others
        const double* counts
        const int32_t* vertices
        int64_t units
        int64_t rows

    cdef cppclass VertexColumns:
        vector[int64_t] lengths
        vector[int32_t] others
        vector[double] counts
        vector[double] means

    cdef cppclass Interpolator:
        Interpolator(const UnitRows& rows, VertexColumns* out) except +
        void add(const int64_t* units, size_t n, bint means) except +


def interpolate(
    const int64_t[::1] offsets, const int32_t[::1] components, const int32_t[::1] others, const double[::1] counts,
    const int32_t[::1] vertices, const int64_t[::1] units, const int64_t[::1] begins, Py_ssize_t phrases,
):
    """Return n(u,v) for some vertices u: how many others each has, the others, the counts; and m(v|u) for those that are phrases.

    Parameters
    ----------
    offsets, components, others, counts, vertices : the rows of each unit, and its vertex, as `PairCounts` has them.
    units, begins : the units of those vertices; where those of each begin, and the last end.
    phrases : how many of those vertices, from the first, are phrases.

    Raises
    ------
    ValueError : the arrays do not fit together.
    """
    cdef UnitRows rows
    cdef VertexColumns found
    cdef unique_ptr[Interpolator] interpolator
    cdef Py_ssize_t i, n = begins.shape[0] - 1
    cdef const int64_t* first = NULL
    if n < 0:
        raise ValueError("no place where units begin")
    if offsets.shape[0] != vertices.shape[0] + 1 or others.shape[0] != counts.shape[0] or components.shape[0] != counts.shape[0]:
        raise ValueError(f"{offsets.shape[0]} offsets of {vertices.shape[0]} units, {others.shape[0]} others of {counts.shape[0]}")
    for i in range(n):
        if not 0 <= begins[i] <= begins[i + 1] <= units.shape[0]:
            raise ValueError(f"vertex {i}: units that are not there")
    if counts.shape[0] == 0:
        return np.zeros(n, np.int64), np.empty(0, np.int32), np.empty(0), np.empty(0)
    if units.shape[0]:
        first = &units[0]
    rows.offsets, rows.vertices = &offsets[0], &vertices[0]
    rows.units, rows.rows = vertices.shape[0], counts.shape[0]
    rows.components, rows.others, rows.counts = &components[0], &others[0], &counts[0]
    interpolator.reset(new Interpolator(rows, &found))
    with nogil:
        for i in range(n):
            interpolator.get().add(first + begins[i], begins[i + 1] - begins[i], i < phrases)
    return (
        array_of(found.lengths.data(), found.lengths.size()), array_of(found.others.data(), found.others.size()),
        array_of(found.counts.data(), found.counts.size()), array_of(found.means.data(), found.means.size()),
    )
