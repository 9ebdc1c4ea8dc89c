# The packed language model: the C view kernels query, and the class that owns the mapping behind it.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from paragen.base.vocabulary cimport Vocabulary

cdef extern from "lm/query/automaton.hh" namespace "paragen" nogil:
    const uint32_t kNoWord
    const uint32_t kLmPadding
    const float kImpossible

    cdef cppclass LmView:
        const uint8_t* cells
        const float* values
        uint32_t n_values
        uint32_t n_cells
        uint32_t n_words
        uint32_t begin_state
        uint32_t end_word
        uint32_t order
        uint32_t width
        void set_layout(uint32_t word_bytes, uint32_t next_bytes, bint has_values)
        uint32_t word(uint32_t cell)
        uint32_t no_word()
        uint32_t suffix(uint32_t state)
        uint32_t n_slots(uint32_t state)
        uint32_t find(uint32_t state, uint32_t word)
        float score(uint32_t state, uint32_t word, uint32_t* next)


cdef class LanguageModel:
    cdef LmView view
    cdef readonly Vocabulary vocabulary
    cdef object _packfile, _levels, _counts

    cdef float _score(self, uint32_t state, uint32_t word, uint32_t* next_state) except? 1
    cdef uint32_t _matched(self, uint32_t state, uint32_t word)
