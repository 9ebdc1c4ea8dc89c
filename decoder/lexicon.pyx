"""Words and their ids, those of packed tables and those that come with what is given at load time."""

from libc.stdint cimport uint32_t
from libcpp.string_view cimport string_view

from paragen.base.vocabulary cimport Vocabulary, kNotFound


cdef class Lexicon:
    """The words that a decoder's sources know.

    Parameters
    ----------
    vocabulary : of the packed tables; its words keep their ids.
    """

    def __cinit__(self, Vocabulary vocabulary not None):
        self.vocabulary = vocabulary

    def __len__(self):
        return self.view().size()

    cdef LexiconView view(self) noexcept:
        cdef LexiconView view
        view.packed = self.vocabulary.view
        view.added = &self.added
        return view

    cdef uint32_t add(self, str word) except 0xFFFFFFFF:
        cdef bytes data = word.encode("utf-8", "surrogateescape")
        cdef uint32_t found = self.view().find(data, len(data))
        if found == kNotFound:
            found = self.vocabulary.view.n_words + self.added.add(string_view(<const char*>data, len(data)))
        return found


cdef str lexicon_word(const LexiconView& view, uint32_t word):
    cdef size_t length
    cdef const char* data
    if word >= view.size():
        return None
    data = view.word(word, &length)
    return data[:length].decode("utf-8", "surrogateescape")


cdef uint32_t lexicon_id(const LexiconView& view, str word) except? 0xFFFFFFFF:
    cdef bytes data = word.encode("utf-8", "surrogateescape")
    return view.find(data, len(data))
