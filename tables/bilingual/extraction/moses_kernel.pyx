"""Moses' phrase tables from columns to text and back: the native part. :mod:`paragen.tables.bilingual.extraction.moses` uses it."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint32_t, uint64_t, uintptr_t
from libcpp cimport bool as cbool
from libcpp.string cimport string
from libcpp.vector cimport vector

from paragen.base.text_column cimport TextColumn, TextView, string_view, text_memory, text_view

from paragen.base.exclusive import Exclusive

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

    cdef enum class MosesProblem:
        pass

    const char* name_of(MosesProblem problem)

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
        MosesProblem problem()
        const string& found()
        uint32_t number()


MAX_LINE = kMaxLine


class BadMosesLine(Exception):
    """A line that is no phrase pair; :mod:`paragen.tables.bilingual.extraction.moses` makes a message from its attributes."""

    def __init__(self, line, problem, found, number):
        super().__init__(line, problem, found, number)
        self.line, self.problem, self.found, self.number = line, problem, found, number


def write_rows(source, target, alignment, const double[:, ::1] scores, const int64_t[:, ::1] counts):
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

    def memory(self):
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

    def feed(self, bytes data):
        """Take a piece of the text; return the phrase pairs of the lines that end in it."""
        cdef const char* begin = PyBytes_AS_STRING(data)
        cdef size_t size = PyBytes_GET_SIZE(data)
        cdef cbool good
        with self._exclusive:
            with nogil:
                good = self._reader.feed(begin, size)
            return self._taken(good)

    def end(self):
        """Return the phrase pair of the last line, if no newline ended it."""
        with self._exclusive:
            return self._taken(self._reader.feed_end())

    @property
    def lines(self):
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
