"""CoNLL-U into arrays: the native part. :mod:`paragen.tables.parses.conllu` uses it."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy
from libcpp cimport bool as cbool
from libcpp.memory cimport unique_ptr
from libcpp.string cimport string
from libcpp.vector cimport vector

import numpy as np

from paragen.base.text_column cimport string_view

from paragen.base.exclusive import Exclusive


cdef extern from "tables/parses/conllu.hh" namespace "paragen" nogil:
    const size_t kMaxConlluLine

    cdef enum class ConlluProblem:
        pass

    const char* name_of(ConlluProblem problem)

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
        ConlluProblem problem()
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


MAX_LINE = kMaxConlluLine


class BadConlluLine(Exception):
    """A malformed line; :mod:`paragen.tables.parses.conllu` makes a message from its attributes."""

    def __init__(self, line, problem, found, number):
        super().__init__(line, problem, found, number)
        self.line, self.problem, self.found, self.number = line, problem, found, number


cdef str decoded(string_view text):
    return text.data()[: text.size()].decode("utf-8")


cdef list texts_of(const Interner* pool):
    return [decoded(pool.text(number)) for number in range(pool.size())]


cdef object slice_of(const vector[int32_t]& column, size_t begin, size_t end):
    cdef object array = np.empty(end - begin, np.int32)
    cdef int32_t[::1] view = array
    if end > begin:
        memcpy(&view[0], column.data() + begin, (end - begin) * sizeof(int32_t))
    return array


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

    def __cinit__(self, lookup_form, bint numbered=True):
        self._feed.reset(new ConlluFeedC(numbered))
        self._lookup_form = lookup_form
        self._exclusive = Exclusive()

    @property
    def sentences(self):
        """Sentences that wait to be taken."""
        return self._feed.get().sentences()

    @property
    def lines(self):
        """Lines read so far."""
        return self._feed.get().lines()

    def feed(self, bytes data):
        """Take a piece of the text."""
        cdef string_view piece = string_view(PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data))
        cdef cbool good
        with self._exclusive:
            with nogil:
                good = self._feed.get().feed(piece)
            self._check(good)

    def end(self):
        """Take the last line, if no newline ended it, and the last sentence, if no empty line did."""
        with self._exclusive:
            self._check(self._feed.get().feed_end())

    cdef int _check(self, cbool good) except -1:
        cdef ConlluFeedC* feed = self._feed.get()
        if not good:
            raise BadConlluLine(
                feed.lines(), name_of(feed.problem()).decode(), feed.found().decode("utf-8", "backslashreplace"), feed.number(),
            )
        return 0

    def take(self, size_t count):
        """Return the first sentences that wait: forms, lemmas, tags, upos, relations, heads, begins, units."""
        with self._exclusive:
            return self._take(count)

    cdef tuple _take(self, size_t count):
        cdef ConlluFeedC* feed = self._feed.get()
        cdef size_t first = feed.first(), i
        count = min(count, feed.sentences())
        cdef size_t begin = feed.begins[first], end = feed.begins[first + count]
        lower_fresh(&feed.forms, self._lookup_form)
        lower_fresh(&feed.lemmas, self._lookup_form)
        begins, units = np.empty(count + 1, np.int64), np.empty(count, np.int64)
        cdef int64_t[::1] begins_view = begins, units_view = units
        for i in range(count + 1):
            begins_view[i] = feed.begins[first + i] - <int64_t>begin
        for i in range(count):
            units_view[i] = feed.units[first + i]
        taken = (
            lower_slice(feed.forms, feed.form_ids, begin, end),
            lower_slice(feed.lemmas, feed.lemma_ids, begin, end),
            slice_of(feed.tag_ids, begin, end),
            slice_of(feed.upos_ids, begin, end),
            slice_of(feed.relation_ids, begin, end),
            slice_of(feed.heads, begin, end),
            begins,
            units,
        )
        feed.drop(count)
        return taken

    cdef list _texts(self, const Interner* pool):
        with self._exclusive:
            return texts_of(pool)

    def form_texts(self):
        return self._texts(&self._feed.get().forms.pool())

    def lemma_texts(self):
        return self._texts(&self._feed.get().lemmas.pool())

    def tag_texts(self):
        return self._texts(&self._feed.get().tags)

    def upos_texts(self):
        return self._texts(&self._feed.get().upos)

    def relation_texts(self):
        return self._texts(&self._feed.get().relations)
