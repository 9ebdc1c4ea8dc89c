# What a fit knows of English, what it reads of substitutes, and how it judges them.
from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t
from libcpp cimport bool as cbool
from libcpp.string cimport string
from libcpp.string_view cimport string_view
from libcpp.vector cimport vector

from paragen.decoder.fit.knowledge cimport ConditionsView, EffectC, FitKnowledge
from paragen.decoder.options cimport LexiconView, Options, OptionSet
from paragen.lm.model cimport LmView
from paragen.tables.store.store cimport StoreView
from paragen.text.kernel cimport Tagger, TaggerView, TagWord

cdef extern from "decoder/fit/conditions.hh" namespace "paragen" nogil:
    cdef cppclass ConditionEstimate:
        float place
        float usual

    ConditionEstimate explained(
        const ConditionsView& view, const TaggerView& tagger, const OptionSet& set, const LexiconView& names,
        const uint8_t* marks, uint32_t number, vector[EffectC]* effects,
    ) except +

cdef extern from "decoder/fit/content_words.hh" namespace "paragen" nogil:
    cdef cppclass NewContentWords:
        NewContentWords()
        void read(const uint32_t* source, size_t n_words, const LexiconView& names) except +
        void stems(
            const uint32_t* before, size_t n_before, const uint32_t* words, size_t n_words, const LexiconView& names,
            vector[string_view]* found
        ) except +

cdef extern from "decoder/fit/features.hh" namespace "paragen" nogil:
    const uint32_t kFitFeatures
    const uint32_t kFitFeaturesWithConditions
    string fit_feature_name(uint32_t feature)

    cdef cppclass LmLevels:
        LmView lm
        const uint64_t* levels

    cdef cppclass FitFeatures:
        FitFeatures()
        FitFeatures(
            const LmLevels& lm, const StoreView& store, const FitKnowledge& knowledge, uint32_t n_tables,
            const ConditionsView& conditions, cbool with_conditions,
        ) except +
        void rows(const OptionSet& set, const LexiconView& names, const uint8_t* marks, vector[float]* rows) except +
        vector[cbool] of_tags() except +

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

cdef extern from "decoder/fit/forest_bound.hh" namespace "paragen" nogil:
    Leaves bound_leaves(const ForestView& forest, const vector[cbool]& unknown) except +

cdef extern from "decoder/fit/probabilities.hh" namespace "paragen" nogil:
    cdef cppclass Probabilities:
        Probabilities(
            const FitFeatures& features, const LevelsView& levels, const Leaves& leaves, const Leaves* bound, double least
        ) except +
        void run(
            const OptionSet& set, const LexiconView& names, const uint8_t* marks, double* probabilities, float* changes
        ) except +

cdef extern from "decoder/fit/sentences.hh" namespace "paragen" nogil:
    cdef cppclass SentenceLimitsC:
        double least
        double least_product
        double new_word_bonus
        uint32_t most_new

    cdef cppclass SentenceConfidenceLimit:
        SentenceConfidenceLimit()
        void run(
            const OptionSet& set, const LexiconView& names, const double* probabilities, const SentenceLimitsC& limits,
            vector[uint8_t]* forbidden,
        ) except +

# How the words of options' sentences are written: a byte for each, see paragen.text.analysis; 0 if the sentence does not say.
cdef int read_marks(Options options, vector[uint8_t]* found) except -1
