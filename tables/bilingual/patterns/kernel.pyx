"""Parses joined with a bitext, its aligned patterns, and paths between nouns: the native part of the package."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uintptr_t
from libcpp cimport bool as cbool
from libcpp.memory cimport unique_ptr
from libcpp.vector cimport vector

import numpy as np

from paragen.base.text_column cimport TextColumn, TextView, string_view, text_memory, text_view
from paragen.tables.bilingual.extraction.kernel cimport BadRow, Lexicon, LexiconC, SentenceBatch, Sentences, refuse

from paragen.base.exclusive import Exclusive

cdef extern from "src/paragen/text/slot_tags.hh" namespace "paragen" nogil:
    const uint32_t kSlotTags
    const string_view* kSlotNames
    const uint32_t kMaxSlots

cdef extern from "tables/bilingual/patterns/parses.hh" namespace "paragen::patterns" nogil:
    cdef enum class Relation:
        pass

    cdef cppclass ParsedWords:
        vector[string_view] forms
        vector[string_view] lemmas
        vector[uint8_t] tags
        vector[Relation] relations
        size_t read(const TextView* texts, const int64_t* sizes, size_t columns, const int32_t* ids, size_t n) except +

    cdef enum class ParseVerdict:
        good
        none
        other_words

    const char* name_of(ParseVerdict verdict)

    cdef cppclass ParseIndex:
        void add(
            int64_t unit, const string_view* forms, const uint8_t* tags, const Relation* relations, const int32_t* heads,
            size_t n_words
        ) except +
        void end() except +
        size_t size()
        cbool tagged()
        ParseVerdict join(string_view line, TextColumn* out) except +

cdef extern from "tables/bilingual/patterns/induction.hh" namespace "paragen::patterns" nogil:
    const uint32_t kMaxWords

    cdef cppclass PatternColumns:
        TextColumn pattern
        TextColumn pivot
        vector[double] lex_pattern
        vector[double] lex_pivot
        vector[int64_t] line

    cdef cppclass InductionLimits:
        uint32_t max_words
        uint32_t max_slots
        cbool tight
        cbool english_is_source
        cbool pivot_subtrees

    BadRow induce_patterns(
        const SentenceBatch& batch, const int64_t* lines, const LexiconC& lexicon, const InductionLimits& limits,
        PatternColumns* out
    ) except +

cdef extern from "tables/bilingual/patterns/paths.hh" namespace "paragen::patterns" nogil:
    cdef cppclass PathColumns:
        TextColumn pattern
        TextColumn x
        TextColumn y

    cdef cppclass PathFinder:
        PathFinder(uint32_t max_words, cbool lemmas) except +
        void find(
            const string_view* forms, const string_view* lemmas, const uint8_t* tags, const Relation* relations,
            const int32_t* given, size_t n_words, PathColumns* out
        ) except +


MAX_WORDS, MAX_SLOTS = kMaxWords, kMaxSlots
SLOT_TAGS = tuple([kSlotNames[tag].data()[: kSlotNames[tag].size()].decode() for tag in range(kSlotTags)])
VERDICTS = tuple([name_of(<ParseVerdict>number).decode() for number in range(<int>ParseVerdict.other_words + 1)])


cdef int read_words(
    tuple columns, const int32_t[:, ::1] ids, const int32_t[::1] heads, const int64_t[::1] begins, ParsedWords* words,
    list held
) except -1:
    """Read the words of sentences.

    Parameters
    ----------
    columns : forms, tags, relations and, where they are needed, lemmas by id, each as offsets (one more than rows) into UTF-8
        bytes, and those bytes; a lemma of id 0 is unknown: the form stands for it.
    ids : of each word, a row for each column.
    heads, begins : as `ParsedBatch` has them.
    held : takes what the words must not outlive.
    """
    cdef TextView texts[4]
    cdef int64_t sizes[4]
    cdef Py_ssize_t i, n = heads.shape[0]
    cdef size_t bad
    if ids.shape[0] != len(columns) or ids.shape[1] != n:
        raise ValueError(f"{ids.shape[0]} x {ids.shape[1]} ids of {n} words, expected {len(columns)} rows of as many")
    for i, column in enumerate(columns):
        sizes[i] = len(column[0]) - 1
        texts[i] = text_view(column, sizes[i], held)
    for i in range(begins.shape[0] - 1):
        if not 0 <= begins[i] <= begins[i + 1] <= n:
            raise ValueError(f"sentence {i}: from word {begins[i]} to {begins[i + 1]}, expected words that are there")
    if n == 0:
        return 0
    with nogil:
        bad = words.read(texts, sizes, ids.shape[0], &ids[0, 0], n)
    if bad < <size_t>n:
        raise ValueError(f"word {bad}: an id beyond the texts")
    return 0


cdef class Parses:
    """Parsed sentences by their text."""

    cdef ParseIndex index
    cdef object _exclusive

    def __cinit__(self):
        self._exclusive = Exclusive()

    def __len__(self):
        """Return how many texts there are."""
        return self.index.size()

    @property
    def tagged(self) -> bool:
        """Whether any word has a Penn tag of a noun, verb or adjective."""
        return self.index.tagged()

    def add(
        self, forms: TextArrays, tags: TextArrays, relations: TextArrays, const int32_t[:, ::1] ids not None,
        const int32_t[::1] heads not None, const int64_t[::1] begins not None, const int64_t[::1] units not None,
    ) -> None:
        """Add sentences, as `ParsedBatch` has them.

        Parameters
        ----------
        forms, tags, relations, ids, heads, begins : see `read_words`.
        units : of each sentence; those in a row with the same one are one text.
        """
        cdef list held = []
        cdef ParsedWords words
        cdef Py_ssize_t i
        cdef int64_t begin
        if units.shape[0] + 1 != begins.shape[0]:
            raise ValueError(f"{heads.shape[0]} words in {units.shape[0]} sentences, expected columns of the same lengths")
        read_words((forms, tags, relations), ids, heads, begins, &words, held)
        with self._exclusive, nogil:
            for i in range(units.shape[0]):
                begin = begins[i]
                if begin < begins[i + 1]:
                    self.index.add(
                        units[i], words.forms.data() + begin, words.tags.data() + begin, words.relations.data() + begin,
                        &heads[begin], begins[i + 1] - begin,
                    )

    def end(self) -> None:
        """End the last text."""
        with self._exclusive:
            self.index.end()

    def join(self, lines: TextArrays) -> tuple[JoinedParses, UInt8s]:
        """Find the parses of lines of words, a text column.

        Returns
        -------
        JoinedParses, array
            the parses, and of each line a number into VERDICTS.
        """
        cdef list held = []
        cdef Py_ssize_t row, n = len(lines[0]) - 1
        cdef TextView texts = text_view(lines, n, held)
        cdef JoinedParses joined = JoinedParses()
        cdef uint8_t[::1] verdicts = np.empty(n, np.uint8)
        with self._exclusive, nogil:
            for row in range(n):
                verdicts[row] = <uint8_t>self.index.join(texts.at(row), &joined.column)
        return joined, np.asarray(verdicts)


cdef class JoinedParses:
    """Parses as text, ``TAG/head`` for each word; owns the memory of its column."""

    cdef TextColumn column

    def memory(self) -> Memory:
        """Return rows, and the address and size of each buffer of the column."""
        return self.column.offsets.size() - 1, [text_memory(self.column)]


cdef class Patterns:
    """Instances of aligned patterns; owns the memory of its columns."""

    cdef PatternColumns columns

    def memory(self) -> Memory:
        """Return rows, and the address and size of each buffer of the columns, in the order of their schema."""
        rows = self.columns.line.size()
        numbers = [
            ((address, rows * 8),) for address in (
                <uintptr_t>self.columns.lex_pattern.data(), <uintptr_t>self.columns.lex_pivot.data(),
                <uintptr_t>self.columns.line.data(),
            )
        ]
        return rows, [text_memory(self.columns.pattern), text_memory(self.columns.pivot), *numbers]


def aligned_patterns(
    Sentences sentences not None, const int64_t[::1] lines, Lexicon lexicon not None, uint32_t max_words, uint32_t max_slots,
    cbool tight, cbool english_is_source, cbool pivot_subtrees=False,
) -> Patterns:
    """Return the instances of aligned patterns of a batch whose trees are parses, as `Parses.join` gives them.

    With ``pivot_subtrees`` they are two: of the English side and, behind a tab, of the other.
    """
    cdef BadRow bad
    cdef InductionLimits limits
    cdef Patterns found = Patterns()
    if lines.shape[0] != sentences.batch.rows:
        raise ValueError(f"{lines.shape[0]} line numbers of {sentences.batch.rows} sentence pairs")
    limits.max_words, limits.max_slots, limits.tight = max_words, max_slots, tight
    limits.english_is_source, limits.pivot_subtrees = english_is_source, pivot_subtrees
    if lines.shape[0]:
        with nogil:
            bad = induce_patterns(sentences.batch, &lines[0], lexicon.words, limits, &found.columns)
        refuse(bad)
    return found


cdef class Paths:
    """Paths; owns the memory of its columns."""

    cdef PathColumns columns

    def memory(self) -> Memory:
        """Return rows, and the address and size of each buffer of pattern, x and y."""
        columns = [text_memory(self.columns.pattern), text_memory(self.columns.x), text_memory(self.columns.y)]
        return self.columns.x.offsets.size() - 1, columns


def paths(
    forms: TextArrays, lemmas: TextArrays, tags: TextArrays, relations: TextArrays, const int32_t[:, ::1] ids not None,
    const int32_t[::1] heads not None, const int64_t[::1] begins not None, uint32_t max_words, cbool of_lemmas=False,
) -> Paths:
    """Return the paths of sentences.

    Parameters
    ----------
    forms, lemmas, tags, relations, ids, heads, begins : see `read_words`; the rows of ids are of forms, tags, relations, lemmas.
    max_words : words of the longest path between its nouns.
    of_lemmas : whether paths are of lemmas, and have a verb.
    """
    cdef list held = []
    cdef ParsedWords words
    cdef unique_ptr[PathFinder] finder
    cdef Paths found = Paths()
    cdef Py_ssize_t i
    cdef int64_t begin
    finder.reset(new PathFinder(max_words, of_lemmas))
    read_words((forms, tags, relations, lemmas), ids, heads, begins, &words, held)
    with nogil:
        for i in range(begins.shape[0] - 1):
            begin = begins[i]
            if begin < begins[i + 1]:
                finder.get().find(
                    words.forms.data() + begin, words.lemmas.data() + begin, words.tags.data() + begin,
                    words.relations.data() + begin, &heads[begin], begins[i + 1] - begin, &found.columns,
                )
    return found
