"""The syntactic labels of spans, and of those that are phrases of packed tables; see span_labels.hh for what they are."""

from libc.stdint cimport int64_t, uint8_t, uint32_t
from libcpp cimport bool as cbool
from libcpp.memory cimport unique_ptr
from libcpp.string cimport string
from libcpp.vector cimport vector

from paragen.base.errors import ConfigError
from paragen.base.exclusive import Exclusive

from paragen.base.arrays cimport array_of
from paragen.base.text_column cimport string_view
from paragen.base.vocabulary cimport VocabularyView
from paragen.tables.parses.kernel cimport Tree, TreeC, TreeMatch
from paragen.tables.store.store cimport StoreView, TableStore

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

cdef extern from "tables/bilingual/syntax/phrase_labels.hh" namespace "paragen" nogil:
    void label_phrases(
        const StoreView& store, const VocabularyView& names, const TreeC& tree, const vector[uint32_t]& words,
        const uint8_t* keep, const int64_t* boundaries, vector[uint32_t]* rows
    ) except +


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
    (begin, end, labels), half-open, ordered by begin and end; the labels of a constituent go from its topmost node down, those
    of another span from the innermost node outwards.

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


def phrase_labels(
    TableStore store not None, Tree tree not None, words: Sequence[str], bytes keep: bytes | None,
    const int64_t[::1] boundaries not None,
) -> UInt32s:
    """Return the labels of those spans of a sentence that are phrases of packed tables.

    Parameters
    ----------
    store : the tables.
    tree : of the sentence.
    words, keep : of the sentence; see :class:`paragen.decoder.sentence.SentenceInput`.
    boundaries : for the beginning of each word, and the end of the last, the leaf of the tree that begins there; -1: none.

    Returns
    -------
    The labels for :class:`paragen.decoder.sentence.SentenceInput`.

    Raises
    ------
    ConfigError : the length of ``boundaries`` or ``keep`` does not fit the number of words.
    """
    cdef vector[uint32_t] ids, rows
    cdef const uint8_t* kept = NULL
    for word in words:
        ids.push_back(store.vocabulary.find(word))
    if <size_t>boundaries.shape[0] != ids.size() + 1 or keep is not None and <size_t>len(keep) != ids.size():
        raise ConfigError(f"labels: boundaries or what is to be kept do not fit {ids.size()} words.")
    if keep is not None:
        kept = <const uint8_t*><const char*>keep
    with nogil:
        label_phrases(store.view, store.vocabulary.view, tree.c, ids, kept, &boundaries[0], &rows)
    return array_of(rows.data(), rows.size()).reshape(-1, 3)
