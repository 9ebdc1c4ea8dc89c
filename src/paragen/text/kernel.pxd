# Part-of-speech tagger: the C view that kernels use, and the class that owns the weights behind it.
from libc.stdint cimport int8_t, uint8_t, uint32_t
from libcpp.vector cimport vector

cdef extern from "src/paragen/text/tagger.hh" namespace "paragen" nogil:
    const uint32_t kTagColumns
    const uint8_t kMarkDigit

    cdef cppclass TagWord:
        uint32_t form
        uint8_t marks

    cdef cppclass TaggerView:
        const int8_t* weights
        uint32_t n_rows
        uint32_t n_tags
        void tag(const TagWord* words, size_t n_words, uint8_t* tags)

    cdef cppclass TaggerTrainer:
        TaggerTrainer(uint32_t n_rows, uint32_t n_tags) except +
        void sentence(const TagWord* words, const uint8_t* gold, size_t n_words)
        vector[int8_t] weights(double largest) except +

    TagWord tag_word(const char* bytes, size_t length, uint8_t marks)


cdef class Tagger:
    cdef TaggerView view
    cdef readonly tuple tags  # type: tuple[str, ...]
    cdef object _weights
