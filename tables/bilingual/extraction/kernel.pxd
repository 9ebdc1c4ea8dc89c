# Sentence pairs and lexicons, for kernels that make something else of them.
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libcpp.string cimport string

from paragen.base.text_column cimport TextView, string_view

cdef extern from "tables/bilingual/extraction/lexicon.hh" namespace "paragen" nogil:
    cdef cppclass LexiconC:
        void add(string_view source, string_view target, uint64_t count) except +
        void finish() except +
        size_t size()

cdef extern from "tables/bilingual/extraction/batch.hh" namespace "paragen" nogil:
    cdef enum class PairProblem:
        pass

    cdef cppclass SentenceBatch:
        TextView source
        TextView target
        TextView alignment
        TextView tree
        int64_t rows

    cdef cppclass BadRow:
        int64_t row
        PairProblem problem
        string link
        uint32_t n_source
        uint32_t n_target


cdef class Sentences:
    cdef SentenceBatch batch
    cdef list held  # the memory the batch points into


cdef class Lexicon:
    cdef LexiconC words


# Raises BadSentencePair where there is a bad row.
cdef int refuse(const BadRow& bad) except -1
