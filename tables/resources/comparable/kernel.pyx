"""Sentences that overlap: the quadratic part."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libcpp.memory cimport unique_ptr
from libcpp.vector cimport vector

import numpy as np

from paragen.base.arrays cimport array_of
from paragen.base.offsets import check_offsets


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
        check_offsets(begins, types.shape[0], "sentences")
        check_offsets(documents, begins.shape[0] - 1, "documents")
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
        return (
            array_of(found.one.data(), found.one.size()), array_of(found.other.data(), found.other.size()),
            array_of(found.overlap.data(), found.overlap.size()),
        )
