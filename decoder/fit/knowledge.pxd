# What a fit knows of English beside a model's own tables and language model.
from libc.stdint cimport int8_t, uint32_t, uint64_t

from paragen.text.tagger cimport Tagger, TaggerView, TagWord

cdef extern from "decoder/fit/collocations.hh" namespace "paragen" nogil:
    cdef cppclass CollocationView:
        const uint32_t* slots
        uint64_t n_slots

cdef extern from "decoder/fit/vectors.hh" namespace "paragen" nogil:
    const uint32_t kVectorSize

    cdef cppclass VectorView:
        const uint32_t* forms
        const int8_t* words
        const int8_t* near
        uint64_t n_words

cdef extern from "decoder/fit/ratings.hh" namespace "paragen" nogil:
    cdef cppclass RatingView:
        const uint64_t* slots
        uint64_t n_slots
        size_t n_keys()

cdef extern from "decoder/fit/features.hh" namespace "paragen" nogil:
    cdef cppclass FitKnowledge:
        TaggerView tagger
        CollocationView pairs
        VectorView vectors
        RatingView ratings


cdef class Knowledge:
    cdef FitKnowledge view
    cdef readonly Tagger tagger
    cdef object packfile, pairs, forms, words, near, ratings
    cdef int _set_ratings(self, const uint64_t[::1] slots) except -1
