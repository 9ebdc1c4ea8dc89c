# Building a packed language model; every reader of a file format fills an LmBuilder.
from libc.stdint cimport uint32_t, uint64_t
from libcpp cimport bool as cbool
from libcpp.memory cimport unique_ptr
from libcpp.string cimport string
from libcpp.vector cimport vector

from paragen.lm.query.model cimport LmArcC, LmStateC
from paragen.base.vocabulary cimport VocabularyBuilder

cdef extern from "lm/pack/builder.hh" namespace "paragen" nogil:
    const uint32_t kNoNode

    cdef enum class LmAdd:
        kOk
        kDuplicate
        kNoContext

    cdef cppclass LmBuilder:
        LmBuilder() except +
        void set_order(uint32_t order)
        LmAdd add_unigram(const char* word, size_t length, float logprob, float backoff) except +
        LmAdd add_ngram(const uint32_t* words, uint32_t n, float logprob, float backoff) except +
        uint32_t find_word(const char* word, size_t length)
        void end_order() except +
        uint32_t finish() except +
        vector[uint32_t] leaf_words(uint32_t leaf) except +
        uint32_t n_words()
        uint32_t order()
        const VocabularyBuilder& vocabulary()
        vector[LmStateC] states
        vector[LmArcC] arcs
        vector[LmArcC] unigrams
        vector[uint64_t] levels
        vector[uint64_t] counts
        uint32_t begin_state
        uint32_t end_word

cdef extern from "lm/read/arpa.hh" namespace "paragen" nogil:
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


cdef class LmPacker:
    cdef unique_ptr[LmBuilder] builder
    cdef readonly str name
    cdef bint begun, complete        # a reader has begun to fill the builder; it has come to the end
    cdef object exclusive

    cdef int begin(self) except -1
    cdef int _read_arpa(self, pieces) except -1
    cdef tuple _write(self, destination)
    cdef str _words(self, ids)

cdef raise_fault(str name, const ArpaFault& fault)
