# The search kernel as Cython sees it.
from libc.stdint cimport uint8_t, uint32_t
from libcpp cimport bool as cbool
from libcpp.vector cimport vector

from paragen.decoder.lm.model cimport LmView
from paragen.tables.store cimport StoreView

cdef extern from "decoder/problem.hh" namespace "paragen" nogil:
    const uint32_t kNoLimit
    const uint32_t kMaxFloors
    const uint32_t kMaxEditBound

    cdef cppclass SentenceC:
        const uint32_t* words
        const uint8_t* keep
        uint32_t n_words

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
