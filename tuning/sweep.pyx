"""The error of n-best lists along a line in weight space: where it changes, and its value in between."""

import math

import numpy as np

from libc.stdint cimport int8_t, int32_t, uint32_t
from libcpp cimport bool as cbool
from libcpp.vector cimport vector


cdef extern from "tuning/sweep.hh" namespace "paragen" nogil:
    cdef struct SweepListC:
        const double* score
        const double* slope
        const int32_t* text
        const int32_t* ends
        const int32_t* substitutes
        const int8_t* labels
        uint32_t n_entries
        uint32_t n_labels

    cdef struct SweepStep:
        double at
        double error
        int32_t correct

    cbool is_sound(const SweepListC&)

    cdef cppclass Sweep:
        void run(const SweepListC&, uint32_t, double, double, vector[SweepStep]*) except +


cdef bint is_partition(const int32_t[::1] bounds, Py_ssize_t size) noexcept:
    """Whether bounds go from 0 to a size and never decrease."""
    cdef Py_ssize_t i, n = bounds.shape[0] - 1
    if n < 0 or bounds[0] != 0 or bounds[n] != size:
        return False
    for i in range(n):
        if bounds[i] > bounds[i + 1]:
            return False
    return True


def sweep(
    lists: NbestArrays, const double[::1] score, const double[::1] slope, uint32_t n, double low, double high,
) -> tuple[Int32s, Float64s, Float64s, Int32s]:
    """Return the steps of every sentence's error between two places on a line.

    Parameters
    ----------
    lists : :class:`paragen.tuning.pser.NbestArrays`.
    score, slope : of each entry: along the line it scores ``score + slope * t``.
    n : how many of a list count.
    low, high : the range of t; if they are equal, each sentence has only the step at ``low``.

    Returns
    -------
    sentence, at, error, correct : of each step, ordered by sentence, then by place: from ``at`` on, the sentence's PSER is
        ``error`` and its list has ``correct`` distinct correct substitutes. The first step of each is at ``low``.
    """
    cdef const int32_t[::1] bounds = lists.bounds, texts = lists.texts, ends = lists.ends
    cdef const int32_t[::1] substitutes = lists.substitutes, label_bounds = lists.label_bounds
    cdef const int8_t[::1] labels = lists.labels
    cdef uint32_t n_sentences = bounds.shape[0] - 1, i, k
    cdef vector[SweepStep] steps
    cdef vector[uint32_t] owners
    cdef SweepListC each
    cdef Sweep kernel
    if bounds.shape[0] < 1 or label_bounds.shape[0] != bounds.shape[0] or ends.shape[0] != texts.shape[0] + 1:
        raise ValueError("sweep: arrays of different lengths")
    if score.shape[0] != texts.shape[0] or slope.shape[0] != texts.shape[0]:
        raise ValueError("sweep: arrays of different lengths")
    if not is_partition(bounds, texts.shape[0]) or not is_partition(ends, substitutes.shape[0]):
        raise ValueError("sweep: sentences or entries that do not begin where the previous ones end")
    if not is_partition(label_bounds, labels.shape[0]) or not (math.isfinite(low) and high == high):
        raise ValueError("sweep: labels that do not fit the sentences, or places that are not numbers")
    # Python arrays may be empty, and then have no first element to point to.
    if texts.shape[0]:
        each.substitutes = &substitutes[0] if substitutes.shape[0] else NULL
        with nogil:
            for i in range(n_sentences):
                k = bounds[i]
                each.n_entries = bounds[i + 1] - k
                if each.n_entries == 0:
                    continue
                each.score, each.slope, each.text, each.ends = &score[k], &slope[k], &texts[k], &ends[k]
                each.n_labels = label_bounds[i + 1] - label_bounds[i]
                each.labels = &labels[label_bounds[i]] if each.n_labels else NULL
                if not is_sound(each):
                    with gil:
                        raise ValueError(f"sweep: sentence {i} has scores that are not numbers, or unknown texts or substitutes")
                kernel.run(each, n, low, high, &steps)
                owners.resize(steps.size(), i)
    count = steps.size()
    sentence, correct = np.empty(count, np.int32), np.empty(count, np.int32)
    at, error = np.empty(count), np.empty(count)
    cdef int32_t[::1] sentence_view = sentence, correct_view = correct
    cdef double[::1] at_view = at, error_view = error
    for k in range(steps.size()):
        sentence_view[k], correct_view[k] = owners[k], steps[k].correct
        at_view[k], error_view[k] = steps[k].at, steps[k].error
    return sentence, at, error, correct
