# The packed language model: the C view kernels query, and the class that owns the mapping behind it.
from libc.stdint cimport uint32_t, uint64_t

from paragen.base.vocabulary cimport Vocabulary

cdef extern from "lm/query/automaton.hh" namespace "paragen" nogil:
    const uint32_t kNoWord

    cdef cppclass LmArcC:
        uint32_t word
        uint32_t next
        float logprob

    cdef cppclass LmStateC:
        uint32_t first
        uint32_t n_slots
        float backoff
        uint32_t suffix

    uint32_t arc_slot(uint32_t word, uint32_t n_slots)

    cdef cppclass LmView:
        const LmStateC* states
        const LmArcC* arcs
        const LmArcC* unigrams
        uint64_t n_arcs
        uint32_t n_states
        uint32_t n_words
        uint32_t begin_state
        uint32_t end_word
        uint32_t order
        const LmArcC* find(uint32_t state, uint32_t word)
        void prefetch(uint32_t state, uint32_t word)
        float score(uint32_t state, uint32_t word, uint32_t* next)


cdef class LanguageModel:
    cdef LmView view
    cdef readonly Vocabulary vocabulary
    cdef object _packfile, _levels, _counts

    cdef uint32_t _matched(self, uint32_t state, uint32_t word)
