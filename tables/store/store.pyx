"""The packed phrase tables, opened by memory mapping; and the native part of packing them, which :mod:`paragen.tables.io.reading`
feeds with files."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libcpp cimport bool as cbool
from libcpp.memory cimport unique_ptr
from libcpp.string cimport string
from libcpp.vector cimport vector

from functools import lru_cache
from struct import iter_unpack

from paragen.base.text_column cimport TextView, string_view, text_view
from paragen.base.vocabulary cimport Interner, Vocabulary, VocabularyView, kNotFound, vocabulary_sections

from paragen.base.errors import FormatError
from paragen.base.exclusive import Exclusive
from paragen.base.packfile import PackFile, write_packfile
from paragen.text.slots import BadPattern, pattern_words, slot_parts

cdef extern from "tables/store/store.hh" namespace "paragen" nogil:
    const char kLabelMark

    string label_word_of "paragen::label_word" (string_view label)

cdef extern from "tables/store/check.hh" namespace "paragen" nogil:
    cdef cppclass TableCountsC:
        pass

    cdef struct StoreFault:
        const char* what
        uint64_t where

    StoreFault check_store(const StoreView& store, const VocabularyView& words, const TableCountsC* counts) except +

cdef extern from "tables/store/packer.hh" namespace "paragen" nogil:
    const size_t kMaxLine
    const uint32_t kMaxOptions

    cdef enum class LineProblem:
        pass

    const char* name_of(LineProblem problem)

    cdef cppclass PhrasePool:
        void settle(uint32_t id, string_view words) except +
        void clear_pending()
        const vector[uint32_t]& pending()
        string_view text(uint32_t id)

    cdef cppclass StoreWriter:
        vector[uint32_t] roots
        vector[uint8_t] blocks
        vector[float] scores

    cdef cppclass TablesPacker:
        TablesPacker(cbool tokenized) except +
        void begin_table(uint32_t column, cbool patterns)
        cbool feed(const char* data, size_t size) except +
        cbool feed_end() except +
        cbool add(string_view source, string_view target, double score, string_view label) except +
        uint64_t lines()
        LineProblem problem()
        uint32_t n_fields()
        uint32_t n_scores()
        const string& score_text()
        const string& text()
        PhrasePool& pool()
        uint64_t first_pair(uint32_t phrase)
        uint64_t number_patterns() except +
        uint64_t end_table(uint32_t top) except +
        void build(const VocabularyView& seed) except +
        const Interner& vocabulary()
        const StoreWriter& written()
        const vector[uint8_t]& in_table()
        const vector[TableCountsC]& counts()


Options = "list[list[tuple[tuple[str, ...], float]]]"  # a phrase's: by table, best first
KIND = "tables"
VERSION = 2
_COUNTS = ("pairs", "phrases", "options", "min_logscore")
_COUNTS_ITEM = "QQQd"
_REMEDY = "Build it again with `paragen pack`."

LABEL_MARK = chr(kLabelMark)
"""Begins the words that stand for syntactic labels, and no other."""

MAX_LINE = kMaxLine
TOP = 20
"""Options of a phrase and table, unless more are asked for [Z08 section 3]."""
MAX_TOP = kMaxOptions


def label_word(str label not None) -> str:
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

    def __cinit__(self, path: StrPath):
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
                packfile.path,
                f"{len(roots)} and {len(in_table)} entries for {n_words} words, {len(blocks)} bytes, {n_tables} tables",
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
    def path(self) -> str:
        """The file."""
        return self._packfile.path

    @property
    def n_tables(self) -> int:
        """How many tables there are."""
        return self.view.n_tables

    @property
    def in_table(self) -> UInt8s:
        """1 for each word that occurs in a table, on either side, else 0 (uint8, by word id)."""
        return self._packfile.section("in_table", "B")

    @property
    def digest(self) -> str:
        """The checksum of the file's directory, which holds that of every section (hexadecimal)."""
        return self._packfile.digest

    @property
    def counts(self) -> list[dict[str, int | float]]:
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

    def options(self, words: Sequence[str]) -> Options:
        """Return the options of the phrase ``words``: of each table a list of (target words, log score), best first."""
        return self._options(self._node(list(words)))

    def labelled_options(self, words: Sequence[str]) -> dict[str, Options]:
        """Return the options of a phrase by its syntactic labels: {label: options as of :meth:`options`}, labels in order."""
        cdef uint32_t i, node = self._node(list(words))
        cdef BlockC block = self.view.block(node)
        found = {}
        for i in range(block.n_children):
            word = self._word(self.view.word(block, i))
            if word[:1] == LABEL_MARK:
                found[word[1:].replace(LABEL_MARK, " ")] = self._options(self.view.child_at(block, i))
        return dict(sorted(found.items()))

    def phrases(self) -> Iterator[tuple[tuple[str, ...], Options]]:
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

    def verify(self) -> None:
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


class BadPair(Exception):
    """A pair that cannot be packed; :mod:`paragen.tables.io.reading` makes a message from its attributes."""

    def __init__(
        self, number: int, problem: str, text: str = "", fields: int = 0, scores: int = 0, score_text: str = "",
        expected: str = "",
    ):
        super().__init__(f"pair {number}: problem {problem}")
        self.number, self.problem, self.text = number, problem, text
        self.fields, self.scores, self.score_text, self.expected = fields, scores, score_text, expected


cdef class Packer:
    """Collects tables, then writes the packed file.

    Parameters
    ----------
    words : called with a phrase, gives its words; None: single spaces separate them.
    """

    cdef unique_ptr[TablesPacker] _packer
    cdef object _words, _between_slots
    cdef object _exclusive
    cdef bint _written

    def __cinit__(self, words: Callable[[str], list[str]] | None = None):
        self._packer.reset(new TablesPacker(words is None))
        self._words = words or str.split
        self._between_slots = lru_cache(maxsize=1 << 16)(self._words)  # mostly the same few words
        self._exclusive = Exclusive()

    def begin_table(self, uint32_t column=0, bint patterns=False) -> None:
        """Begin a table.

        Parameters
        ----------
        column : which of several scores of a line is the one to take, from 1; 0: there is one.
        patterns : whether its phrases may have slots; see :mod:`paragen.text.slots`.
        """
        with self._exclusive:
            self._packer.get().begin_table(column, patterns)

    def feed(self, bytes data not None) -> None:
        """Take a piece of a text table."""
        cdef cbool good
        cdef const char* begin = PyBytes_AS_STRING(data)
        cdef size_t size = PyBytes_GET_SIZE(data)
        with self._exclusive:
            with nogil:
                good = self._packer.get().feed(begin, size)
            if not good:
                raise self._bad_pair()

    def feed_end(self) -> None:
        """Take the last line, if no newline ended it."""
        with self._exclusive:
            if not self._packer.get().feed_end():
                raise self._bad_pair()

    def add_columns(
        self, const int64_t[::1] source_ends, const uint8_t[::1] sources, const int64_t[::1] target_ends,
        const uint8_t[::1] targets, const double[::1] scores, const int64_t[::1] label_ends=None, const uint8_t[::1] labels=None,
    ) -> None:
        """Take pairs in columns: offsets into UTF-8 bytes (one more than pairs), those bytes, scores, and labels, if any."""
        cdef Py_ssize_t i, n = scores.shape[0]
        cdef list held = []
        cdef TextView source = text_view((source_ends, sources), n, held), target = text_view((target_ends, targets), n, held)
        cdef TextView label
        cdef cbool labelled = label_ends is not None
        cdef cbool good = True
        if labelled:
            label = text_view((label_ends, labels), n, held)
        with self._exclusive:
            with nogil:
                for i in range(n):
                    good = self._packer.get().add(
                        source.at(i), target.at(i), scores[i], label.at(i) if labelled else string_view()
                    )
                    if not good:
                        break
            if not good:
                raise self._bad_pair(repr(scores[i]))

    @property
    def pairs(self) -> int:
        """Pairs taken since the table began."""
        return self._packer.get().lines()

    def end_table(self, uint32_t top=TOP) -> int:
        """Cut the phrases of the table into words and keep the ``top`` best options of each.

        Returns how many pairs were left out, because one side of them has no word.
        """
        cdef uint64_t left_out = 0, bad
        if not 1 <= top <= kMaxOptions:
            raise ValueError(f"{top} options of a phrase, expected 1 to {kMaxOptions}")
        with self._exclusive:
            self._settle()
            with nogil:
                bad = self._packer.get().number_patterns()
                if not bad:
                    left_out = self._packer.get().end_table(top)
            if bad:
                raise BadPair(bad, "slots")
        return left_out

    cdef int _settle(self) except -1:
        cdef PhrasePool* pool = &self._packer.get().pool()
        cdef vector[uint32_t] pending = pool.pending()
        cdef string_view text
        cdef uint32_t phrase
        for phrase in pending:
            text = pool.text(phrase)
            words = " ".join(self._cut(text.data()[:text.size()].decode("utf-8"), phrase)).encode("utf-8")
            pool.settle(phrase, string_view(PyBytes_AS_STRING(words), PyBytes_GET_SIZE(words)))
        pool.clear_pending()
        return 0

    cdef object _cut(self, str text, uint32_t phrase):
        """Cut a phrase into words; that of a pattern into words and the words of slots."""
        if text[:1] != LABEL_MARK:
            return self._words(text)
        try:
            words = pattern_words(text[1:], self._between_slots)
        except BadPattern as bad:
            raise BadPair(self._packer.get().first_pair(phrase), "pattern", bad.found, expected=bad.expected) from None
        return [LABEL_MARK + word if word[:1] == "[" and slot_parts(word) else word for word in words]

    cdef object _bad_pair(self, score_text=None):
        cdef TablesPacker* packer = self._packer.get()
        return BadPair(
            packer.lines() + 1, name_of(packer.problem()).decode(), packer.text().decode("utf-8", "backslashreplace"),
            packer.n_fields(), packer.n_scores(),
            packer.score_text().decode("utf-8", "replace") if score_text is None else score_text,
        )

    def write(self, path: StrPath, Vocabulary vocabulary=None) -> None:
        """Write the packed tables, once; the first words are those of ``vocabulary``, with the same ids."""
        cdef VocabularyView seed
        cdef TablesPacker* packer = self._packer.get()
        cdef const StoreWriter* written
        if vocabulary is not None:
            seed = vocabulary.view
        with self._exclusive:
            if self._written:
                raise ValueError("these tables were written before")
            self._written = True
            with nogil:
                packer.build(seed)
            written = &packer.written()
            sections = vocabulary_sections(packer.vocabulary())
            sections += [
                ("roots", _bytes_of(<const uint8_t*>written.roots.data(), written.roots.size() * sizeof(uint32_t))),
                ("blocks", _bytes_of(written.blocks.data(), written.blocks.size())),
                ("scores", _bytes_of(<const uint8_t*>written.scores.data(), written.scores.size() * sizeof(float))),
                ("in_table", _bytes_of(packer.in_table().data(), packer.in_table().size())),
                ("tables", _bytes_of(<const uint8_t*>packer.counts().data(), packer.counts().size() * sizeof(TableCountsC))),
            ]
            write_packfile(path, KIND, VERSION, sections)


# A view of the packer's memory: used before the packer can go.
cdef object _bytes_of(const uint8_t* data, size_t size):
    return <const uint8_t[:size]>data if size else b""
