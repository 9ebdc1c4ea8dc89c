"""Parses joined with a bitext, and its aligned patterns: the native part. :mod:`paragen.tables.bilingual.patterns` feeds it."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uintptr_t
from libcpp cimport bool as cbool
from libcpp.vector cimport vector

import numpy as np

from paragen.base.text_column cimport TextColumn, TextView, string_view, text_memory, text_view
from paragen.tables.bilingual.extraction.kernel cimport BadRow, Lexicon, LexiconC, SentenceBatch, Sentences, refuse
from paragen.tables.bilingual.patterns.parse_words cimport Relation, relation_of, tag_of

from paragen.base.exclusive import Exclusive

cdef extern from "src/paragen/text/slot_tags.hh" namespace "paragen" nogil:
    const uint32_t kSlotTags
    const string_view* kSlotNames
    const uint32_t kMaxSlots

cdef extern from "tables/bilingual/patterns/parse_index.hh" namespace "paragen::patterns" nogil:
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

    BadRow induce_patterns(
        const SentenceBatch& batch, const int64_t* lines, const LexiconC& lexicon, const InductionLimits& limits, PatternColumns* out
    ) except +


MAX_WORDS, MAX_SLOTS = kMaxWords, kMaxSlots
SLOT_TAGS = tuple([kSlotNames[tag].data()[: kSlotNames[tag].size()].decode() for tag in range(kSlotTags)])
VERDICTS = tuple([name_of(<ParseVerdict>number).decode() for number in range(<int>ParseVerdict.other_words + 1)])


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
    def tagged(self):
        """Whether any word has a Penn tag of a noun, verb or adjective."""
        return self.index.tagged()

    def add(self, forms, tags, relations, const int32_t[::1] form_ids, const int32_t[::1] tag_ids,
            const int32_t[::1] relation_ids, const int32_t[::1] heads, const int64_t[::1] begins, const int64_t[::1] units):
        """Add sentences, as `ParsedBatch` has them.

        Parameters
        ----------
        forms, tags, relations : texts by id, each column as offsets (one more than rows) into UTF-8 bytes, and those bytes.
        """
        cdef list held = []
        cdef Py_ssize_t n_forms = len(forms[0]) - 1, n_tags = len(tags[0]) - 1, n_relations = len(relations[0]) - 1
        cdef Py_ssize_t i, n = form_ids.shape[0]
        cdef TextView form_texts = text_view(forms, n_forms, held), tag_texts = text_view(tags, n_tags, held)
        cdef TextView relation_texts = text_view(relations, n_relations, held)
        cdef vector[uint8_t] tag_numbers, word_tags
        cdef vector[Relation] relation_numbers, word_relations
        cdef vector[string_view] words
        cdef int64_t begin, end
        if tag_ids.shape[0] != n or relation_ids.shape[0] != n or heads.shape[0] != n or units.shape[0] + 1 != begins.shape[0]:
            raise ValueError(f"{n} words in {units.shape[0]} sentences, expected columns of the same lengths")
        with self._exclusive, nogil:
            for i in range(n_tags):
                tag_numbers.push_back(tag_of(tag_texts.at(i)))
            for i in range(n_relations):
                relation_numbers.push_back(relation_of(relation_texts.at(i)))
            for i in range(n):
                if not (0 <= form_ids[i] < n_forms and 0 <= tag_ids[i] < n_tags and 0 <= relation_ids[i] < n_relations):
                    with gil:
                        raise ValueError(f"word {i}: an id beyond the texts")
                words.push_back(form_texts.at(form_ids[i]))
                word_tags.push_back(tag_numbers[tag_ids[i]])
                word_relations.push_back(relation_numbers[relation_ids[i]])
            for i in range(units.shape[0]):
                begin, end = begins[i], begins[i + 1]
                if not 0 <= begin <= end <= n:
                    with gil:
                        raise ValueError(f"sentence {i}: from word {begin} to {end}, expected words that are there")
                if begin < end:
                    self.index.add(
                        units[i], words.data() + begin, word_tags.data() + begin, word_relations.data() + begin, &heads[begin],
                        end - begin,
                    )

    def end(self):
        """End the last text."""
        with self._exclusive:
            self.index.end()

    def join(self, lines):
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

    def memory(self):
        """Return rows, and the address and size of each buffer of the column."""
        return self.column.offsets.size() - 1, [text_memory(self.column)]


cdef class Patterns:
    """Instances of aligned patterns; owns the memory of its columns."""

    cdef PatternColumns columns

    def memory(self):
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
    cbool tight, cbool english_is_source
):
    """Return the instances of aligned patterns of a batch whose trees are parses, as `Parses.join` gives them."""
    cdef BadRow bad
    cdef InductionLimits limits
    cdef Patterns found = Patterns()
    if lines.shape[0] != sentences.batch.rows:
        raise ValueError(f"{lines.shape[0]} line numbers of {sentences.batch.rows} sentence pairs")
    limits.max_words, limits.max_slots, limits.tight, limits.english_is_source = max_words, max_slots, tight, english_is_source
    if lines.shape[0]:
        with nogil:
            bad = induce_patterns(sentences.batch, &lines[0], lexicon.words, limits, &found.columns)
        refuse(bad)
    return found
