# The packed phrase tables: the C view the decoder walks, and the class that owns the mapping behind it.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libcpp cimport bool as cbool

from paragen.base.vocabulary cimport Vocabulary

cdef extern from "tables/store/store.hh" namespace "paragen" nogil:
    const uint32_t kLastWord

    cdef cppclass StoreView:
        const uint32_t* roots
        const uint32_t* node_word
        const uint32_t* node_children
        const uint32_t* node_options
        const uint32_t* records
        const uint8_t* in_table
        uint64_t n_records
        uint32_t n_nodes
        uint32_t n_words
        uint32_t n_tables
        uint32_t child(uint32_t node, uint32_t word)

    cdef cppclass OptionC:
        float logscore
        uint32_t table
        uint32_t rank
        const uint32_t* words
        uint32_t n_words

    cdef cppclass OptionReader:
        OptionReader()
        OptionReader(const StoreView& store, uint32_t node)
        cbool next(OptionC* option)


cdef class TableStore:
    cdef StoreView view
    cdef readonly Vocabulary vocabulary     # its first words are the language model's, with the same ids
    cdef object _packfile                   # keeps the mapping that `view` is of

    cdef uint32_t _node(self, words) except 0xFFFFFFFF      # 0: no table has the phrase
    cdef str _word(self, uint32_t word_id)
    cdef list _options(self, uint32_t node)
