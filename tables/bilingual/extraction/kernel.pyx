"""Phrase extraction and word links over columns, and Moses' phrase tables from columns to text and back: the native part."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t, uintptr_t
from libcpp cimport bool as cbool
from libcpp.string cimport string
from libcpp.vector cimport vector

import numpy as np

from paragen.base.arrays cimport array_of, text_arrays
from paragen.base.text_column cimport TextColumn, TextView, string_view, text_memory, text_view

from paragen.base.exclusive import Exclusive

cdef extern from "tables/bilingual/extraction/phrases.hh" namespace "paragen" nogil:
    const uint32_t kMaxPhrase

cdef extern from "tables/bilingual/extraction/lexicon.hh" namespace "paragen" nogil:
    cdef cppclass LinkColumns:
        TextColumn source
        TextColumn target
        vector[int64_t] count
        void fill(const LexiconC& counts) except +

cdef extern from "tables/bilingual/extraction/phrases.hh" namespace "paragen" nogil:
    cdef cppclass PhraseColumns:
        TextColumn source
        TextColumn target
        vector[int64_t] of_target
        vector[int64_t] of_source
        vector[double] lex_source
        vector[double] lex_target
        TextColumn label

    cdef enum class TreeVerdict:
        good
        none
        broken
        other_words

    cdef cppclass Labelling:
        cbool simple
        uint32_t levels
        cbool of_source

cdef extern from "tables/bilingual/extraction/batch.hh" namespace "paragen" nogil:
    const size_t kMaxSentenceBytes

    cdef enum class Verdict:
        good
        empty_source
        empty_target
        too_short
        too_long
        no_links

    const char* name_of(PairProblem problem)
    const char* name_of(Verdict verdict)

    BadRow judge_pairs(
        const SentenceBatch& batch, uint32_t min_words, uint32_t max_words, vector[uint8_t]* verdicts
    ) except +
    BadRow count_links(const SentenceBatch& batch, LexiconC* counts) except +
    BadRow extract_phrases(const SentenceBatch& batch, const LexiconC& lexicon, uint32_t max_length, PhraseColumns* out) except +
    BadRow extract_labelled_phrases(
        const SentenceBatch& batch, const LexiconC& lexicon, uint32_t max_length, const Labelling& how, PhraseColumns* out
    ) except +
    BadRow judge_trees(const SentenceBatch& batch, cbool of_source, vector[uint8_t]* verdicts) except +
    void write_alignment(int64_t code, TextColumn* out) except +

cdef extern from "tables/bilingual/extraction/moses_text.hh" namespace "paragen" nogil:
    const size_t kMaxLine

    cdef cppclass PhraseRow:
        string_view source
        string_view target
        string_view alignment
        double[4] scores
        int64_t[3] counts

    cdef cppclass MosesWriter:
        void push(const PhraseRow& row) except +
        const string& text()
        uint64_t escaped()

    cdef enum class LineProblem:
        pass

    const char* name_of(LineProblem problem)

    cdef cppclass ColumnsC "paragen::MosesReader::Columns":
        TextColumn source
        TextColumn target
        TextColumn alignment
        vector[double] scores[4]
        vector[int64_t] counts[3]

    cdef cppclass MosesReaderC "paragen::MosesReader":
        cbool feed(const char* data, size_t size) except +
        cbool feed_end() except +
        void give(ColumnsC* columns) except +
        uint64_t lines()
        LineProblem problem()
        const string& found()
        uint32_t number()


TextArrays = "tuple[Int64s, UInt8s]"  # where each text ends, and the bytes of all
Memory = "tuple[int, list[tuple[tuple[int, int], ...]]]"
MAX_LENGTH = kMaxPhrase
MAX_LINE = kMaxLine
MAX_SENTENCE_BYTES = kMaxSentenceBytes
TREE_GOOD, TREE_NONE = <int>TreeVerdict.good, <int>TreeVerdict.none
VERDICTS = tuple([name_of(<Verdict>number).decode() for number in range(<int>Verdict.no_links + 1)])


class BadSentencePair(Exception):
    """A sentence pair that cannot be used; its attributes are what :mod:`paragen.tables.bilingual.extraction.batches` needs."""

    def __init__(self, row: int, problem: str, link: str = "", source_words: int = 0, target_words: int = 0):
        super().__init__(row, problem, link, source_words, target_words)
        self.row, self.problem, self.link = row, problem, link
        self.source_words, self.target_words = source_words, target_words


cdef int refuse(const BadRow& bad) except -1:
    if bad.row < 0:
        return 0
    link = bad.link.decode("utf-8", "backslashreplace")
    raise BadSentencePair(bad.row, name_of(bad.problem).decode(), link, bad.n_source, bad.n_target)


cdef class Sentences:
    """A batch of sentence pairs: of each column, offsets (one more than rows) into UTF-8 bytes, and those bytes.

    ``tree``: Penn brackets for the side in English, empty where there is no tree; None: phrases have no labels.
    """

    def __cinit__(self, source: TextArrays, target: TextArrays, alignment: TextArrays, tree: TextArrays | None = None):
        cdef Py_ssize_t rows = len(source[0]) - 1
        self.held = []
        self.batch.source = text_view(source, rows, self.held)
        self.batch.target = text_view(target, rows, self.held)
        self.batch.alignment = text_view(alignment, rows, self.held)
        self.batch.tree = text_view(tree or (np.zeros(rows + 1, np.int64), np.empty(0, np.uint8)), rows, self.held)
        self.batch.rows = rows

    def judge(self, uint32_t max_words, uint32_t min_words=1) -> UInt8s:
        """Return the verdict on each pair, a number into VERDICTS; raise BadSentencePair at the first that is broken."""
        cdef vector[uint8_t] verdicts
        cdef BadRow bad
        with nogil:
            bad = judge_pairs(self.batch, min_words, max_words, &verdicts)
        refuse(bad)
        return array_of(verdicts.data(), verdicts.size())

    def judge_trees(self, cbool of_source) -> UInt8s:
        """Return the verdict on the tree of each pair, a TREE_* number; ``of_source``: it is of the source."""
        cdef vector[uint8_t] verdicts
        cdef BadRow bad
        with nogil:
            bad = judge_trees(self.batch, of_source, &verdicts)
        refuse(bad)
        return array_of(verdicts.data(), verdicts.size())

    def links(self) -> Links:
        """Return the word links of the batch, counted."""
        cdef LexiconC counts
        cdef BadRow bad
        cdef Links links = Links()
        with nogil:
            bad = count_links(self.batch, &counts)
        refuse(bad)
        with nogil:
            links.columns.fill(counts)
        return links

    def phrases(self, Lexicon lexicon not None, uint32_t max_length) -> Phrases:
        """Return the instances of phrase pairs of the batch."""
        cdef BadRow bad
        cdef Phrases phrases = Phrases()
        with nogil:
            bad = extract_phrases(self.batch, lexicon.words, max_length, &phrases.columns)
        refuse(bad)
        return phrases


    def labelled_phrases(
        self, Lexicon lexicon not None, uint32_t max_length, cbool simple, uint32_t levels, cbool of_source,
    ) -> Phrases:
        """Return the instances of phrase pairs of the sentences with trees, once for each label; without one an empty one."""
        cdef BadRow bad
        cdef Labelling how
        cdef Phrases phrases = Phrases()
        how.simple, how.levels, how.of_source = simple, levels, of_source
        with nogil:
            bad = extract_labelled_phrases(self.batch, lexicon.words, max_length, how, &phrases.columns)
        refuse(bad)
        phrases.labelled = True
        return phrases


cdef class Links:
    """Word links with their counts; owns the memory of its columns."""

    cdef LinkColumns columns

    def memory(self) -> Memory:
        """Return rows, and the address and size of each buffer of source_word, target_word and count."""
        counts = ((<uintptr_t>self.columns.count.data(), self.columns.count.size() * sizeof(int64_t)),)
        return self.columns.count.size(), [text_memory(self.columns.source), text_memory(self.columns.target), counts]


cdef class Phrases:
    """Instances of phrase pairs; owns the memory of its columns."""

    cdef PhraseColumns columns
    cdef cbool labelled

    def memory(self) -> Memory:
        """Return rows, and the address and size of each buffer of the columns, in the order of their schema."""
        rows = self.columns.of_target.size()
        numbers = [
            ((address, rows * 8),) for address in (
                <uintptr_t>self.columns.of_target.data(), <uintptr_t>self.columns.of_source.data(),
                <uintptr_t>self.columns.lex_source.data(), <uintptr_t>self.columns.lex_target.data(),
            )
        ]
        labels = [text_memory(self.columns.label)] if self.labelled else []
        return rows, [text_memory(self.columns.source), text_memory(self.columns.target), *numbers, *labels]


cdef class Alignments:
    """Alignments as text; owns the memory of its column."""

    cdef TextColumn column

    def __cinit__(self, const int64_t[::1] codes):
        cdef Py_ssize_t i
        with nogil:
            for i in range(codes.shape[0]):
                write_alignment(codes[i], &self.column)

    def memory(self) -> Memory:
        """Return rows, and the address and size of each buffer of the column."""
        return self.column.offsets.size() - 1, [text_memory(self.column)]


cdef class Lexicon:
    """Word translation probabilities in both directions, to weigh phrase pairs with.

    Parameters
    ----------
    source, target : the linked words, each column as offsets (one more than rows) into UTF-8 bytes, and those bytes; an
        empty word stands for NULL.
    counts : how often each two are linked; links that come twice are added up.
    """

    def __cinit__(self, source: TextArrays, target: TextArrays, const int64_t[::1] counts):
        cdef Py_ssize_t i, n = counts.shape[0]
        cdef list held = []
        cdef TextView sources = text_view(source, n, held), targets = text_view(target, n, held)
        with nogil:
            for i in range(n):
                if counts[i] > 0:
                    self.words.add(sources.at(i), targets.at(i), counts[i])
            self.words.finish()

    def __len__(self):
        return self.words.size()

    def __reduce__(self) -> tuple[Any, ...]:
        cdef LinkColumns links
        with nogil:
            links.fill(self.words)
        counts = array_of(links.count.data(), links.count.size())
        return Lexicon, (text_arrays(links.source), text_arrays(links.target), counts)


class BadMosesLine(Exception):
    """A line that is no phrase pair; :mod:`paragen.tables.bilingual.extraction.moses` makes a message from its attributes."""

    def __init__(self, line: int, problem: str, found: str, number: int):
        super().__init__(line, problem, found, number)
        self.line, self.problem, self.found, self.number = line, problem, found, number


def write_rows(
    source: TextArrays, target: TextArrays, alignment: TextArrays, const double[:, ::1] scores, const int64_t[:, ::1] counts,
) -> tuple[bytes, int]:
    """Return the lines of phrase pairs, and how many of them had to have a ``|`` escaped.

    Parameters
    ----------
    source, target, alignment : columns of text, as offsets (one more than rows) into UTF-8 bytes, and those bytes.
    scores : four rows: p_source, lex_source, p_target, lex_target.
    counts : three rows: of the target, of the source, of both; below 0 where not known.
    """
    cdef Py_ssize_t i, k, n = scores.shape[1]
    cdef list held = []
    cdef TextView sources = text_view(source, n, held), targets = text_view(target, n, held)
    cdef TextView alignments = text_view(alignment, n, held)
    cdef PhraseRow row
    cdef MosesWriter writer
    if scores.shape[0] != 4 or counts.shape[0] != 3 or counts.shape[1] != n:
        raise ValueError(f"{scores.shape[0]} rows of {n} scores, {counts.shape[0]} of {counts.shape[1]} counts")
    with nogil:
        for i in range(n):
            row.source = sources.at(i)
            row.target = targets.at(i)
            row.alignment = alignments.at(i)
            for k in range(4):
                row.scores[k] = scores[k, i]
            for k in range(3):
                row.counts[k] = counts[k, i]
            writer.push(row)
    return PyBytes_FromStringAndSize(writer.text().data(), writer.text().size()), writer.escaped()


cdef class Rows:
    """Phrase pairs that were read; owns the memory of their columns."""

    cdef ColumnsC columns

    def memory(self) -> Memory:
        """Return rows, and the address and size of each buffer of the columns, in the order of the schema of a phrase table."""
        rows = self.columns.scores[0].size()
        scores = [((<uintptr_t>self.columns.scores[k].data(), rows * sizeof(double)),) for k in range(4)]
        counts = [((<uintptr_t>self.columns.counts[k].data(), rows * sizeof(int64_t)),) for k in range(3)]
        texts = [text_memory(self.columns.source), text_memory(self.columns.target)]
        return rows, [*texts, *scores, text_memory(self.columns.alignment), *counts]


cdef class MosesReader:
    """Reads a table in pieces."""

    cdef MosesReaderC _reader
    cdef object _exclusive

    def __cinit__(self):
        self._exclusive = Exclusive()

    def feed(self, bytes data) -> Rows:
        """Take a piece of the text; return the phrase pairs of the lines that end in it."""
        cdef const char* begin = PyBytes_AS_STRING(data)
        cdef size_t size = PyBytes_GET_SIZE(data)
        cdef cbool good
        with self._exclusive:
            with nogil:
                good = self._reader.feed(begin, size)
            return self._taken(good)

    def end(self) -> Rows:
        """Return the phrase pair of the last line, if no newline ended it."""
        with self._exclusive:
            return self._taken(self._reader.feed_end())

    @property
    def lines(self) -> int:
        """Lines taken so far."""
        return self._reader.lines()

    cdef Rows _taken(self, cbool good):
        cdef Rows rows = Rows()
        if not good:
            raise BadMosesLine(
                self._reader.lines() + 1, name_of(self._reader.problem()).decode(),
                self._reader.found().decode("utf-8", "backslashreplace"), self._reader.number(),
            )
        self._reader.give(&rows.columns)
        return rows
