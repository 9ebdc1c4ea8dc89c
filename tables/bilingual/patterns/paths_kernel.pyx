"""Paths between nouns of parsed sentences: the native part. :mod:`paragen.tables.bilingual.patterns.dirt` feeds it."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libcpp.memory cimport unique_ptr
from libcpp.vector cimport vector

from paragen.base.text_column cimport TextColumn, TextView, string_view, text_memory, text_view
from paragen.tables.bilingual.patterns.parse_words cimport Relation, relation_of, tag_of

cdef extern from "tables/bilingual/patterns/paths.hh" namespace "paragen::patterns" nogil:
    cdef cppclass PathColumns:
        TextColumn pattern
        TextColumn x
        TextColumn y

    cdef cppclass PathFinder:
        PathFinder(uint32_t max_words) except +
        void find(
            const string_view* forms, const string_view* fillers, const uint8_t* tags, const Relation* relations,
            const int32_t* given, size_t n_words, PathColumns* out
        ) except +


cdef class Paths:
    """Paths; owns the memory of its columns."""

    cdef PathColumns columns

    def memory(self):
        """Return rows, and the address and size of each buffer of pattern, x and y."""
        columns = [text_memory(self.columns.pattern), text_memory(self.columns.x), text_memory(self.columns.y)]
        return self.columns.x.offsets.size() - 1, columns


def paths(forms, lemmas, tags, relations, const int32_t[:, ::1] ids, const int32_t[::1] heads, const int64_t[::1] begins,
          uint32_t max_words):
    """Return the paths of sentences.

    Parameters
    ----------
    forms, lemmas, tags, relations : texts by id, each column as offsets (one more than rows) into UTF-8 bytes, and those bytes.
    ids : (4, words) of form, lemma, tag and relation; a lemma of id 0 is unknown: the form stands for it.
    heads, begins : as `ParsedBatch` has them.
    max_words : words of the longest path between its nouns.
    """
    cdef list held = []
    cdef TextView texts[4]
    cdef Py_ssize_t sizes[4]
    cdef Py_ssize_t i, k, n = heads.shape[0]
    cdef vector[uint8_t] tag_numbers, word_tags
    cdef vector[Relation] relation_numbers, word_relations
    cdef vector[string_view] words, fillers
    cdef unique_ptr[PathFinder] finder
    cdef Paths found = Paths()
    finder.reset(new PathFinder(max_words))
    for k, column in enumerate((forms, lemmas, tags, relations)):
        sizes[k] = len(column[0]) - 1
        texts[k] = text_view(column, sizes[k], held)
    if ids.shape[0] != 4 or ids.shape[1] != n:
        raise ValueError(f"{ids.shape[0]} x {ids.shape[1]} ids of {n} words")
    for i in range(begins.shape[0] - 1):
        if not 0 <= begins[i] <= begins[i + 1] <= n:
            raise ValueError(f"sentence {i}: words that are not there")
    with nogil:
        for i in range(sizes[2]):
            tag_numbers.push_back(tag_of(texts[2].at(i)))
        for i in range(sizes[3]):
            relation_numbers.push_back(relation_of(texts[3].at(i)))
        for i in range(n):
            for k in range(4):
                if not 0 <= ids[k, i] < sizes[k]:
                    with gil:
                        raise ValueError(f"word {i}: an id beyond the texts")
            words.push_back(texts[0].at(ids[0, i]))
            fillers.push_back(texts[1].at(ids[1, i]) if ids[1, i] != 0 else words.back())
            word_tags.push_back(tag_numbers[ids[2, i]])
            word_relations.push_back(relation_numbers[ids[3, i]])
        for i in range(begins.shape[0] - 1):
            if begins[i] < begins[i + 1]:
                finder.get().find(
                    words.data() + begins[i], fillers.data() + begins[i], word_tags.data() + begins[i],
                    word_relations.data() + begins[i], &heads[begins[i]], begins[i + 1] - begins[i], &found.columns,
                )
    return found
