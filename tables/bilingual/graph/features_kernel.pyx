"""Tags and lemmas of phrases in parsed sentences: the native part. :mod:`paragen.tables.bilingual.graph.features` feeds it."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libcpp.memory cimport unique_ptr
from libcpp.string cimport string
from libcpp.vector cimport vector

import numpy as np

from paragen.base.arrays cimport array_of, text_arrays
from paragen.base.text_column cimport TextColumn, TextView, string_view, text_view

from paragen.base.exclusive import Exclusive

cdef extern from "src/paragen/base/interner.hh" namespace "paragen" nogil:
    cdef cppclass Interner:
        uint32_t find(string_view text)
        const string& bytes()
        const vector[uint64_t]& offsets()

cdef extern from "tables/bilingual/graph/phrase_sequences.hh" namespace "paragen::graph" nogil:
    cdef cppclass CountedTexts:
        vector[int32_t] keys
        vector[int32_t] texts
        vector[double] counts
        Interner distinct

    cdef cppclass TextCounts:
        CountedTexts best(size_t most) except +

    cdef cppclass PhraseTreeC "paragen::graph::PhraseTree":
        void add(string_view phrase) except +
        const Interner& words()
        void compose(string_view phrase, const TextView& texts, TextColumn* out) except +

    cdef cppclass ParsedWord:
        uint32_t number
        string_view tag
        string_view lemma

    cdef cppclass SequenceCountsC "paragen::graph::SequenceCounts":
        SequenceCountsC(uint32_t rest, uint32_t shares) except +
        void add(const PhraseTreeC& tree, const ParsedWord* sentence, size_t n) except +
        TextCounts tags
        TextCounts lemmas
        TextCounts word_tags
        TextCounts word_lemmas


cdef tuple texts_of(const Interner& texts):
    return (
        array_of(texts.offsets().data(), texts.offsets().size()).view(np.int64),
        array_of(<const uint8_t*>texts.bytes().data(), texts.bytes().size()),
    )


cdef class PhraseTree:
    """Phrases; these and their words are known by number. Threads may use it at the same time.

    Parameters
    ----------
    phrases : words separated by single spaces, each phrase once; a column as offsets (one more than rows) into UTF-8 bytes, and
        those bytes.
    """

    cdef PhraseTreeC tree

    def __cinit__(self, phrases):
        cdef list held = []
        cdef Py_ssize_t i, n = len(phrases[0]) - 1
        cdef TextView texts = text_view(phrases, n, held)
        with nogil:
            for i in range(n):
                self.tree.add(texts.at(i))

    def words(self):
        """Return the words, in the order of their numbers, as a column."""
        return texts_of(self.tree.words())

    def compose(self, phrases, texts):
        """Compose a text for each phrase from those of its words; return a column of as many rows.

        Parameters
        ----------
        phrases : a column.
        texts : of each word, by number, a column; a phrase with a word that has an empty one, or is unknown, gets an empty one.
        """
        cdef list held = []
        cdef Py_ssize_t i, n = len(phrases[0]) - 1, n_words = self.tree.words().offsets().size() - 1
        cdef TextView phrase_texts = text_view(phrases, n, held), word_texts = text_view(texts, n_words, held)
        cdef TextColumn found
        with nogil:
            for i in range(n):
                self.tree.compose(phrase_texts.at(i), word_texts, &found)
        return text_arrays(found)


cdef class ParsedWords:
    """Sentences of words with tags and lemmas, which threads may read at the same time.

    Parameters
    ----------
    tree : the phrases, which number the words.
    forms, tags, lemmas : texts by id, as columns.
    ids : (3, words) of form, tag and lemma.
    begins : where the words of each sentence begin, and the last ends.
    """

    cdef PhraseTree tree
    cdef list _held
    cdef vector[ParsedWord] words
    cdef vector[int64_t] begins

    def __cinit__(
        self, PhraseTree tree not None, forms, tags, lemmas, const int32_t[:, ::1] ids not None, const int64_t[::1] begins not None
    ):
        cdef TextView texts[3]
        cdef Py_ssize_t sizes[3]
        cdef Py_ssize_t i, k, n = ids.shape[1]
        cdef vector[uint32_t] numbers
        self.tree, self._held = tree, []
        for k, column in enumerate((forms, tags, lemmas)):
            sizes[k] = len(column[0]) - 1
            texts[k] = text_view(column, sizes[k], self._held)
        if ids.shape[0] != 3:
            raise ValueError(f"{ids.shape[0]} x {n} ids of words")
        for i in range(begins.shape[0] - 1):
            if not 0 <= begins[i] <= begins[i + 1] <= n:
                raise ValueError(f"sentence {i}: words that are not there")
        with nogil:
            for i in range(sizes[0]):
                numbers.push_back(tree.tree.words().find(texts[0].at(i)))
            for i in range(n):
                for k in range(3):
                    if not 0 <= ids[k, i] < sizes[k]:
                        with gil:
                            raise ValueError(f"word {i}: an id beyond the texts")
            self.words.resize(n)
            for i in range(n):
                self.words[i].number = numbers[ids[0, i]]
                self.words[i].tag, self.words[i].lemma = texts[1].at(ids[1, i]), texts[2].at(ids[2, i])
            for i in range(begins.shape[0]):
                self.begins.push_back(begins[i])


cdef class SequenceCounter:
    """Counts which tags and lemmas a share of all phrases, and their words, occur with.

    Parameters
    ----------
    tree : the phrases.
    share, shares : which share of how many: phrases whose first word's number is ``share`` modulo ``shares``.
    """

    cdef PhraseTree tree
    cdef unique_ptr[SequenceCountsC] found
    cdef object _exclusive

    def __cinit__(self, PhraseTree tree not None, uint32_t share, uint32_t shares):
        if not share < shares:
            raise ValueError(f"share {share} of {shares}")
        self.tree = tree
        self.found.reset(new SequenceCountsC(share, shares))
        self._exclusive = Exclusive()

    def add(self, ParsedWords words not None):
        """Add sentences."""
        cdef Py_ssize_t i
        if words.tree is not self.tree:
            raise ValueError("words of another tree")
        with self._exclusive, nogil:
            for i in range(<Py_ssize_t>words.begins.size() - 1):
                self.found.get().add(self.tree.tree, words.words.data() + words.begins[i], words.begins[i + 1] - words.begins[i])

    def tags(self, size_t most):
        """Return phrases, texts, how often each phrase has each text, and the texts as a column; at most ``most`` of each phrase,
        the most frequent, of ties the first in the order of their bytes."""
        return self._best(self.found.get().tags, most)

    def lemmas(self, size_t most):
        return self._best(self.found.get().lemmas, most)

    def word_tags(self, size_t most):
        """Return the same of words."""
        return self._best(self.found.get().word_tags, most)

    def word_lemmas(self, size_t most):
        return self._best(self.found.get().word_lemmas, most)

    cdef tuple _best(self, const TextCounts& counts, size_t most):
        cdef CountedTexts found
        with self._exclusive, nogil:
            found = counts.best(most)
        return (
            array_of(found.keys.data(), found.keys.size()), array_of(found.texts.data(), found.texts.size()),
            array_of(found.counts.data(), found.counts.size()), texts_of(found.distinct),
        )
