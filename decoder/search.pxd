# The search kernel as Cython sees it.
from libc.stdint cimport uint8_t, uint32_t
from libcpp cimport bool as cbool
from libcpp.memory cimport unique_ptr
from libcpp.vector cimport vector

from paragen.base.vocabulary cimport VocabularyView
from paragen.decoder.options cimport Lexicon, Options, OptionSet, OptionSource, SentenceC, WindowC
from paragen.lm.model cimport LanguageModel, LmView
from paragen.tables.store.store cimport PackedWords, StoreView, TableStore

cdef extern from "decoder/features.hh" namespace "paragen" nogil:
    const uint32_t kNoLimit
    const uint32_t kMostFloors

    cdef cppclass Option:
        uint32_t begin
        uint32_t end
        uint32_t table
        uint32_t n_words
        const uint32_t* words
        float logscore
        double base
        const double* scores
        cbool edit

    cdef cppclass FeatureListC "paragen::FeatureList":
        FeatureListC()
        FeatureListC(
            const LmView& lm, vector[double] floors, cbool self_paraphrase, uint32_t n_scorers, vector[double] weights
        ) except +
        uint32_t n_tables()
        uint32_t n_scorers()
        uint32_t n_floors()

    cdef cppclass LimitsC:
        uint32_t stack
        float beam
        uint32_t min_edits
        uint32_t max_edits

    cdef cppclass ProblemC:
        const FeatureListC* features
        LimitsC limits

cdef extern from "decoder/search.hh" namespace "paragen" nogil:
    cdef cppclass Search:
        Search(int (*pause)() except -1 with gil) except +      # what `pause` raises, WindowSearch raises

cdef extern from "decoder/search.hh" namespace "paragen" nogil:
    cdef cppclass StepC:
        Option option
        uint32_t number

    cdef cppclass InsideC:
        StepC step
        uint32_t at

    cdef cppclass ResultC:
        double score
        vector[double] features
        vector[StepC] steps
        uint32_t variant
        uint32_t structure
        vector[InsideC] inside

cdef extern from "decoder/structures.hh" namespace "paragen" nogil:
    cdef cppclass WindowSearch:
        void run(
            const ProblemC& problem, const OptionSet& set, const WindowC& window, uint32_t n, cbool by_edits, Search* search,
            vector[ResultC]* results
        ) except +

cdef extern from "decoder/pattern_source.hh" namespace "paragen" nogil:
    cdef cppclass SlotFilledC:
        uint32_t slot
        uint32_t begin
        uint32_t end

    cdef cppclass RewritingC:
        uint32_t begin
        uint32_t end
        uint32_t table
        float logscore
        vector[uint32_t] words
        vector[uint32_t] source
        PackedWords target
        uint32_t n_target
        vector[SlotFilledC] slots

    cdef cppclass PatternSource(OptionSource):
        PatternSource(const StoreView& store, const VocabularyView& names) except +
        cbool any()
        vector[RewritingC] rewritings(const SentenceC& sentence) except +

cdef extern from "decoder/search.hh" namespace "paragen" nogil:
    cdef cppclass Rescorer:
        void begin(const OptionSet& set, const WindowC& window) except +
        void add_step(
            uint32_t begin, uint32_t end, uint32_t table, const vector[uint32_t]& words, float logscore,
            const vector[double]& scores
        ) except +
        void add_inside(uint32_t table, float logscore, const vector[double]& scores) except +
        ResultC result(const FeatureListC& features) except +
        vector[double] gains(const FeatureListC& features) except +


cdef class Decoder:
    cdef readonly TableStore store
    cdef readonly LanguageModel lm
    cdef readonly object features  # type: FeatureList
    cdef Lexicon lexicon
    cdef FeatureListC kernel                # of the features, with their weights and floors
    cdef vector[unique_ptr[OptionSource]] sources
    cdef vector[const OptionSource*] borrowed   # the same
    cdef vector[uint8_t] disabled           # by table: whether it offers nothing
    cdef readonly bint has_patterns         # whether there are patterns with slots
    cdef const PatternSource* patterns      # one of the sources; if there are any
    cdef list idle                          # searches no thread is using
    cdef dict floors                        # by table name
    cdef Decoder owner                      # of the sources, if they are another decoder's

    cdef int _weigh(self, weights) except -1
    cdef int _share(self, Decoder other) except -1
    cdef int _open(self, pairs, disabled, syntax) except -1
    cdef int _add_pairs(self, tables) except -1
    cdef list _search(self, Options options, numbers, settings)
    cdef int _rescored(self, Options options, steps, vector[Rescorer]* windows) except -1
