"""Chunks of dependency trees: the native part. :mod:`paragen.tables.parses.chunks_conllu` uses it."""

from libc.stdint cimport INT32_MAX, int32_t, int64_t, uint8_t
from libcpp cimport bool as cbool
from libcpp.vector cimport vector

import numpy as np


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


def dependency_chunks(const uint8_t[::1] parts, const uint8_t[::1] relations, const int32_t[::1] heads, const int64_t[::1] begins):
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
