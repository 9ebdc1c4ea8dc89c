# What a fit knows of English, what it reads of substitutes, and how it judges them.
from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t
from libcpp.string cimport string
from libcpp.string_view cimport string_view
from libcpp.vector cimport vector

from paragen.decoder.options cimport LexiconView, Options, OptionSet
from paragen.lm.model cimport LmView
from paragen.tables.store.store cimport StoreView
from paragen.text.kernel cimport Tagger, TaggerView, TagWord

cdef extern from "decoder/fit/knowledge.hh" namespace "paragen" nogil:
    const uint32_t kVectorSize
    const uint32_t kUsageLabels
    const uint32_t kUsageRow
    const uint32_t kCompanions
    const uint8_t kSentenceEnd
    const uint8_t kGroupsBegin
    const uint8_t kNever

    cdef cppclass CollocationView:
        const uint32_t* slots
        uint64_t n_slots

    cdef cppclass CollocationBuilder:
        CollocationBuilder(size_t n_pairs) except +
        void add(const TagWord& left, const TagWord& right, uint8_t level)
        vector[uint32_t] slots

    cdef cppclass RatingView:
        const uint64_t* slots
        uint64_t n_slots
        size_t n_keys()

    cdef cppclass RatingBuilder:
        RatingBuilder(size_t n_pairs) except +
        void add(string_view source, string_view target, uint8_t usual, uint8_t best)
        void add_all(const RatingView& others)
        vector[uint64_t] slots

    cdef cppclass VectorView:
        const uint32_t* forms
        const int8_t* words
        const int8_t* near
        uint64_t n_words

    cdef cppclass UsageView:
        const uint8_t* labels
        uint32_t n_tags
        const uint32_t* forms
        const uint8_t* rows
        uint64_t n_words

    cdef cppclass FitKnowledge:
        TaggerView tagger
        CollocationView pairs
        VectorView vectors
        RatingView ratings
        UsageView usage

cdef extern from "decoder/fit/features.hh" namespace "paragen" nogil:
    const uint32_t kFitFeatures
    string fit_feature_name(uint32_t feature)

    cdef cppclass LmLevels:
        LmView lm
        const uint64_t* levels

    cdef cppclass FitFeatures:
        FitFeatures()
        FitFeatures(const LmLevels& lm, const StoreView& store, const FitKnowledge& knowledge, uint32_t n_tables) except +
        void rows(const OptionSet& set, const LexiconView& names, const uint8_t* marks, vector[float]* rows) except +

cdef extern from "decoder/fit/forest.hh" namespace "paragen" nogil:
    cdef cppclass LevelC:
        pass

    cdef cppclass LevelsView:
        const LevelC* points
        size_t n
        const char* fault()
        double probability(double value)

    cdef cppclass BranchC:
        pass

    cdef cppclass ForestView:
        const int32_t* roots
        const BranchC* branches
        const float* leaves
        LevelsView levels
        size_t n_trees
        size_t n_branches
        size_t n_leaves
        uint32_t n_features
        const char* fault() except +

    cdef cppclass Leaves:
        Leaves()
        Leaves(const ForestView& forest) except +
        void sums(const float* rows, size_t n_rows, double* sums) except +

cdef extern from "decoder/fit/sentences.hh" namespace "paragen" nogil:
    cdef cppclass SentenceConfidenceLimit:
        SentenceConfidenceLimit()
        void run(
            const OptionSet& set, const LexiconView& names, const double* probabilities, double least, double least_product,
            vector[uint8_t]* forbidden,
        ) except +


cdef class Knowledge:
    cdef FitKnowledge view
    cdef readonly Tagger tagger
    cdef object packfile, pairs, forms, words, near, ratings, usage
    cdef int _set_usage(self, const uint8_t[::1] labels, const uint32_t[::1] forms, const uint8_t[::1] rows) except -1
    cdef int _set_ratings(self, const uint64_t[::1] slots) except -1

# How the words of options' sentences are written: a byte for each, see paragen.text.analysis; 0 if the sentence does not say.
cdef int read_marks(Options options, vector[uint8_t]* found) except -1
