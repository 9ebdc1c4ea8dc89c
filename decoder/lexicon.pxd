# Words and ids of a decoder: those of the packed tables, and what sources given at load time add.
from libc.stdint cimport uint32_t

from paragen.base.vocabulary cimport Interner, Vocabulary, VocabularyView

cdef extern from "decoder/lexicon.hh" namespace "paragen" nogil:
    cdef cppclass LexiconView:
        VocabularyView packed
        const Interner* added
        const Interner* local
        const char* word(uint32_t id, size_t* length)
        uint32_t size()
        uint32_t find(const char* bytes, size_t length)


cdef class Lexicon:
    cdef readonly Vocabulary vocabulary
    cdef Interner added

    cdef LexiconView view(self) noexcept
    cdef uint32_t add(self, str word) except 0xFFFFFFFF     # its id, given now where it has none


cdef str lexicon_word(const LexiconView& view, uint32_t word)  # None: an id that no word has
cdef uint32_t lexicon_id(const LexiconView& view, str word) except? 0xFFFFFFFF
