"""The syntactic labels of spans; see span_labels.hh for what they are."""

from libc.stdint cimport int64_t, uint32_t
from libcpp cimport bool as cbool
from libcpp.memory cimport unique_ptr
from libcpp.string cimport string
from libcpp.vector cimport vector

from paragen.base.exclusive import Exclusive

from paragen.base.arrays cimport array_of
from paragen.base.text_column cimport string_view
from paragen.tables.parses.kernel cimport Tree, TreeC, TreeMatch

cdef extern from "src/paragen/base/interner.hh" namespace "paragen" nogil:
    cdef cppclass Interner:
        uint32_t size()
        string_view text(uint32_t)

cdef extern from "tables/bilingual/syntax/span_labels.hh" namespace "paragen" nogil:
    const size_t kMaxSpanLabel

    cdef cppclass SpanLabels:
        SpanLabels(cbool simple, uint32_t levels) except +
        void of(const TreeC& tree, uint32_t begin, uint32_t end, vector[string]* labels) except +

    cdef cppclass LabelColumns:
        vector[uint32_t] begin
        vector[uint32_t] end
        vector[uint32_t] label
        Interner texts
        void fill(const TreeC& tree, const vector[int64_t]& boundaries, uint32_t max_length, SpanLabels* labels) except +


MAX_LABEL = kMaxSpanLabel


def labels_of_spans(
    Tree tree not None, words: Sequence[str], uint32_t max_length=7, bint simple=False, uint32_t levels=0,
) -> list[tuple[int, int, list[str]]]:
    """Return the labels of all spans of words that have any.

    Parameters
    ----------
    tree : of the sentence.
    words : of the sentence; they may be segmented differently from the leaves of the tree. A span that begins or ends within a
        leaf has no label.
    max_length : words of the longest span.
    simple : whether only constituents have labels.
    levels : how many of the nodes that cover a span, innermost first, give labels; 0 for all.

    Returns
    -------
    (begin, end, labels), half-open, ordered by begin and end; the labels of a span go from the innermost node outwards.

    Raises
    ------
    FormatError : the tree is of other words.
    """
    labeller = SpanLabeller(simple, levels)
    begins, ends, labels = labeller.columns(tree, words, max_length)
    texts = labeller.texts()
    found = {}
    for begin, end, label in zip(begins.tolist(), ends.tolist(), labels.tolist()):
        found.setdefault((begin, end), []).append(texts[label])
    return [(begin, end, labels) for (begin, end), labels in found.items()]


cdef class SpanLabeller:
    """Labels spans of many sentences; each distinct label has a number, and is kept: large texts have millions of complex ones.

    Parameters
    ----------
    simple, levels : as for `labels_of_spans`.
    """

    cdef unique_ptr[SpanLabels] _labels
    cdef LabelColumns _columns
    cdef TreeMatch _match
    cdef object _exclusive

    def __cinit__(self, bint simple=False, uint32_t levels=0):
        self._labels.reset(new SpanLabels(simple, levels))
        self._exclusive = Exclusive()

    def columns(self, Tree tree not None, words: Sequence[str], uint32_t max_length=7) -> tuple[UInt32s, UInt32s, UInt32s]:
        """Return begin, end and number of each label of each span, as uint32 arrays; see `labels_of_spans`."""
        with self._exclusive:
            tree.fill(words, &self._match)
            with nogil:
                self._columns.fill(tree.c, self._match.boundaries(), max_length, self._labels.get())
            return (
                array_of(self._columns.begin.data(), self._columns.begin.size()),
                array_of(self._columns.end.data(), self._columns.end.size()),
                array_of(self._columns.label.data(), self._columns.label.size()),
            )

    def texts(self) -> list[str]:
        """Return the labels so far, by their numbers."""
        cdef uint32_t i
        with self._exclusive:
            return [decoded(self._columns.texts.text(i)) for i in range(self._columns.texts.size())]


cdef str decoded(string_view text):
    return text.data()[: text.size()].decode("utf-8")
