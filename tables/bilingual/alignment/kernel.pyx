"""Links of a batch of lines, symmetrised from two directions or from Giza++'s format; a hidden Markov model of word alignment."""

import numpy as np

from libc.stdint cimport UINT32_MAX, uint32_t, uint64_t
from libcpp cimport bool as cpp_bool
from libcpp.memory cimport unique_ptr
from libcpp.string cimport string

from paragen.base.exclusive import Shared
from paragen.base.offsets import check_offsets


cdef extern from "tables/bilingual/alignment/symmetrise.hh" namespace "paragen::alignment" nogil:
    cdef enum class Flaw:
        kNone

    const char* name_of(Flaw flaw)

    cdef enum class Heuristic:
        kIntersection
        kUnion
        kGrowDiag
        kGrowDiagFinal
        kGrowDiagFinalAnd

    cdef struct Text:
        const char* data
        size_t size

    cdef struct Problem:
        Flaw flaw
        size_t line
        string shown
        uint64_t found
        uint64_t expected

    cdef cppclass Symmetrised:
        string lines
        uint64_t links
        Problem problem
        cpp_bool in_backward

    void symmetrise_lines(Text, Text, Text, Text, size_t, Heuristic, Symmetrised&) except +
    void giza_lines(Text, Text, Text, size_t, uint64_t, cpp_bool, Symmetrised&) except +

cdef extern from "tables/bilingual/alignment/hmm.hh" namespace "paragen::hmm" nogil:
    cdef struct TextIds "paragen::hmm::Text":
        const uint32_t* words
        const uint64_t* begins

    cdef struct Prior:
        double same
        double other

    cdef cppclass Model:
        Model(TextIds, TextIds, size_t, size_t, size_t, Prior, size_t) except +
        size_t size()
        void expect(size_t, size_t, cpp_bool) except +
        void estimate(cpp_bool) except +
        void links(size_t, size_t, double, string&, string&) except +
        void log_likelihoods(size_t, size_t, double*, double*) except +


cdef dict _HEURISTICS = {
    "intersection": <int>Heuristic.kIntersection,
    "union": <int>Heuristic.kUnion,
    "grow-diag": <int>Heuristic.kGrowDiag,
    "grow-diag-final": <int>Heuristic.kGrowDiagFinal,
    "grow-diag-final-and": <int>Heuristic.kGrowDiagFinalAnd,
}

HEURISTICS = tuple(_HEURISTICS)


class BadLink(ValueError):
    """A malformed link or line.

    Attributes
    ----------
    flaw : what is wrong, one of a few words.
    line : in the lines of links given, from 0.
    backward : whether it is in the backward links.
    shown : the text that shows it.
    found, expected : numbers that differ, or the lengths of the sentences.
    """

    flaw: str
    line: int
    backward: bool
    shown: str
    found: int
    expected: int


cdef Text view(bytes lines):
    cdef Text text
    text.data = lines
    text.size = len(lines)
    return text


cdef int check_lines(size_t n_lines, bytes source, bytes target) except -1:
    cdef size_t lines
    for text in (source, target):
        lines = text.count(b"\n") + 1
        if n_lines > lines:
            raise ValueError(f"{n_lines} lines of links, but {lines} of text")
    return 0


cdef int check_pairs(size_t begin, size_t end, size_t pairs) except -1:
    if not begin <= end <= pairs:
        raise ValueError("pairs that are not there")
    return 0


cdef object bad_link(Symmetrised& result):
    flaw = name_of(result.problem.flaw).decode()
    error = BadLink(flaw)
    error.flaw = flaw
    error.line = result.problem.line
    error.backward = result.in_backward
    error.shown = (<bytes>result.problem.shown).decode("utf-8", "replace")
    error.found, error.expected = result.problem.found, result.problem.expected
    return error


def symmetrise(bytes source, bytes target, bytes forward, bytes backward, size_t n_lines, str heuristic) -> tuple[bytes, int]:
    """Return the lines of symmetrised links, each ended by a line feed, and how many links they hold.

    Parameters
    ----------
    source, target : lines of tokens separated by single spaces, with line feeds between them.
    forward, backward : as many lines of links ``i-j``, source-target.
    heuristic : one of HEURISTICS.
    """
    cdef Text texts[4]
    cdef Symmetrised result
    if heuristic not in _HEURISTICS:
        raise ValueError(f"no heuristic {heuristic!r}, expected one of {', '.join(HEURISTICS)}")
    check_lines(n_lines, source, target)
    cdef Heuristic which = <Heuristic><int>_HEURISTICS[heuristic]
    texts[0], texts[1], texts[2], texts[3] = view(source), view(target), view(forward), view(backward)
    with nogil:
        symmetrise_lines(texts[0], texts[1], texts[2], texts[3], n_lines, which, result)
    if result.problem.flaw != Flaw.kNone:
        raise bad_link(result)
    return <bytes>result.lines, result.links


def giza(bytes source, bytes target, bytes a3, size_t n_lines, uint64_t first, bint backward) -> bytes:
    """Return the lines of links that an A3 file holds, each ended by a line feed.

    Parameters
    ----------
    source, target : see `symmetrise`.
    a3 : three lines for each of the text.
    first : number of the first pair, from 1.
    backward : whether the source was generated from the target.
    """
    cdef Text texts[3]
    cdef Symmetrised result
    check_lines(n_lines, source, target)
    texts[0], texts[1], texts[2] = view(source), view(target), view(a3)
    with nogil:
        giza_lines(texts[0], texts[1], texts[2], n_lines, first, backward, result)
    if result.problem.flaw != Flaw.kNone:
        raise bad_link(result)
    return <bytes>result.lines


cdef class AlignmentModel:
    """A hidden Markov model of word alignment; passes may be counted from several threads at once.

    Parameters
    ----------
    one, other : words of the sentences of either side, uint32, below ``n_words``.
    one_begins, other_begins : offsets of the sentences in them, uint64, one more than there are pairs.
    same, rest : prior counts of a word with itself, and with all the words that it was never seen with.
    learnt : how many of the pairs, from the first, the model is trained on; it can score the others. None: all.
    most_keys : pairs of words held at a time when those are counted; the result does not depend on it.
    """

    cdef unique_ptr[Model] model
    cdef object _held, _shared
    cdef readonly size_t pairs
    cdef readonly size_t learnt

    def __cinit__(
        self, const uint32_t[::1] one, const uint64_t[::1] one_begins, const uint32_t[::1] other,
        const uint64_t[::1] other_begins, size_t n_words, double same=100.0, double rest=1.0, size_t most_keys=1 << 26,
        learnt: int | None = None,
    ):
        cdef TextIds texts[2]
        cdef Prior prior
        cdef size_t n_pairs = one_begins.shape[0] - 1
        check_offsets(one_begins, one.shape[0], "one side")
        check_offsets(other_begins, other.shape[0], "other side")
        if n_words > UINT32_MAX:
            raise ValueError(f"{n_words} words, expected fewer than 2^32")
        if one_begins.shape[0] != other_begins.shape[0] or not one.shape[0] or not other.shape[0]:
            raise ValueError("sides that are empty, or of different length")
        self._held = (one, one_begins, other, other_begins)
        self.pairs = n_pairs
        self.learnt = n_pairs if learnt is None else learnt
        check_pairs(0, self.learnt, n_pairs)
        self._shared = Shared()
        texts[0].words, texts[0].begins = &one[0], &one_begins[0]
        texts[1].words, texts[1].begins = &other[0], &other_begins[0]
        prior.same, prior.other = same, rest
        with nogil:
            self.model.reset(new Model(texts[0], texts[1], n_pairs, self.learnt, n_words, prior, most_keys))

    def __len__(self):
        return self.model.get().size()

    def expect(self, size_t begin, size_t end, bint with_jumps) -> None:
        """Count over the pairs from ``begin`` up to ``end``; without jumps, as IBM model 1."""
        check_pairs(begin, end, self.learnt)
        with self._shared, nogil:
            self.model.get().expect(begin, end, with_jumps)

    def estimate(self, bint with_jumps) -> None:
        """End a pass: turn counts into probabilities."""
        with self._shared, nogil:
            self.model.get().estimate(with_jumps)

    def links(self, size_t begin, size_t end, double threshold) -> tuple[bytes, bytes]:
        """Return a line of links ``i-j`` for each pair from ``begin`` up to ``end``, and lines of the same as ``j-i``.

        Words are linked if p(j|i) p(i|j) > ``threshold``².
        """
        cdef string out
        cdef string mirrored
        check_pairs(begin, end, self.pairs)
        with self._shared, nogil:
            self.model.get().links(begin, end, threshold, out, mirrored)
        return <bytes>out, <bytes>mirrored

    def log_likelihoods(self, size_t begin, size_t end) -> tuple[Float64s, Float64s]:
        """Return log p(other | one) and log p(one | other), per word generated, of the pairs from ``begin`` up to ``end``."""
        check_pairs(begin, end, self.pairs)
        there, back = np.empty(end - begin), np.empty(end - begin)
        cdef double[::1] one_way = there
        cdef double[::1] other_way = back
        with self._shared:
            if begin < end:
                with nogil:
                    self.model.get().log_likelihoods(begin, end, &one_way[0], &other_way[0])
        return there, back
