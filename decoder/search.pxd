# The search kernel as Cython sees it.
from libc.stdint cimport uint8_t, uint32_t
from libcpp cimport bool as cbool
from libcpp.vector cimport vector

from paragen.lm.query.model cimport LanguageModel, LmView
from paragen.tables.store.store cimport StoreView, TableStore

cdef extern from "decoder/allowed.hh" namespace "paragen" nogil:
    cdef cppclass AllowedEdits:
        void add(uint32_t begin, uint32_t end, const uint32_t* words, uint32_t n_words) except +
        void sort() except +

cdef extern from "decoder/problem.hh" namespace "paragen" nogil:
    const uint32_t kNoLimit
    const uint32_t kMaxFloors
    const uint32_t kMaxEditBound

    cdef cppclass SentenceC:
        const uint32_t* words
        const uint8_t* keep
        uint32_t n_words
        const AllowedEdits* allowed

    cdef cppclass WeightsC:
        double lm
        double word
        double edit
        double unknown
        const double* tables
        const double* floors
        cbool self_paraphrase

    cdef cppclass LimitsC:
        uint32_t stack
        float beam
        uint32_t table_limit
        uint32_t min_edits
        uint32_t max_edits
        const uint8_t* blocked
        const uint8_t* silent

    cdef cppclass ProblemC:
        StoreView store
        LmView lm
        WeightsC weights
        LimitsC limits

cdef extern from "decoder/search.hh" namespace "paragen" nogil:
    cdef cppclass DerivationC "paragen::Derivation":
        double score
        double lm
        vector[uint32_t] options

    cdef cppclass Search:
        Search() except +
        void run(const ProblemC& problem, const SentenceC& sentence) except +
        cbool derivation(uint32_t k, DerivationC* result) except +

cdef extern from "decoder/result.hh" namespace "paragen" nogil:
    cdef cppclass StepC:
        uint32_t begin
        uint32_t end
        uint32_t table
        uint32_t option
        uint32_t words_begin
        uint32_t words_end
        float logscore
        cbool edit

    cdef cppclass ResultC:
        double score
        vector[double] features
        vector[StepC] steps
        vector[uint32_t] words

    ResultC make_result(const ProblemC& problem, const Search& search, const DerivationC& derivation) except +
    cbool brings_edit(const vector[ResultC]& earlier, const ResultC& result)
    void sort_results(vector[ResultC]* results) except +


cdef class Batch:
    """Sentences as ids, and room for what the search answers."""

    cdef vector[vector[uint32_t]] words
    cdef vector[vector[uint8_t]] keep
    cdef vector[AllowedEdits] allowed
    cdef vector[uint8_t] limited          # by sentence: whether only the edits allowed may be taken
    cdef vector[vector[ResultC]] results
    cdef list unknown                     # by sentence: its words that have no id, in order of first appearance

    cdef SentenceC sentence(self, size_t i) noexcept nogil


cdef class Decoder:
    cdef ProblemC problem
    cdef readonly TableStore store
    cdef readonly LanguageModel lm
    cdef readonly bint self_paraphrase
    cdef vector[double] table_weights
    cdef vector[double] floors
    cdef vector[uint8_t] silent           # by table: whether it offers nothing
    cdef list idle                        # searches no thread is using

    cdef int limit(self, ProblemC* problem, uint32_t table_limit, bytes blocked) except -1
    cdef Batch batch(self, sentences)
    cdef int _allow(self, Batch batch, size_t number, allowed) except -1
    cdef str word(self, uint32_t word_id, list unknown)
    cdef list _derivations(self, Batch batch, size_t i)
    cdef tuple _features(self, const vector[double]& sums)
