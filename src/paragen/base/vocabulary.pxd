# Words <-> ids. `VocabularyView` is the C contract kernels use; `Vocabulary` owns the arrays behind a view.
from libc.stdint cimport uint32_t, uint64_t
from libcpp.string cimport string
from libcpp.string_view cimport string_view
from libcpp.vector cimport vector

cdef extern from "src/paragen/base/interner.hh" namespace "paragen" nogil:
    cdef cppclass Interner:
        Interner() except +
        uint32_t add(string_view text) except +
        uint32_t find(string_view text)
        uint32_t size()
        string_view text(uint32_t id)
        const string& bytes()
        const vector[uint64_t]& offsets()

cdef extern from "src/paragen/base/vocabulary.hh" namespace "paragen" nogil:
    const uint32_t kNotFound

    cdef cppclass VocabularyView:
        const uint64_t* offsets
        const char* bytes
        const uint32_t* slots
        uint64_t n_bytes
        uint64_t n_slots
        uint32_t n_words
        const char* word(uint32_t id, size_t* length)
        uint32_t find(const char* word_bytes, size_t word_length)

    vector[uint32_t] vocabulary_slots(const Interner& words) except +


cdef class Vocabulary:
    cdef VocabularyView view
    cdef object _arrays             # keeps the memory behind the view alive

    cdef uint32_t find(self, str word) except? 0xFFFFFFFF


cdef list vocabulary_sections(const Interner& words)
