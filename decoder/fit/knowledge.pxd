# What a fit knows of English besides a model's own tables and language model.
from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector

from paragen.decoder.options cimport Options
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

cdef extern from "decoder/fit/usage.hh" namespace "paragen" nogil:
    const uint32_t kUsageLabels
    const uint32_t kUsageRow
    const uint32_t kCompanions
    const uint8_t kSentenceEnd
    const uint8_t kGroupsBegin
    const uint8_t kNever

    cdef cppclass UsageView:
        const uint8_t* labels
        uint32_t n_tags
        const uint32_t* forms
        const uint8_t* rows
        uint64_t n_words

cdef extern from "decoder/fit/features.hh" namespace "paragen" nogil:
    cdef cppclass FitKnowledge:
        TaggerView tagger
        CollocationView pairs
        VectorView vectors
        RatingView ratings
        UsageView usage


cdef class Knowledge:
    cdef FitKnowledge view
    cdef readonly Tagger tagger
    cdef object packfile, pairs, forms, words, near, ratings, usage
    cdef int _set_usage(self, const uint8_t[::1] labels, const uint32_t[::1] forms, const uint8_t[::1] rows) except -1
    cdef int _set_ratings(self, const uint64_t[::1] slots) except -1

# How the words of options' sentences are written: a byte for each, see paragen.text.marks; 0 if the sentence does not say.
cdef int read_marks(Options options, vector[uint8_t]* found) except -1
