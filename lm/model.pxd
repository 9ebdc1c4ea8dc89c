# The packed language model: the C view kernels query, the class that owns the mapping behind it, and what packs one.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libcpp cimport bool as cbool
from libcpp.memory cimport unique_ptr
from libcpp.string cimport string
from libcpp.vector cimport vector

from paragen.base.vocabulary cimport Interner, Vocabulary

cdef extern from "lm/automaton.hh" namespace "paragen" nogil:
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
        const uint8_t* at(uint32_t cell)
        uint32_t word(const uint8_t* cell)
        uint32_t no_word()
        uint32_t suffix(uint32_t state)
        uint32_t n_slots(uint32_t state)
        const uint8_t* find(uint32_t state, uint32_t word)
        float score(uint32_t state, uint32_t word, uint32_t* next)

# Every reader of a file format fills an LmBuilder.
cdef extern from "lm/builder.hh" namespace "paragen" nogil:
    cdef cppclass LmBuilder:
        LmBuilder() except +
        cbool leaves_differ() except +
        vector[uint32_t] failed_words()
        uint32_t order()
        cbool saw_unk()
        const Interner& vocabulary()
        vector[uint64_t] counts

cdef extern from "lm/arpa.hh" namespace "paragen" nogil:
    cdef struct ArpaFault:
        uint64_t line
        string found
        string expected
        string remedy

    cdef cppclass ArpaReader:
        ArpaReader(LmBuilder* builder) except +
        cbool feed(const char* data, size_t length) except +
        cbool finish() except +
        const ArpaFault& fault()


cdef class LanguageModel:
    cdef LmView view
    cdef readonly Vocabulary vocabulary
    cdef object _packfile, _levels, _counts

    cdef float _score(self, uint32_t state, uint32_t word, uint32_t* next_state) except? 1
    cdef uint32_t _matched(self, uint32_t state, uint32_t word)


cdef class LmPacker:
    cdef unique_ptr[LmBuilder] builder
    cdef readonly str name
    cdef bint begun, complete        # a reader has begun to fill the builder; it has come to the end
    cdef object exclusive

    # Each without the lock: nothing else runs between test and change, and a call out of turn changes nothing.
    cdef int begin(self) except -1
    cdef int take(self) except -1
    cdef int _read_arpa(self, pieces) except -1
    cdef int check_ngrams(self, bint differ) except -1
    cdef tuple _write(self, destination)

cdef raise_fault(str name, const ArpaFault& fault)
