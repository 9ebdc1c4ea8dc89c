# What a fit knows of English, and the conditions of exchanges, packed; see knowledge.hh and conditions.hh.
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from libcpp.string_view cimport string_view
from libcpp.vector cimport vector

from paragen.text.kernel cimport Tagger, TaggerView, TagWord

cdef extern from "decoder/fit/knowledge.hh" namespace "paragen" nogil:
    const uint32_t kVectorSize
    const uint32_t kReach
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

        @staticmethod
        uint64_t phrase(string_view text)

        @staticmethod
        uint64_t fingerprint(uint64_t source, uint64_t target)

    cdef cppclass RatingBuilder:
        RatingBuilder(size_t n_pairs) except +
        void add(string_view source, string_view target, uint8_t usual, uint8_t best)
        void add_all(const RatingView& others)
        vector[uint64_t] slots

    cdef cppclass VectorView:
        const uint32_t* forms
        const int8_t* inputs
        const int8_t* outputs
        const float* biases
        const int8_t* places
        uint64_t n_words
        float scale
        bint finite()

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

cdef extern from "decoder/fit/vector_training.hh" namespace "paragen" nogil:
    const uint32_t kUnknownWord
    const uint32_t kSentenceBreak

    cdef cppclass LearntVectors:
        vector[float] inputs, outputs, biases, places

    cdef cppclass VectorTrainer:
        VectorTrainer(const uint32_t* text, size_t n_tokens, const uint64_t* counts, uint32_t n_words) except +
        void run "pass"(double start, double stop) except +
        LearntVectors learnt

cdef extern from "decoder/fit/condition_rules.hh" namespace "paragen" nogil:
    const uint16_t kFirstKindAtom
    const uint32_t kDeepest
    double log_odds(double share)
    double share_of_odds(double odds)

    cdef cppclass PairRules "paragen::FingerprintView<uint64_t, 24>":
        const uint64_t* slots
        uint64_t n_slots

    cdef cppclass PairRulesBuilder "paragen::FingerprintBuilder<uint64_t, 24>":
        PairRulesBuilder(size_t n_pairs) except +
        void add(uint64_t home, uint64_t fingerprint, uint64_t value)
        vector[uint64_t] slots

    cdef cppclass TestC:
        pass

    cdef cppclass EffectC:
        uint32_t condition
        uint16_t never
        float change()

    cdef cppclass RuleC:
        pass

    cdef cppclass ConditionsView:
        const uint32_t* forms
        const uint32_t* form_atoms
        const uint16_t* atoms_of_forms
        const uint16_t* atoms
        const TestC* tests
        const uint32_t* alternatives
        const uint32_t* conditions
        const EffectC* effects
        const RuleC* rules
        const uint32_t* kinds_of_tags
        PairRules pairs
        uint64_t n_forms, n_atoms_of_forms, n_atoms, n_tests, n_alternatives, n_conditions, n_effects, n_rules
        uint32_t n_tags
        uint64_t rule(uint64_t fingerprint)
        const char* fault()


cdef class Knowledge:
    cdef FitKnowledge view
    cdef readonly Tagger tagger
    cdef object packfile, pairs, vectors, ratings, usage
    cdef int _set_vectors(self) except -1
    cdef int _set_usage(self, const uint8_t[::1] labels, const uint32_t[::1] forms, const uint8_t[::1] rows) except -1
    cdef int _set_ratings(self, const uint64_t[::1] slots) except -1


cdef class Conditions:
    cdef ConditionsView view
    cdef readonly object packfile  # type: PackFile
    cdef object arrays, _names
    cdef ConditionsView of_tags(self, const uint32_t[::1] kinds) except *


cdef object floats(const vector[float]& numbers)
