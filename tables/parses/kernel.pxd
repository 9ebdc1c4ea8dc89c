# Trees in Penn brackets; see tree.hh and tree_match.hh.
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint32_t
from libcpp cimport bool as cbool
from libcpp.string cimport string
from libcpp.vector cimport vector

from paragen.base.text_column cimport string_view

cdef extern from "tables/parses/tree.hh" namespace "paragen" nogil:
    const size_t kMaxTreeBytes
    const uint32_t kMaxLeaves
    const size_t kMaxTreeLabel

    cdef cppclass NodeC "paragen::Tree::Node":
        uint32_t begin
        uint32_t end
        uint32_t parent
        uint32_t after

    cdef cppclass TreeC "paragen::Tree":
        uint32_t leaves()
        uint32_t nodes()
        const NodeC& node(uint32_t id)
        string_view label(uint32_t id)
        string_view leaf(uint32_t i)
        uint32_t tag(uint32_t i)
        cbool is_tag(uint32_t id)

    cdef cppclass TreeReader:
        cbool read(string_view text, TreeC* tree) except +
        const char* problem()
        const string& found()

    int64_t bracket_depth(string_view text)

cdef extern from "tables/parses/tree_match.hh" namespace "paragen" nogil:
    cdef cppclass TreeMatch:
        void clear()
        void add_word(string_view word) except +
        cbool match(const TreeC& tree) except +
        const vector[int64_t]& boundaries()
        size_t word()
        size_t leaf()


cdef class Tree:
    cdef TreeC c
    cdef readonly str where

    # Fills `match` with the boundaries of words; raises FormatError where they are not those of the tree.
    cdef int fill(self, words, TreeMatch* match) except -1
