"""A hidden Markov model of word alignment."""

import numpy as np

from libc.stdint cimport UINT32_MAX, uint32_t, uint64_t
from libcpp cimport bool as cpp_bool
from libcpp.memory cimport unique_ptr
from libcpp.string cimport string

from paragen.base.exclusive import Shared
from paragen.base.offsets import check_offsets


cdef extern from "tables/bilingual/alignment/hmm_model.hh" namespace "paragen::hmm" nogil:
    cdef struct Text:
        const uint32_t* words
        const uint64_t* begins

    cdef struct Prior:
        double same
        double other

    cdef cppclass Model:
        Model(Text, Text, size_t, size_t, size_t, Prior, size_t) except +
        size_t size()
        void expect(size_t, size_t, cpp_bool) except +
        void estimate(cpp_bool) except +
        void links(size_t, size_t, double, string&, string&) except +
        void log_likelihoods(size_t, size_t, double*, double*) except +


cdef class AlignmentModel:
    """A hidden Markov model of word alignment; passes may be counted from several threads at once.

    Parameters
    ----------
    one, other : words of the sentences of either side, uint32, below ``n_words``.
    one_begins, other_begins : offsets of the sentences in them, uint64, one more than there are pairs.
    same, rest : prior counts of a word with itself, and with all the words that it was never seen with.
    learnt : how many of the pairs, from the first, the model is trained on; it can score the others. None: all.
    most_keys : pairs of words held at a time when those are counted; the result does not depend on it.
    """

    cdef unique_ptr[Model] model
    cdef object _held, _shared
    cdef readonly size_t pairs
    cdef readonly size_t learnt

    def __cinit__(
        self, const uint32_t[::1] one, const uint64_t[::1] one_begins, const uint32_t[::1] other,
        const uint64_t[::1] other_begins, size_t n_words, double same=100.0, double rest=1.0,
        size_t most_keys=1 << 26, learnt=None,
    ):
        cdef Text texts[2]
        cdef Prior prior
        cdef size_t n_pairs = one_begins.shape[0] - 1
        check_offsets(one_begins, one.shape[0], "one side")
        check_offsets(other_begins, other.shape[0], "other side")
        if n_words > UINT32_MAX:
            raise ValueError(f"{n_words} words, expected fewer than 2^32")
        if one_begins.shape[0] != other_begins.shape[0] or not one.shape[0] or not other.shape[0]:
            raise ValueError("sides that are empty, or of different length")
        self._held = (one, one_begins, other, other_begins)
        self.pairs = n_pairs
        self.learnt = n_pairs if learnt is None else learnt
        if self.learnt > n_pairs:
            raise ValueError("pairs that are not there")
        self._shared = Shared()
        texts[0].words, texts[0].begins = &one[0], &one_begins[0]
        texts[1].words, texts[1].begins = &other[0], &other_begins[0]
        prior.same, prior.other = same, rest
        with nogil:
            self.model.reset(new Model(texts[0], texts[1], n_pairs, self.learnt, n_words, prior, most_keys))

    def __len__(self):
        return self.model.get().size()

    def expect(self, size_t begin, size_t end, bint with_jumps):
        """Count over the pairs from ``begin`` up to ``end``; without jumps, as IBM model 1."""
        if not begin <= end <= self.learnt:
            raise ValueError("pairs that are not there")
        with self._shared, nogil:
            self.model.get().expect(begin, end, with_jumps)

    def estimate(self, bint with_jumps):
        """End a pass: turn counts into probabilities."""
        with self._shared, nogil:
            self.model.get().estimate(with_jumps)

    def links(self, size_t begin, size_t end, double threshold) -> tuple[bytes, bytes]:
        """Return a line of links ``i-j`` for each pair from ``begin`` up to ``end``, and lines of the same as ``j-i``.

        Words are linked if p(j|i) p(i|j) > ``threshold``².
        """
        cdef string out
        cdef string mirrored
        if not begin <= end <= self.pairs:
            raise ValueError("pairs that are not there")
        with self._shared, nogil:
            self.model.get().links(begin, end, threshold, out, mirrored)
        return <bytes>out, <bytes>mirrored

    def log_likelihoods(self, size_t begin, size_t end) -> tuple[np.ndarray, np.ndarray]:
        """Return log p(other | one) and log p(one | other), per word generated, of the pairs from ``begin`` up to ``end``."""
        if not begin <= end <= self.pairs:
            raise ValueError("pairs that are not there")
        there, back = np.empty(end - begin), np.empty(end - begin)
        cdef double[::1] one_way = there
        cdef double[::1] other_way = back
        with self._shared:
            if begin < end:
                with nogil:
                    self.model.get().log_likelihoods(begin, end, &one_way[0], &other_way[0])
        return there, back
