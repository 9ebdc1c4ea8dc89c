# What a parse says about a word, as far as kernels distinguish it.
from libc.stdint cimport uint8_t

from paragen.base.text_column cimport string_view

cdef extern from "tables/bilingual/patterns/tags.hh" namespace "paragen::patterns" nogil:
    uint8_t tag_of(string_view name)

cdef extern from "tables/bilingual/patterns/function_words.hh" namespace "paragen::patterns" nogil:
    cdef enum class Relation:
        pass

    Relation relation_of(string_view name)
