"""The most similar of many queries, for each of them."""

from libc.stdint cimport uint32_t, uint64_t
from libcpp cimport bool as cpp_bool
from libcpp.memory cimport unique_ptr
from libcpp.vector cimport vector

import numpy as np


cdef extern from "tables/resources/queries/similar.hh" namespace "paragen::queries" nogil:
    cdef struct Sets:
        const uint64_t* begin
        const uint32_t* items

    cdef struct Settings:
        double beta
        double threshold
        uint32_t top
        uint64_t max_sharing
        cpp_bool containment

    cdef struct Neighbour:
        uint32_t query
        double score

    cdef cppclass Finder:
        Finder(Sets, Sets, size_t, size_t, size_t, Settings) except +
        void find(const uint32_t*, size_t, vector[Neighbour]&, vector[uint32_t]&) except +


cdef class SimilarQueries:
    """Finds the queries that are most similar to each [Z08 eq. 10].

    Parameters
    ----------
    word_begin, words : the words of query q are words[word_begin[q]:word_begin[q + 1]], ascending, word 0 the rarest.
    document_begin, documents : its clicked documents likewise.
    n_words, n_documents : one more than the last of either.
    beta, threshold : of the similarity, which must exceed the threshold.
    top : similar queries of each, at most.
    max_sharing : words and documents of more queries lead to no candidates.
    containment : whether all words of a query may be among those of the other, which has more.
    """

    cdef unique_ptr[Finder] finder
    cdef size_t n_queries
    cdef object _held  # keeps alive the arrays that the finder reads

    def __cinit__(self, const uint64_t[::1] word_begin, const uint32_t[::1] words, const uint64_t[::1] document_begin,
                 const uint32_t[::1] documents, size_t n_words, size_t n_documents, *,
                 double beta, double threshold, uint32_t top, uint64_t max_sharing, bint containment=True):
        cdef Sets of_words, of_documents
        cdef Settings settings
        if not (0 <= beta <= 1 and 0 <= threshold <= 1):
            raise ValueError(f"beta {beta} and threshold {threshold}, expected numbers from 0 to 1")
        self.n_queries = word_begin.shape[0] - 1
        _check(word_begin, words, self.n_queries, n_words)
        _check(document_begin, documents, self.n_queries, n_documents)
        self._held = word_begin, words, document_begin, documents
        of_words.begin, of_documents.begin = &word_begin[0], &document_begin[0]
        of_words.items = &words[0] if words.shape[0] else NULL
        of_documents.items = &documents[0] if documents.shape[0] else NULL
        settings.beta, settings.threshold, settings.top = beta, threshold, top
        settings.max_sharing, settings.containment = max_sharing, containment
        with nogil:
            self.finder.reset(new Finder(of_words, of_documents, self.n_queries, n_words, n_documents, settings))

    def find(self, const uint32_t[::1] queries):
        """Return for some distinct queries how many similar ones each has, these (best first), and their scores."""
        cdef vector[Neighbour] found
        cdef vector[uint32_t] counts
        cdef size_t i
        cdef size_t n_wanted = queries.shape[0]
        for i in range(n_wanted):
            if queries[i] >= self.n_queries:
                raise IndexError(f"query {queries[i]} of {self.n_queries}")
        if n_wanted:
            with nogil:
                self.finder.get().find(&queries[0], n_wanted, found, counts)
        cdef uint32_t[::1] n = np.empty(counts.size(), np.uint32)
        cdef uint32_t[::1] ids = np.empty(found.size(), np.uint32)
        cdef double[::1] scores = np.empty(found.size(), np.float64)
        for i in range(counts.size()):
            n[i] = counts[i]
        for i in range(found.size()):
            ids[i], scores[i] = found[i].query, found[i].score
        return np.asarray(n), np.asarray(ids), np.asarray(scores)


cdef _check(const uint64_t[::1] begin, const uint32_t[::1] items, size_t n, size_t n_items):
    if n_items > 0xFFFFFFFF or begin.shape[0] != n + 1 or begin[0] != 0 or begin[n] != <uint64_t>items.shape[0] or n >= 0xFFFFFFFF:
        raise ValueError("sets do not fit their items")
    if np.any(np.diff(np.asarray(begin).astype(np.int64)) < 0) or (items.shape[0] and np.max(items) >= n_items):
        raise ValueError("sets do not fit their items")
