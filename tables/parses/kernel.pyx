"""Parsed text: CoNLL-U into arrays, the chunks of dependency trees, and trees in Penn brackets."""

import unicodedata

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdint cimport INT32_MAX, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libcpp cimport bool as cbool
from libcpp.memory cimport unique_ptr
from libcpp.string cimport string
from libcpp.vector cimport vector

import numpy as np

from paragen.base.arrays cimport array_of
from paragen.base.text_column cimport string_view

from paragen.base.errors import FormatError, shown
from paragen.base.exclusive import Exclusive


cdef extern from "tables/parses/conllu.hh" namespace "paragen" nogil:
    const size_t kMaxConlluLine

    cdef cppclass Interner:
        uint32_t size()
        string_view text(uint32_t)

    cdef cppclass LowerPool:
        const vector[uint32_t]& fresh()
        void clear_fresh()
        void set_lower(uint32_t, string_view) except +
        int32_t lookup(uint32_t)
        const Interner& pool()

    cdef cppclass ConlluFeedC "paragen::ConlluFeed":
        ConlluFeedC(cbool numbered) except +
        cbool feed(string_view piece) except +
        cbool feed_end() except +
        size_t sentences()
        size_t first()
        void drop(size_t) except +
        uint64_t lines()
        const char* problem()
        const string& found()
        uint64_t number()
        LowerPool forms
        LowerPool lemmas
        Interner tags
        Interner upos
        Interner relations
        vector[int32_t] form_ids
        vector[int32_t] lemma_ids
        vector[int32_t] tag_ids
        vector[int32_t] upos_ids
        vector[int32_t] relation_ids
        vector[int32_t] heads
        vector[int64_t] begins
        vector[int64_t] units

cdef extern from "tables/parses/chunks_dependency.hh" namespace "paragen::parses" nogil:
    cdef enum class Part(uint8_t):
        pass

    cdef enum class Relation(uint8_t):
        pass

    cdef enum class Label(uint8_t):
        pass

    cdef struct Span:
        int64_t begin
        int64_t end
        Label label

    cdef struct Sentence:
        const Part* part
        const Relation* relation
        const int32_t* head
        int32_t size

    cbool is_forest(const int32_t* head, int32_t size) except +

    cdef cppclass DependencyChunker:
        void run(const Sentence& sentence, int64_t offset, vector[Span]* out) except +

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(str text)


cdef str decoded(string_view text):
    return text.data()[: text.size()].decode("utf-8")


MAX_LINE = kMaxConlluLine


class BadConlluLine(Exception):
    """A malformed line; :mod:`paragen.tables.parses.conllu` makes a message from its attributes."""

    def __init__(self, line: int, problem: str, found: str, number: int):
        super().__init__(line, problem, found, number)
        self.line, self.problem, self.found, self.number = line, problem, found, number


cdef list texts_of(const Interner* pool):
    return [decoded(pool.text(number)) for number in range(pool.size())]


cdef object lower_slice(const LowerPool& pool, const vector[int32_t]& column, size_t begin, size_t end):
    cdef object array = np.empty(end - begin, np.int32)
    cdef int32_t[::1] view = array
    cdef size_t i
    for i in range(end - begin):
        view[i] = pool.lookup(<uint32_t>column[begin + i])
    return array


cdef int lower_fresh(LowerPool* pool, lookup_form) except -1:
    """Ask for the lower case of the texts that are not ASCII."""
    cdef uint32_t number
    cdef bytes lower
    for number in list(pool.fresh()):
        text = decoded(pool.pool().text(number))
        lower = lookup_form(text).encode()
        pool.set_lower(number, string_view(PyBytes_AS_STRING(lower), PyBytes_GET_SIZE(lower)))
    pool.clear_fresh()
    return 0


cdef class ConlluFeed:
    """Reads CoNLL-U in pieces.

    Parameters
    ----------
    lookup_form : makes the lower case of a text that is not ASCII.
    numbered : whether units are the numbers of sent_ids, where the first sentence has one.
    """

    cdef unique_ptr[ConlluFeedC] _feed
    cdef object _lookup_form
    cdef object _exclusive

    def __cinit__(self, lookup_form: Callable[[str], str], bint numbered=True):
        self._feed.reset(new ConlluFeedC(numbered))
        self._lookup_form = lookup_form
        self._exclusive = Exclusive()

    @property
    def sentences(self) -> int:
        """Sentences that wait to be taken."""
        return self._feed.get().sentences()

    @property
    def lines(self) -> int:
        """Lines read so far."""
        return self._feed.get().lines()

    def feed(self, bytes data) -> None:
        """Take a piece of the text."""
        cdef string_view piece = string_view(PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data))
        cdef cbool good
        with self._exclusive:
            with nogil:
                good = self._feed.get().feed(piece)
            self._check(good)

    def end(self) -> None:
        """Take the last line, if no newline ended it, and the last sentence, if no empty line did."""
        with self._exclusive:
            self._check(self._feed.get().feed_end())

    cdef int _check(self, cbool good) except -1:
        cdef ConlluFeedC* feed = self._feed.get()
        if not good:
            raise BadConlluLine(
                feed.lines(), feed.problem().decode(), feed.found().decode("utf-8", "backslashreplace"), feed.number(),
            )
        return 0

    def take(self, size_t count) -> tuple[Int32s, Int32s, Int32s, Int32s, Int32s, Int32s, Int64s, Int64s]:
        """Return the first sentences that wait: forms, lemmas, tags, upos, relations, heads, begins, units."""
        with self._exclusive:
            return self._take(count)

    cdef tuple _take(self, size_t count):
        cdef ConlluFeedC* feed = self._feed.get()
        cdef size_t first = feed.first()
        count = min(count, feed.sentences())
        cdef size_t begin = feed.begins[first], end = feed.begins[first + count]
        lower_fresh(&feed.forms, self._lookup_form)
        lower_fresh(&feed.lemmas, self._lookup_form)
        taken = (
            lower_slice(feed.forms, feed.form_ids, begin, end),
            lower_slice(feed.lemmas, feed.lemma_ids, begin, end),
            array_of(feed.tag_ids.data() + begin, end - begin),
            array_of(feed.upos_ids.data() + begin, end - begin),
            array_of(feed.relation_ids.data() + begin, end - begin),
            array_of(feed.heads.data() + begin, end - begin),
            array_of(feed.begins.data() + first, count + 1) - begin,
            array_of(feed.units.data() + first, count),
        )
        feed.drop(count)
        return taken

    cdef list _texts(self, const Interner* pool):
        with self._exclusive:
            return texts_of(pool)

    def form_texts(self) -> list[str]:
        return self._texts(&self._feed.get().forms.pool())

    def lemma_texts(self) -> list[str]:
        return self._texts(&self._feed.get().lemmas.pool())

    def tag_texts(self) -> list[str]:
        return self._texts(&self._feed.get().tags)

    def upos_texts(self) -> list[str]:
        return self._texts(&self._feed.get().upos)

    def relation_texts(self) -> list[str]:
        return self._texts(&self._feed.get().relations)


def dependency_chunks(
    const uint8_t[::1] parts, const uint8_t[::1] relations, const int32_t[::1] heads, const int64_t[::1] begins,
) -> tuple[Int64s, Int64s, Int64s]:
    """Return begins, ends and labels of the chunks of sentences, as places of words in the batch.

    Parameters
    ----------
    parts, relations : numbers of `Part` and `Relation`, a word.
    heads : place of the head of each word in its sentence, below 0 for a root.
    begins : where the words of each sentence begin, and, last, how many there are.

    Raises
    ------
    ValueError : columns of different lengths, sentences outside them, or heads that are no tree.
    """
    cdef DependencyChunker chunker
    cdef vector[Span] spans
    cdef Sentence sentence
    cdef Py_ssize_t i, n = begins.shape[0] - 1
    cdef int64_t begin
    if not (parts.shape[0] == relations.shape[0] == heads.shape[0]):
        raise ValueError("the columns of the words differ in length")
    for i in range(n):
        begin = begins[i]
        if not 0 <= begin <= begins[i + 1] <= heads.shape[0] or begins[i + 1] - begin > INT32_MAX:
            raise ValueError(f"sentence {i} has words that are not there")
        if begin == begins[i + 1]:
            continue
        sentence.part, sentence.relation = <const Part*>&parts[begin], <const Relation*>&relations[begin]
        sentence.head, sentence.size = &heads[begin], <int32_t>(begins[i + 1] - begin)
        if not is_forest(sentence.head, sentence.size):
            raise ValueError(f"the heads of sentence {i} are no tree")
        with nogil:
            chunker.run(sentence, begin, &spans)
    cdef size_t j, count = spans.size()
    cdef int64_t[::1] first = np.empty(count, np.int64), last = np.empty(count, np.int64), label = np.empty(count, np.int64)
    for j in range(count):
        first[j], last[j], label[j] = spans[j].begin, spans[j].end, <uint8_t>spans[j].label
    return np.asarray(first), np.asarray(last), np.asarray(label)


EXPECTED = "trees in Penn treebank brackets, as (S (NP (DT the) (NN end)) (. .))"
MAX_BYTES = kMaxTreeBytes

_PROBLEMS = {
    "too_long": (f"more than {kMaxTreeBytes >> 20} MB", "a sentence a tree", ""),
    "not_text": ("broken UTF-8 or NUL", "UTF-8 text", "Convert it with iconv."),
    "outside": ("{} outside of brackets", EXPECTED, ""),
    "token": ("{}", "a tag and one token, as (NN house)", ""),
    "unclosed": ("a tree that does not end", EXPECTED, "Is the line complete?"),
    "tokens": (f"more than {kMaxLeaves} tokens", "a sentence a tree", ""),
    "label": ("the label {}", f"labels of at most {kMaxTreeLabel} bytes without control characters", "Is this a file of trees?"),
}


cdef string_view view_of(str text) except *:
    cdef Py_ssize_t size
    cdef const char* data = PyUnicode_AsUTF8AndSize(text, &size)
    return string_view(data, size)


cdef str composed(str text):
    """Return the text in NFC, as words of tables are."""
    return text if PyUnicode_IS_ASCII(text) else unicodedata.normalize("NFC", text)


def bracket_balance(str text not None) -> int:
    """Return how many more brackets open than close in a text; brackets that are tokens do not count."""
    return bracket_depth(view_of(text))


cdef class Tree:
    """A parsed sentence, without functions, indices, traces and artificial roots (ROOT, TOP, an empty label).

    Parameters
    ----------
    text : Penn brackets, as ``(S (NP (DT the) (NN end)) (. .))``. Several trees are one with several tops; of no text, or of
        ``()``, the tree has no leaves.
    where : what messages call it, such as the file and its line.

    Raises
    ------
    FormatError : it is something else.

    Attributes
    ----------
    where : as given.
    """

    def __cinit__(self, str text not None, str where not None="tree"):
        cdef TreeReader reader
        self.where = where
        text = composed(text)
        try:
            view = view_of(text)
        except UnicodeEncodeError:
            raise FormatError(where, "half a surrogate pair", "text that UTF-8 can hold") from None
        if not reader.read(view, &self.c):
            found, expected, remedy = _PROBLEMS[reader.problem().decode()]
            raise FormatError(where, found.format(shown(reader.found().decode("utf-8", "replace"))), expected, remedy)

    def __len__(self):
        """Return how many leaves it has."""
        return self.c.leaves()

    @property
    def leaves(self) -> list[str]:
        """The tokens, as they stand, with Penn escapes."""
        return [decoded(self.c.leaf(i)) for i in range(self.c.leaves())]

    @property
    def tags(self) -> list[str]:
        """The part-of-speech tag of each token."""
        return [decoded(self.c.label(self.c.tag(i))) for i in range(self.c.leaves())]

    @property
    def nodes(self) -> list[tuple[str, int, int, int]]:
        """Label, begin and end (in leaves) and parent (its place in this list, or -1) of all constituents and tags.

        Each comes before those below it, and children are in order.
        """
        cdef uint32_t i
        found = []
        for i in range(self.c.nodes()):
            node = self.c.node(i)
            found.append((decoded(self.c.label(i)), node.begin, node.end, <int32_t>node.parent))
        return found

    def __str__(self):
        """Return the tree in brackets, on one line."""
        cdef uint32_t i, up
        parts = []
        for i in range(self.c.nodes()):
            parts.append(f"{' ' if i else ''}({decoded(self.c.label(i))}")
            if not self.c.is_tag(i):
                continue
            parts.append(f" {decoded(self.c.leaf(self.c.node(i).begin))})")
            up = self.c.node(i).parent
            while up != <uint32_t>-1 and self.c.node(up).after == self.c.node(i).after:
                parts.append(")")
                up = self.c.node(up).parent
        return "".join(parts)

    def __reduce__(self):
        return Tree, (str(self), self.where)

    def match(self, words: Sequence[str]) -> Int64s:
        """Return the leaf that begins at each boundary of words of the same sentence.

        Words and leaves may be cut in different ways. They are compared in NFC without white space and case, with escapes
        (-LRB-, &apos;) undone, and quotation marks and dashes in one form.

        Parameters
        ----------
        words : of the sentence, in order.

        Returns
        -------
        int64, one more than words: the leaf that begins there, the number of leaves at the end, and -1 within a leaf.

        Raises
        ------
        FormatError : the tree is of another sentence; the message says where they differ.
        """
        cdef TreeMatch match
        self.fill(words, &match)
        return array_of(match.boundaries().data(), match.boundaries().size())

    cdef int fill(self, words, TreeMatch* match) except -1:
        cdef str word
        words = list(words)
        match.clear()
        for word in words:
            if word is None:
                raise TypeError("a word is None")
            word = composed(word)
            match.add_word(view_of(word))
        if match.match(self.c):
            return 0
        leaves = self.leaves
        raise FormatError(
            self.where, _place(leaves, match.leaf(), "token"), _place(words, match.word(), "word") + " of the sentence",
            "Is it the tree of this line?",
        )


def _place(texts, number, kind):
    """Say which of the texts is meant, or that there are no more."""
    return f"{shown(texts[number])} as {kind} {number + 1}" if number < len(texts) else f"{len(texts)} {kind}s"
