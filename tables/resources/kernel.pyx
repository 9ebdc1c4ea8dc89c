"""Compares what tables are made of: sentences of articles, chunks of parallel texts, queries, words of a thesaurus."""

from cython.operator cimport dereference
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libcpp cimport bool as cbool
from libcpp.memory cimport unique_ptr
from libcpp.string_view cimport string_view
from libcpp.vector cimport vector

import numpy as np

from paragen.base.arrays cimport array_of
from paragen.base.vocabulary cimport Interner

from paragen.base.exclusive import Exclusive
from paragen.base.offsets import check_offsets

Matrix = "tuple[Int64s, Int32s, Float32s]"


cdef extern from "tables/resources/comparable/overlap.hh" namespace "paragen::comparable" nogil:
    cdef struct Sentences:
        const uint32_t* types
        const uint64_t* begins
        const uint64_t* documents
        const uint8_t* figures

    cdef cppclass FoundSentences "paragen::comparable::Found":
        vector[uint32_t] one
        vector[uint32_t] other
        vector[float] overlap

    cdef cppclass SentenceFinder "paragen::comparable::Finder":
        SentenceFinder(Sentences, size_t) except +
        void find(const uint32_t*, const uint32_t*, size_t, double, FoundSentences&) except +

cdef extern from "tables/resources/parallel/word_sets.hh" namespace "paragen::parallel" nogil:
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
    cdef struct ComparisonSettings "paragen::parallel::Settings":
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
        Comparison(const ComparisonSettings& settings) except +
        void run(const vector[ChunkedText]& texts, const Lexicon& lexicon, uint64_t begin, uint64_t end) except +
        void add(const Comparison& other) except +

cdef extern from "tables/resources/overlap_rate.hh" namespace "paragen" nogil:
    double overlap_rate(size_t shared, size_t sizes)

cdef extern from "tables/resources/queries/similar.hh" namespace "paragen::queries" nogil:
    cdef struct Sets:
        const uint64_t* begin
        const uint32_t* items

    cdef struct QuerySettings "paragen::queries::Settings":
        double beta
        double threshold
        uint32_t top
        uint64_t max_sharing
        cbool containment

    cdef struct Neighbour:
        uint32_t query
        double score

    cdef cppclass QueryFinder "paragen::queries::Finder":
        QueryFinder(Sets, Sets, size_t, size_t, size_t, QuerySettings) except +
        void find(const uint32_t*, size_t, vector[Neighbour]&, vector[uint32_t]&) except +

cdef extern from "tables/resources/thesaurus/similarity.hh" namespace "paragen" nogil:
    cdef struct SparseView:
        const int64_t* begins
        const int32_t* columns
        const float* values
        int64_t n_rows

    void nearest_words(
        const SparseView&, const SparseView&, const double*, int64_t, int64_t, int64_t, double, int32_t*, double*
    ) except +


cdef class OverlapFinder:
    """Finds sentences of two documents that share many of their word types; may be used from several threads at once.

    Parameters
    ----------
    types : word types of all sentences, uint32, each once a sentence.
    begins : offsets of the sentences in ``types``, uint64, one more than there are sentences.
    documents : offsets of the documents in the sentences, uint64, one more than there are documents.
    figures : of each word type, whether it has a digit, uint8. Sentences with figures that have none in common are no pair.
    """

    cdef const uint32_t[::1] types
    cdef const uint64_t[::1] begins
    cdef const uint64_t[::1] documents
    cdef const uint8_t[::1] figures

    def __cinit__(
        self, const uint32_t[::1] types, const uint64_t[::1] begins, const uint64_t[::1] documents, const uint8_t[::1] figures,
    ):
        check_offsets(begins, types.shape[0], "sentences")
        check_offsets(documents, begins.shape[0] - 1, "documents")
        if types.shape[0] and np.max(types) >= figures.shape[0]:
            raise ValueError("a word type beyond the vocabulary")
        self.types, self.begins, self.documents, self.figures = types, begins, documents, figures

    def find(
        self, const uint32_t[::1] one, const uint32_t[::1] other, double threshold,
    ) -> tuple[UInt32s, UInt32s, npt.NDArray[np.float32]]:
        """Return the sentences of each pair of documents whose overlap 2|A∩B| / (|A|+|B|) is at least ``threshold``.

        Parameters
        ----------
        one, other : documents; pairs with the same first one stand together.

        Returns
        -------
        sentences of the ones, sentences of the others, their overlaps (float32).
        """
        cdef FoundSentences found
        cdef Sentences sentences
        cdef unique_ptr[SentenceFinder] finder
        cdef size_t n = one.shape[0]
        if n == 0 or self.types.shape[0] == 0:
            return np.empty(0, np.uint32), np.empty(0, np.uint32), np.empty(0, np.float32)
        if other.shape[0] != one.shape[0] or max(np.max(one), np.max(other)) >= self.documents.shape[0] - 1:
            raise ValueError("pairs of documents that do not exist")
        sentences.types, sentences.begins, sentences.documents = &self.types[0], &self.begins[0], &self.documents[0]
        sentences.figures = &self.figures[0]
        with nogil:
            finder.reset(new SentenceFinder(sentences, self.figures.shape[0]))
            finder.get().find(&one[0], &other[0], n, threshold, found)
        return (
            array_of(found.one.data(), found.one.size()), array_of(found.other.data(), found.other.size()),
            array_of(found.overlap.data(), found.overlap.size()),
        )


cdef class Phrases:
    """Distinct sequences of words, numbered in order of first appearance."""

    cdef Interner table
    cdef object exclusive

    def __cinit__(self):
        self.exclusive = Exclusive()

    def __len__(self):
        return self.table.size()

    def add(self, const uint32_t[::1] words, const uint32_t[::1] begin, const uint32_t[::1] end) -> UInt32s:
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

    def words(self, uint32_t phrase) -> list[int]:
        """Return the numbers of the words of a phrase."""
        cdef string_view text
        cdef const uint32_t* found
        if phrase >= self.table.size():
            raise IndexError(f"phrase {phrase} of {self.table.size()}")
        with self.exclusive:
            text = self.table.text(phrase)
            found = <const uint32_t*>text.data()
            return [found[i] for i in range(text.size() // sizeof(uint32_t))]

    def marks(self, const uint64_t[::1] of_words, uint32_t first) -> UInt64s:
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

    def __cinit__(
        self, texts: Sequence[Sequence[npt.NDArray[np.generic]]], const uint8_t[::1] in_context, const uint64_t[::1] marks,
    ):
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
            check_units(words, unit_words, unit_chunks, begin, end, self.units)
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


cdef int check_units(const uint32_t[::1] words, const uint64_t[::1] unit_words, const uint64_t[::1] unit_chunks,
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
        cdef ComparisonSettings settings
        settings.alpha, settings.threshold, settings.sample = alpha, threshold, sample
        settings.containment, settings.all_pairs = containment, all_pairs
        self.found.reset(new Comparison(settings))
        self.exclusive = Exclusive()

    def run(self, Texts texts not None, uint64_t begin, uint64_t end) -> None:
        """Compare the units from ``begin`` to before ``end``."""
        if end > texts.units:
            raise IndexError(f"unit {end} of {texts.units}")
        with self.exclusive:
            with nogil:
                self.found.get().run(texts.texts, texts.lexicon, begin, end)

    def add(self, Comparisons other not None) -> None:
        """Add the results of another."""
        with self.exclusive, other.exclusive:
            with nogil:
                self.found.get().add(dereference(other.found))

    def counts(self) -> tuple[int, int]:
        """Return how many pairs of units, and of chunks, were compared."""
        with self.exclusive:
            return self.found.get().counts.unit_pairs, self.found.get().counts.comparisons

    def pairs(self) -> list[tuple[int, int, float, int]]:
        """Return the pairs above the threshold: two phrases, the best score, and its label; ordered by phrases."""
        cdef vector[ScoredPair] pairs
        with self.exclusive:
            with nogil:
                pairs = self.found.get().pairs.sorted()
        return [(one.key >> 32, one.key & 0xFFFFFFFF, one.score, one.label) for one in pairs]

    def candidates(self) -> list[tuple[int, int, float, float]]:
        """Return the sample: two phrases, and the overlap of their content and context."""
        cdef vector[Candidate] sample
        with self.exclusive:
            sample = self.found.get().candidates.finish()
        return [
            (one.key >> 32, one.key & 0xFFFFFFFF, overlap_rate(one.content, one.content_sizes),
             overlap_rate(one.context, one.context_sizes))
            for one in sample
        ]


cdef class SimilarQueries:
    """Finds the queries that are most similar to each [Z08 eq. 10].

    Parameters
    ----------
    word_begin, words : the words of query q are words[word_begin[q]:word_begin[q + 1]], ascending, word 0 the rarest.
    document_begin, documents : its clicked documents likewise.
    n_words, n_documents : one more than the last of either.
    beta, threshold : of the similarity, which must exceed the threshold.
    top : similar queries of each, at most.
    max_sharing : words and documents of more queries lead to no candidates.
    containment : whether all words of a query may be among those of the other, which has more.
    """

    cdef unique_ptr[QueryFinder] finder
    cdef size_t n_queries
    cdef object _held  # keeps alive the arrays that the finder reads

    def __cinit__(
        self, const uint64_t[::1] word_begin, const uint32_t[::1] words, const uint64_t[::1] document_begin,
        const uint32_t[::1] documents, size_t n_words, size_t n_documents, *, double beta, double threshold, uint32_t top,
        uint64_t max_sharing, bint containment=True,
    ):
        cdef Sets of_words, of_documents
        cdef QuerySettings settings
        if not (0 <= beta <= 1 and 0 <= threshold <= 1):
            raise ValueError(f"beta {beta} and threshold {threshold}, expected numbers from 0 to 1")
        self.n_queries = word_begin.shape[0] - 1
        check_sets(word_begin, words, self.n_queries, n_words)
        check_sets(document_begin, documents, self.n_queries, n_documents)
        self._held = word_begin, words, document_begin, documents
        of_words.begin, of_documents.begin = &word_begin[0], &document_begin[0]
        of_words.items = &words[0] if words.shape[0] else NULL
        of_documents.items = &documents[0] if documents.shape[0] else NULL
        settings.beta, settings.threshold, settings.top = beta, threshold, top
        settings.max_sharing, settings.containment = max_sharing, containment
        with nogil:
            self.finder.reset(new QueryFinder(of_words, of_documents, self.n_queries, n_words, n_documents, settings))

    def find(self, const uint32_t[::1] queries) -> tuple[UInt32s, UInt32s, Float64s]:
        """Return for some distinct queries how many similar ones each has, these (best first), and their scores."""
        cdef vector[Neighbour] found
        cdef vector[uint32_t] counts
        cdef size_t i
        cdef size_t n_wanted = queries.shape[0]
        for i in range(n_wanted):
            if queries[i] >= self.n_queries:
                raise IndexError(f"query {queries[i]} of {self.n_queries}")
        if n_wanted:
            with nogil:
                self.finder.get().find(&queries[0], n_wanted, found, counts)
        cdef uint32_t[::1] ids = np.empty(found.size(), np.uint32)
        cdef double[::1] scores = np.empty(found.size(), np.float64)
        for i in range(found.size()):
            ids[i], scores[i] = found[i].query, found[i].score
        return array_of(counts.data(), counts.size()), np.asarray(ids), np.asarray(scores)


cdef check_sets(const uint64_t[::1] begin, const uint32_t[::1] items, size_t n, size_t n_items):
    if (
        n >= 0xFFFFFFFF or n_items > 0xFFFFFFFF
        or begin.shape[0] != n + 1 or begin[0] != 0 or begin[n] != <uint64_t>items.shape[0]
    ):
        raise ValueError("sets do not fit their items")
    if np.any(np.diff(np.asarray(begin).astype(np.int64)) < 0) or (items.shape[0] and np.max(items) >= n_items):
        raise ValueError("sets do not fit their items")


cdef SparseView sparse_view(matrix, Py_ssize_t n_columns, list held) except *:
    """Check a matrix and return a view of it; `held` receives what keeps its memory alive."""
    cdef SparseView view
    cdef const int64_t[::1] begins
    cdef const int32_t[::1] columns
    cdef const float[::1] values
    begins, columns, values = matrix
    view.n_rows = begins.shape[0] - 1
    if view.n_rows < 1 or columns.shape[0] < 1 or columns.shape[0] != values.shape[0]:
        raise ValueError("a matrix without rows or values, or with columns that differ in length")
    if begins[0] != 0 or begins[view.n_rows] != columns.shape[0] or np.any(np.diff(begins) < 0):
        raise ValueError("rows that do not begin where those before them end")
    if np.min(columns) < 0 or np.max(columns) >= n_columns:
        raise ValueError("a column beyond the rows of the other matrix")
    held += [begins, columns, values]
    view.begins, view.columns, view.values = &begins[0], &columns[0], &values[0]
    return view


def nearest(
    words: Matrix, features: Matrix, const double[::1] totals, int64_t first, int64_t last, int64_t top, double threshold,
) -> tuple[Int32s, Float64s]:
    """Return the numbers and scores of the words nearest to each word from ``first`` up to ``last``.

    Parameters
    ----------
    words, features : the same matrix by words and by features: where each row begins (int64, non-decreasing), columns
        (int32, each below the rows of the other) and values (float32, above 0).
    totals : (words,) sums of the values.
    top : nearest words, at most; -1 where there are fewer.
    threshold : least similarity.
    """
    cdef list held = []
    cdef SparseView by_word = sparse_view(words, len(features[0]) - 1, held)
    cdef SparseView by_feature = sparse_view(features, by_word.n_rows, held)
    if not 0 <= first < last <= by_word.n_rows or totals.shape[0] != by_word.n_rows or top < 1:
        raise ValueError(f"words {first} to {last} of {by_word.n_rows}, {totals.shape[0]} totals, {top} wanted")
    numbers, scores = np.empty((last - first, top), np.int32), np.empty((last - first, top), np.float64)
    cdef int32_t[:, ::1] numbers_view = numbers
    cdef double[:, ::1] scores_view = scores
    with nogil:
        nearest_words(by_word, by_feature, &totals[0], first, last, top, threshold, &numbers_view[0, 0], &scores_view[0, 0])
    return numbers, scores
