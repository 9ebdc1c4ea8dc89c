"""The quadratic parts: sentences that overlap, and the word alignment model."""

from libc.stdint cimport UINT32_MAX, uint8_t, uint32_t, uint64_t
from libcpp cimport bool as cpp_bool
from libcpp.memory cimport unique_ptr
from libcpp.string cimport string
from libcpp.vector cimport vector

import numpy as np


cdef extern from "tables/resources/comparable/overlap.hh" namespace "paragen::comparable" nogil:
    cdef struct Sentences:
        const uint32_t* types
        const uint64_t* begins
        const uint64_t* documents
        const uint8_t* figures

    cdef cppclass Found:
        vector[uint32_t] one
        vector[uint32_t] other
        vector[float] overlap

    cdef cppclass Finder:
        Finder(Sentences, size_t) except +
        void find(const uint32_t*, const uint32_t*, size_t, double, Found&) except +


cdef extern from "tables/bilingual/alignment/hmm_model.hh" namespace "paragen::comparable" nogil:
    cdef struct Text:
        const uint32_t* words
        const uint64_t* begins

    cdef struct Prior:
        double same
        double other

    cdef cppclass Model:
        Model(Text, Text, size_t, size_t, Prior, size_t) except +
        size_t size()
        void expect(size_t, size_t, cpp_bool) except +
        void estimate(cpp_bool) except +
        void links(size_t, size_t, double, string&, string&) except +


cdef check_begins(const uint64_t[::1] begins, uint64_t last, str what):
    """Check that ``begins`` grows from 0 to ``last``."""
    cdef Py_ssize_t at
    good = begins.shape[0] > 0 and begins[0] == 0 and begins[begins.shape[0] - 1] == last
    for at in range(begins.shape[0] - 1):
        good = good and begins[at] <= begins[at + 1]
    if not good:
        raise ValueError(f"{what}: no offsets from 0 to {last}")


cdef class OverlapFinder:
    """Finds sentences of two documents that share many of their word types; may be used from several threads at once.

    Parameters
    ----------
    types : word types of all sentences, uint32, each once a sentence.
    begins : offsets of the sentences in ``types``, uint64, one more than there are sentences.
    documents : offsets of the documents in the sentences, uint64, one more than there are documents.
    figures : of each word type, whether it has a digit, uint8. Sentences with figures that have none in common are no pair.
    """

    cdef const uint32_t[::1] types
    cdef const uint64_t[::1] begins
    cdef const uint64_t[::1] documents
    cdef const uint8_t[::1] figures

    def __cinit__(
        self, const uint32_t[::1] types, const uint64_t[::1] begins, const uint64_t[::1] documents, const uint8_t[::1] figures
    ):
        check_begins(begins, types.shape[0], "sentences")
        check_begins(documents, begins.shape[0] - 1, "documents")
        if types.shape[0] and np.max(types) >= figures.shape[0]:
            raise ValueError("a word type beyond the vocabulary")
        self.types, self.begins, self.documents, self.figures = types, begins, documents, figures

    def find(self, const uint32_t[::1] one, const uint32_t[::1] other, double threshold):
        """Return the sentences of each pair of documents whose overlap 2|A∩B| / (|A|+|B|) is at least ``threshold``.

        Parameters
        ----------
        one, other : documents; pairs with the same first one stand together.

        Returns
        -------
        sentences of the ones, sentences of the others, their overlaps (float32).
        """
        cdef Found found
        cdef Sentences sentences
        cdef unique_ptr[Finder] finder
        cdef size_t n = one.shape[0]
        if n == 0 or self.types.shape[0] == 0:
            return np.empty(0, np.uint32), np.empty(0, np.uint32), np.empty(0, np.float32)
        if other.shape[0] != one.shape[0] or max(np.max(one), np.max(other)) >= self.documents.shape[0] - 1:
            raise ValueError("pairs of documents that are none")
        sentences.types, sentences.begins, sentences.documents = &self.types[0], &self.begins[0], &self.documents[0]
        sentences.figures = &self.figures[0]
        with nogil:
            finder.reset(new Finder(sentences, self.figures.shape[0]))
            finder.get().find(&one[0], &other[0], n, threshold, found)
        return array_u(found.one), array_u(found.other), array_f(found.overlap)


cdef array_u(vector[uint32_t]& values):
    return np.array(<uint32_t[:values.size()]>values.data(), np.uint32) if values.size() else np.empty(0, np.uint32)


cdef array_f(vector[float]& values):
    return np.array(<float[:values.size()]>values.data(), np.float32) if values.size() else np.empty(0, np.float32)


cdef class AlignmentModel:
    """A hidden Markov model of word alignment; passes may be counted from several threads at once.

    Parameters
    ----------
    one, other : words of the sentences of either side, uint32, below ``n_words``.
    one_begins, other_begins : offsets of the sentences in them, uint64, one more than there are pairs.
    same, rest : how often a word is taken to have been its own counterpart, and to have had one that it was never seen with.
    most_keys : pairs of words held at a time when those are counted; the result does not depend on it.
    """

    cdef unique_ptr[Model] model
    cdef object _held
    cdef readonly size_t pairs

    def __cinit__(
        self, const uint32_t[::1] one, const uint64_t[::1] one_begins, const uint32_t[::1] other,
        const uint64_t[::1] other_begins, size_t n_words, double same=100.0, double rest=1.0,
        size_t most_keys=1 << 26,
    ):
        cdef Text texts[2]
        cdef Prior prior
        cdef size_t n_pairs = one_begins.shape[0] - 1
        check_begins(one_begins, one.shape[0], "one side")
        check_begins(other_begins, other.shape[0], "other side")
        if n_words > UINT32_MAX:
            raise ValueError(f"{n_words} words, expected fewer than 2^32")
        if one_begins.shape[0] != other_begins.shape[0] or not one.shape[0] or not other.shape[0]:
            raise ValueError("sides that are empty, or of different length")
        self._held = (one, one_begins, other, other_begins)
        self.pairs = n_pairs
        texts[0].words, texts[0].begins = &one[0], &one_begins[0]
        texts[1].words, texts[1].begins = &other[0], &other_begins[0]
        prior.same, prior.other = same, rest
        with nogil:
            self.model.reset(new Model(texts[0], texts[1], n_pairs, n_words, prior, most_keys))

    def __len__(self):
        return self.model.get().size()

    def expect(self, size_t begin, size_t end, bint with_jumps):
        """Count over the pairs from ``begin`` up to ``end``; without jumps, as IBM model 1."""
        if not begin <= end <= self.pairs:
            raise ValueError("pairs that are not there")
        with nogil:
            self.model.get().expect(begin, end, with_jumps)

    def estimate(self, bint with_jumps):
        """End a pass: turn counts into probabilities."""
        with nogil:
            self.model.get().estimate(with_jumps)

    def links(self, size_t begin, size_t end, double threshold) -> tuple[bytes, bytes]:
        """Return a line of links ``i-j`` for each pair from ``begin`` up to ``end``, and lines of the same as ``j-i``.

        Linked is where p(j|i) p(i|j) > ``threshold``².
        """
        cdef string out
        cdef string mirrored
        if not begin <= end <= self.pairs:
            raise ValueError("pairs that are not there")
        with nogil:
            self.model.get().links(begin, end, threshold, out, mirrored)
        return <bytes>out, <bytes>mirrored
