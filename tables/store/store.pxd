# The packed phrase tables: the C view the decoder walks, and the class that owns the mapping behind it.
from libc.stdint cimport uint8_t, uint32_t
from libcpp cimport bool as cbool

from paragen.base.vocabulary cimport Vocabulary

cdef extern from "tables/store/store.hh" namespace "paragen" nogil:
    const uint32_t kStorePadding

    cdef cppclass PackedWords:
        uint32_t operator[](uint32_t i)

    cdef cppclass BlockC "paragen::StoreView::Block":
        uint32_t n_children

    cdef cppclass StoreView:
        const uint32_t* roots
        const uint8_t* blocks
        const float* scores
        const uint8_t* in_table
        uint32_t n_bytes
        uint32_t n_scores
        uint32_t n_words
        uint32_t n_tables
        void set_sizes(uint32_t words, uint32_t tables)
        uint32_t child(uint32_t node, uint32_t word)
        BlockC block(uint32_t node)
        uint32_t word(const BlockC& block, uint32_t i)
        uint32_t child_at(const BlockC& block, uint32_t i)
        uint32_t after(const BlockC& block)
        cbool has_options(uint32_t node)

    cdef cppclass OptionC:
        float logscore
        uint32_t table
        uint32_t rank
        uint32_t n_words
        PackedWords words

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
