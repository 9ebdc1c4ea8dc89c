"""Links of a batch of lines: symmetrised from two directions, or from Giza++'s format."""

from libc.stdint cimport uint64_t
from libcpp cimport bool as cpp_bool
from libcpp.string cimport string


cdef extern from "tables/bilingual/alignment/giza.hh" namespace "paragen::alignment" nogil:
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
