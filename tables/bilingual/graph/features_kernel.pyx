"""Tags and lemmas of phrases in parsed sentences: the native part. :mod:`paragen.tables.bilingual.graph.features` feeds it."""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libcpp.string cimport string
from libcpp.vector cimport vector

import numpy as np

from paragen.base.text_column cimport TextView, string_view, text_view

cdef extern from "src/paragen/base/interner.hh" namespace "paragen" nogil:
    cdef cppclass Interner:
        uint32_t size()
        const string& bytes()
        const vector[uint64_t]& offsets()

cdef extern from "tables/bilingual/graph/phrase_sequences.hh" namespace "paragen::graph" nogil:
    cdef cppclass TextCounts:
        const Interner& texts()
        size_t size()
        uint32_t key(size_t entry)
        uint32_t text(size_t entry)
        int64_t count(size_t entry)

    cdef cppclass ParsedWord:
        string_view form
        string_view tag
        string_view lemma

    cdef cppclass PhraseSequences:
        void add_phrase(string_view phrase) except +
        void add_sentence(const ParsedWord* sentence, size_t n) except +
        const TextCounts& tags()
        const TextCounts& lemmas()
        const TextCounts& word_tags()
        const TextCounts& word_lemmas()
        const Interner& words()


cdef tuple texts_of(const Interner& texts):
    cdef size_t n = texts.size(), size = texts.bytes().size()
    offsets = np.empty(n + 1, np.int64)
    cdef int64_t[::1] view = offsets
    cdef size_t i
    for i in range(n + 1):
        view[i] = texts.offsets()[i]
    return offsets, np.frombuffer(texts.bytes().data()[:size], np.uint8)


cdef tuple counts_of(const TextCounts& found):
    cdef size_t i, n = found.size()
    keys, texts, counts = np.empty(n, np.int32), np.empty(n, np.int32), np.empty(n)
    cdef int32_t[::1] key_view = keys, text_view_ = texts
    cdef double[::1] count_view = counts
    for i in range(n):
        key_view[i], text_view_[i], count_view[i] = <int32_t>found.key(i), <int32_t>found.text(i), <double>found.count(i)
    return keys, texts, counts, texts_of(found.texts())


cdef class SequenceCounter:
    """Counts with which tags and lemmas phrases occur, and their words.

    Parameters
    ----------
    phrases : words separated by single spaces, each phrase once; a column as offsets (one more than rows) into UTF-8 bytes, and
        those bytes. Phrases and their words are known by number.
    """

    cdef PhraseSequences found

    def __init__(self, phrases):
        cdef list held = []
        cdef Py_ssize_t i, n = len(phrases[0]) - 1
        cdef TextView texts = text_view(phrases, n, held)
        with nogil:
            for i in range(n):
                self.found.add_phrase(texts.at(i))

    def add(self, forms, tags, lemmas, const int32_t[:, ::1] ids, const int64_t[::1] begins):
        """Add sentences.

        Parameters
        ----------
        forms, tags, lemmas : texts by id, as columns.
        ids : (3, words) of form, tag and lemma.
        begins : where the words of each sentence begin, and the last ends.
        """
        cdef list held = []
        cdef TextView texts[3]
        cdef Py_ssize_t sizes[3]
        cdef Py_ssize_t i, k, n = ids.shape[1]
        cdef vector[ParsedWord] words
        for k, column in enumerate((forms, tags, lemmas)):
            sizes[k] = len(column[0]) - 1
            texts[k] = text_view(column, sizes[k], held)
        if ids.shape[0] != 3:
            raise ValueError(f"{ids.shape[0]} x {n} ids of words")
        for i in range(begins.shape[0] - 1):
            if not 0 <= begins[i] <= begins[i + 1] <= n:
                raise ValueError(f"sentence {i}: words that are not there")
        words.resize(n)
        with nogil:
            for i in range(n):
                for k in range(3):
                    if not 0 <= ids[k, i] < sizes[k]:
                        with gil:
                            raise ValueError(f"word {i}: an id beyond the texts")
                words[i].form, words[i].tag, words[i].lemma = texts[0].at(ids[0, i]), texts[1].at(ids[1, i]), texts[2].at(ids[2, i])
            for i in range(begins.shape[0] - 1):
                self.found.add_sentence(words.data() + begins[i], begins[i + 1] - begins[i])

    def tags(self):
        """Return phrases, texts, how often each phrase has each text, and the texts as a column."""
        return counts_of(self.found.tags())

    def lemmas(self):
        return counts_of(self.found.lemmas())

    def word_tags(self):
        """Return the same of words."""
        return counts_of(self.found.word_tags())

    def word_lemmas(self):
        return counts_of(self.found.word_lemmas())

    def words(self):
        """Return the words, in the order of their numbers, as a column."""
        return texts_of(self.found.words())
