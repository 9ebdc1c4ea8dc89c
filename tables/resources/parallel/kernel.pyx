"""Compares the chunks of parallel texts: the native part. :mod:`paragen.tables.resources.parallel.parallel` feeds it."""

from cython.operator cimport dereference
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libcpp cimport bool as cbool
from libcpp.memory cimport unique_ptr
from libcpp.string_view cimport string_view
from libcpp.vector cimport vector

import numpy as np

from paragen.base.vocabulary cimport Interner

from paragen.base.exclusive import Exclusive


cdef extern from "tables/resources/parallel/chunked_text.hh" namespace "paragen::parallel" nogil:
    cdef struct ChunkedText:
        const uint32_t* words
        const uint64_t* unit_words
        const uint64_t* unit_chunks
        const uint32_t* begin
        const uint32_t* end
        const uint8_t* label
        const uint32_t* phrase

    cdef struct Lexicon:
        const uint8_t* in_context
        const uint64_t* marks

cdef extern from "tables/resources/parallel/comparison.hh" namespace "paragen::parallel" nogil:
    cdef struct Settings:
        double alpha
        double threshold
        cbool containment
        cbool all_pairs
        uint64_t sample

    cdef struct Counts:
        uint64_t unit_pairs
        uint64_t comparisons

    cdef cppclass ScoredPair:
        uint64_t key
        double score
        uint8_t label

    cdef cppclass PairTable:
        vector[ScoredPair] sorted() except +

    cdef cppclass Candidate:
        uint64_t key
        uint32_t content
        uint32_t content_sizes
        uint32_t context
        uint32_t context_sizes

    cdef cppclass Sample:
        const vector[Candidate]& finish() except +

    cdef cppclass Comparison:
        PairTable pairs
        Sample candidates
        Counts counts
        Comparison(const Settings& settings) except +
        void run(const vector[ChunkedText]& texts, const Lexicon& lexicon, uint64_t begin, uint64_t end) except +
        void add(const Comparison& other) except +

    double overlap(uint32_t common, uint32_t sizes)


cdef class Phrases:
    """Distinct sequences of words, numbered in order of first appearance."""

    cdef Interner table
    cdef object exclusive

    def __cinit__(self):
        self.exclusive = Exclusive()

    def __len__(self):
        return self.table.size()

    def add(self, const uint32_t[::1] words, const uint32_t[::1] begin, const uint32_t[::1] end):
        """Return the numbers of phrases, half-open spans of ``words`` (uint32)."""
        cdef Py_ssize_t i, n = begin.shape[0]
        cdef uint32_t[::1] numbers = np.empty(n, np.uint32)
        if end.shape[0] != n:
            raise ValueError(f"{n} begins of spans, but {end.shape[0]} ends")
        for i in range(n):
            if begin[i] >= end[i] or end[i] > words.shape[0]:
                raise IndexError(f"span {begin[i]}..{end[i]} of {words.shape[0]} words")
        with self.exclusive:
            with nogil:
                for i in range(n):
                    numbers[i] = self.table.add(
                        string_view(<const char*>&words[begin[i]], (end[i] - begin[i]) * sizeof(uint32_t))
                    )
        return np.asarray(numbers)

    def words(self, uint32_t phrase):
        """Return the numbers of the words of a phrase."""
        cdef string_view text
        cdef const uint32_t* found
        if phrase >= self.table.size():
            raise IndexError(f"phrase {phrase} of {self.table.size()}")
        with self.exclusive:
            text = self.table.text(phrase)
            found = <const uint32_t*>text.data()
            return [found[i] for i in range(text.size() // sizeof(uint32_t))]

    def marks(self, const uint64_t[::1] of_words, uint32_t first):
        """Return the marks of the phrases from ``first`` on: the marks of all their words, combined."""
        cdef uint32_t phrase, n = self.table.size()
        cdef uint64_t[::1] marks = np.zeros(n - min(first, n), np.uint64)
        cdef string_view text
        cdef size_t i
        cdef const uint32_t* found
        with self.exclusive:
            for phrase in range(first, n):
                text = self.table.text(phrase)
                found = <const uint32_t*>text.data()
                for i in range(text.size() // sizeof(uint32_t)):
                    marks[phrase - first] |= of_words[found[i]]
        return np.asarray(marks)


cdef class Texts:
    """The texts of a group, with properties of their words and phrases.

    Parameters
    ----------
    texts : of each, the arrays of `ChunkedText`, in its order: words, unit_words, unit_chunks, begin, end, label, phrase.
    in_context, marks : see `Lexicon`.
    """

    cdef vector[ChunkedText] texts
    cdef Lexicon lexicon
    cdef list _held  # the memory the texts point into
    cdef readonly uint64_t units

    def __cinit__(self, texts, const uint8_t[::1] in_context, const uint64_t[::1] marks):
        cdef ChunkedText text
        cdef const uint32_t[::1] words, begin, end, phrase
        cdef const uint64_t[::1] unit_words, unit_chunks
        cdef const uint8_t[::1] label
        texts = list(texts)
        if not texts or not len(texts[0][1]):
            raise ValueError("no texts, or no units")
        self._held = [in_context, marks]
        self.lexicon.in_context = &in_context[0] if in_context.shape[0] else NULL
        self.lexicon.marks = &marks[0] if marks.shape[0] else NULL
        self.units = len(texts[0][1]) - 1
        for words, unit_words, unit_chunks, begin, end, label, phrase in texts:
            _check(words, unit_words, unit_chunks, begin, end, self.units)
            if len({begin.shape[0], end.shape[0], label.shape[0], phrase.shape[0]}) != 1:
                raise ValueError("the columns of the chunks differ in length")
            if words.shape[0] and np.max(words) >= in_context.shape[0] or begin.shape[0] and np.max(phrase) >= marks.shape[0]:
                raise ValueError("a word or phrase without an entry in the lexicon")
            self._held += [words, unit_words, unit_chunks, begin, end, label, phrase]
            text.words = &words[0] if words.shape[0] else NULL
            text.unit_words, text.unit_chunks = &unit_words[0], &unit_chunks[0]
            if begin.shape[0]:
                text.begin, text.end, text.label, text.phrase = &begin[0], &end[0], &label[0], &phrase[0]
            self.texts.push_back(text)


cdef int _check(const uint32_t[::1] words, const uint64_t[::1] unit_words, const uint64_t[::1] unit_chunks,
                const uint32_t[::1] begin, const uint32_t[::1] end, uint64_t units) except -1:
    """Raise ValueError unless units partition words and chunks, and chunks lie within their units."""
    cdef uint64_t unit, chunk
    if unit_words.shape[0] != units + 1 or unit_chunks.shape[0] != units + 1 or unit_words[0] or unit_chunks[0]:
        raise ValueError("the units do not begin with the text, or differ in number")
    if unit_words[units] != words.shape[0] or unit_chunks[units] != begin.shape[0]:
        raise ValueError("the units do not end with the text")
    for unit in range(units):
        if unit_words[unit] > unit_words[unit + 1] or unit_chunks[unit] > unit_chunks[unit + 1]:
            raise ValueError(f"unit {unit} ends before it begins")
        for chunk in range(unit_chunks[unit], unit_chunks[unit + 1]):
            if not unit_words[unit] <= begin[chunk] < end[chunk] <= unit_words[unit + 1]:
                raise ValueError(f"chunk {chunk} is not within its unit")
    return 0


cdef class Comparisons:
    """Pairs of similar chunks, collected over units and groups [Z08 eq. 6].

    Parameters
    ----------
    alpha, threshold, containment, all_pairs, sample : see `Settings`.
    """

    cdef unique_ptr[Comparison] found
    cdef object exclusive

    def __cinit__(self, double alpha, double threshold, bint containment, bint all_pairs, uint64_t sample):
        cdef Settings settings
        settings.alpha, settings.threshold, settings.sample = alpha, threshold, sample
        settings.containment, settings.all_pairs = containment, all_pairs
        self.found.reset(new Comparison(settings))
        self.exclusive = Exclusive()

    def run(self, Texts texts not None, uint64_t begin, uint64_t end):
        """Compare the units from ``begin`` to before ``end``."""
        if end > texts.units:
            raise IndexError(f"unit {end} of {texts.units}")
        with self.exclusive:
            with nogil:
                self.found.get().run(texts.texts, texts.lexicon, begin, end)

    def add(self, Comparisons other not None):
        """Add the results of another."""
        with self.exclusive, other.exclusive:
            with nogil:
                self.found.get().add(dereference(other.found))

    def counts(self):
        """Return how many pairs of units, and of chunks, were compared."""
        with self.exclusive:
            return self.found.get().counts.unit_pairs, self.found.get().counts.comparisons

    def pairs(self):
        """Return the pairs above the threshold: two phrases, the best score, and its label; ordered by phrases."""
        cdef vector[ScoredPair] pairs
        with self.exclusive:
            with nogil:
                pairs = self.found.get().pairs.sorted()
        cdef size_t i, n = pairs.size()
        cdef uint32_t[::1] left = np.empty(n, np.uint32), right = np.empty(n, np.uint32)
        cdef double[::1] score = np.empty(n, np.float64)
        cdef uint8_t[::1] label = np.empty(n, np.uint8)
        for i in range(n):
            left[i], right[i] = <uint32_t>(pairs[i].key >> 32), <uint32_t>pairs[i].key
            score[i], label[i] = pairs[i].score, pairs[i].label
        return tuple(map(np.asarray, (left, right, score, label)))

    def candidates(self):
        """Return the sample: two phrases, and the overlap of their content and context."""
        cdef vector[Candidate] sample
        with self.exclusive:
            sample = self.found.get().candidates.finish()
        return [
            (one.key >> 32, one.key & 0xFFFFFFFF, overlap(one.content, one.content_sizes), overlap(one.context, one.context_sizes))
            for one in sample
        ]
