"""The packed phrase tables, opened by memory mapping."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libcpp.string cimport string

from struct import iter_unpack

from paragen.base.text_column cimport string_view
from paragen.base.vocabulary cimport Vocabulary, VocabularyView, kNotFound

from paragen.base.errors import FormatError
from paragen.base.packfile import PackFile

KIND = "tables"
VERSION = 2
_COUNTS = ("pairs", "phrases", "options", "min_logscore")
_COUNTS_ITEM = "QQQd"
_REMEDY = "Build it again with `paragen pack`."

LABEL_MARK = chr(kLabelMark)
"""Begins the words that stand for syntactic labels, and no other."""


cdef extern from "tables/store/label_word.hh" namespace "paragen" nogil:
    const char kLabelMark

    string label_word_of "paragen::label_word" (string_view label)

cdef extern from "tables/store/check.hh" namespace "paragen" nogil:
    cdef cppclass TableCountsC:
        pass

    cdef struct StoreFault:
        const char* what
        uint64_t where

    StoreFault check_store(const StoreView& store, const VocabularyView& words, const TableCountsC* counts) except +


def label_word(str label not None):
    """Return the word that stands for a syntactic label behind those of a phrase: LABEL_MARK and the label, without spaces."""
    cdef bytes text = label.encode("utf-8")
    return label_word_of(string_view(PyBytes_AS_STRING(text), PyBytes_GET_SIZE(text))).decode("utf-8")


cdef class TableStore:
    """All tables of a model in one memory-mapped file.

    Parameters
    ----------
    path : the packed tables file.

    Raises
    ------
    FormatError : not such a file, truncated or of another version. Only its directory and sizes are checked here: see
        :meth:`verify` for the rest.
    """

    def __cinit__(self, path):
        self._packfile = packfile = PackFile(path, KIND, VERSION)
        self.vocabulary = Vocabulary(packfile)
        cdef const uint32_t[::1] roots = packfile.section("roots", "I")
        cdef const uint8_t[::1] blocks = packfile.section("blocks", "B")
        cdef const float[::1] scores = packfile.section("scores", "f")
        cdef const uint8_t[::1] in_table = packfile.section("in_table", "B")
        n_tables = len(packfile.section("tables", _COUNTS_ITEM)) // sizeof(TableCountsC)
        n_words = len(self.vocabulary)
        if len(roots) != n_words or len(in_table) != n_words or n_tables > 0xFFFF or not kStorePadding < len(blocks) < 1 << 32:
            raise FormatError(
                packfile.path, f"{len(roots)} and {len(in_table)} entries for {n_words} words, {len(blocks)} bytes, {n_tables} tables",
                "sections that fit together", _REMEDY,
            )
        self.view.set_sizes(n_words, n_tables)
        self.view.blocks = &blocks[0]
        self.view.n_bytes = len(blocks) - kStorePadding
        self.view.roots = &roots[0] if n_words else NULL
        self.view.in_table = &in_table[0] if n_words else NULL
        self.view.n_scores = len(scores)
        self.view.scores = &scores[0] if len(scores) else NULL

    @property
    def path(self):
        """The file."""
        return self._packfile.path

    @property
    def n_tables(self):
        """How many tables there are."""
        return self.view.n_tables

    @property
    def in_table(self):
        """1 for each word that occurs in a table, on either side, else 0 (uint8, by word id)."""
        return self._packfile.section("in_table", "B")

    @property
    def digest(self):
        """The checksum of the file's directory, which holds that of every section (hexadecimal)."""
        return self._packfile.digest

    @property
    def counts(self):
        """Of each table: pairs, phrases, options kept, the smallest log score (natural); a list of dictionaries."""
        return [dict(zip(_COUNTS, row)) for row in iter_unpack(_COUNTS_ITEM, self._packfile.section("tables", _COUNTS_ITEM))]

    def __len__(self):
        """The options of all tables."""
        return sum(table["options"] for table in self.counts)

    cdef uint32_t _node(self, words) except 0xFFFFFFFF:
        cdef uint32_t node = 0
        for word in words:
            node = self.view.child(node, self.vocabulary.find(word))
            if node == 0:
                return 0
        return node

    def options(self, words):
        """Return the options of the phrase ``words``: of each table a list of (target words, log score), best first."""
        return self._options(self._node(list(words)))

    def labelled_options(self, words):
        """Return the options of a phrase by its syntactic labels: {label: options as of :meth:`options`}, labels in order."""
        cdef uint32_t i, node = self._node(list(words))
        cdef BlockC block = self.view.block(node)
        found = {}
        for i in range(block.n_children):
            word = self._word(self.view.word(block, i))
            if word[:1] == LABEL_MARK:
                found[word[1:].replace(LABEL_MARK, " ")] = self._options(self.view.child_at(block, i))
        return dict(sorted(found.items()))

    def phrases(self):
        """Yield (words, options as of :meth:`options`) of every source phrase, in the order of word ids.

        Raises
        ------
        FormatError : the file is altered and leads to more phrases than it has.
        """
        cdef uint32_t node, i, root, expected = 1  # where the next block begins
        cdef BlockC block
        for root in range(self.view.n_words):
            stack = [(self.view.roots[root], (self._word(root),))] if self.view.roots[root] else []
            while stack:
                node, words = stack.pop()
                if node != expected:
                    raise FormatError(self.path, "phrases that share their continuations", "a trie", _REMEDY)
                if self.view.has_options(node):
                    yield words, self._options(node)
                block = self.view.block(node)
                expected = self.view.after(block)
                for i in reversed(range(block.n_children)):
                    stack.append((self.view.child_at(block, i), (*words, self._word(self.view.word(block, i)))))

    cdef str _word(self, uint32_t word_id):
        # an altered file may hold any number
        return self.vocabulary[word_id] if word_id < self.view.n_words else ""

    cdef list _options(self, uint32_t node):
        cdef OptionC option
        cdef OptionReader reader
        found = [[] for _ in range(self.view.n_tables)]
        if node == 0:
            return found
        reader = OptionReader(self.view, node)
        while reader.next(&option):
            target = tuple([self._word(option.words[i]) for i in range(option.n_words)])
            found[option.table].append((target, option.logscore))
        return found

    def verify(self):
        """Check every checksum, offset, order, word and score; raise FormatError at the first that is wrong."""
        cdef StoreFault fault
        cdef const uint8_t[::1] counts = self._packfile.section("tables", _COUNTS_ITEM)
        cdef const TableCountsC* table_counts = NULL
        cdef VocabularyView* words = &self.vocabulary.view
        if len(counts):
            table_counts = <const TableCountsC*>&counts[0]
        self._packfile.verify()
        with nogil:
            fault = check_store(self.view, words[0], table_counts)
        if fault.what != NULL:
            raise FormatError(
                self.path, f"an unsound structure: {fault.what.decode()} ({fault.where})", "sound tables", _REMEDY
            )
