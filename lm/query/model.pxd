# The packed language model: the C view kernels query, and the class that owns the mapping behind it.
from libc.stdint cimport uint32_t, uint64_t

from paragen.base.vocabulary cimport Vocabulary

cdef extern from "lm/query/automaton.hh" namespace "paragen" nogil:
    const uint32_t kNoWord
    const float kImpossible

    cdef cppclass LmArcC:
        uint32_t word
        uint32_t next
        float logprob

    cdef cppclass LmStateC:
        uint32_t n_slots
        uint32_t suffix

    cdef cppclass LmCellC:
        pass

    cdef cppclass LmView:
        const LmCellC* cells
        uint32_t n_cells
        uint32_t n_words
        uint32_t begin_state
        uint32_t end_word
        uint32_t order
        uint32_t suffix(uint32_t state)
        uint32_t n_slots(uint32_t state)
        const LmArcC* slots(uint32_t state)
        const LmArcC* find(uint32_t state, uint32_t word)
        float score(uint32_t state, uint32_t word, uint32_t* next)


cdef class LanguageModel:
    cdef LmView view
    cdef readonly Vocabulary vocabulary
    cdef object _packfile, _cells, _levels, _counts

    cdef float _score(self, uint32_t state, uint32_t word, uint32_t* next_state) except? 1
    cdef uint32_t _matched(self, uint32_t state, uint32_t word)
