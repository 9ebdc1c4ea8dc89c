"""Counts over graphs of phrases: tags and lemmas of phrases, random walks, and their counts of all sub-phrase-tables together."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libcpp cimport bool as cbool
from libcpp.memory cimport unique_ptr
from libcpp.string cimport string
from libcpp.vector cimport vector

import numpy as np

from paragen.base.arrays cimport array_of, text_arrays
from paragen.base.text_column cimport TextColumn, TextView, string_view, text_view

from paragen.base.exclusive import Exclusive

_MOST_PHRASES = 1 << 20  # more would not fit into memory; results have a number for each size
Counted = "tuple[Int32s, Int32s, Float64s, TextArrays]"
Graph = "tuple[int, list[int], list[int], list[int], Float64s, Float64s, Float64s]"

cdef extern from "src/paragen/base/interner.hh" namespace "paragen" nogil:
    cdef cppclass Interner:
        uint32_t find(string_view text)
        const string& bytes()
        const vector[uint64_t]& offsets()

cdef extern from "tables/bilingual/graph/phrase_sequences.hh" namespace "paragen::graph" nogil:
    cdef cppclass CountedTexts:
        vector[int32_t] keys
        vector[int32_t] texts
        vector[double] counts
        Interner distinct

    cdef cppclass TextCounts:
        CountedTexts best(size_t most) except +

    cdef cppclass PhraseTreeC "paragen::graph::PhraseTree":
        void add(string_view phrase) except +
        const Interner& words()
        void compose(string_view phrase, const TextView& texts, TextColumn* out) except +

    cdef cppclass ParsedWord:
        uint32_t number
        string_view tag
        string_view lemma

    cdef cppclass SequenceCountsC "paragen::graph::SequenceCounts":
        SequenceCountsC(uint32_t rest, uint32_t shares) except +
        void add(const PhraseTreeC& tree, const ParsedWord* sentence, size_t n) except +
        TextCounts tags
        TextCounts lemmas
        TextCounts word_tags
        TextCounts word_lemmas

cdef extern from "tables/bilingual/graph/sub_phrase_tables.hh" namespace "paragen::graph" nogil:
    cdef cppclass SubPhraseTables:
        const int64_t* offsets
        const int32_t* neighbours
        const double* counts
        int32_t paraphrased
        const int64_t* rows
        const int32_t* vertices
        const int32_t* clusters
        const int64_t* seats
        const int32_t* seat_components
        const int32_t* seat_clusters
        const int32_t* occurrences
        double least_ratio
        double inflate_from
        const int64_t* units
        const int32_t* unit_vertices
        const double* unit_shares
        void check(
            int64_t n_vertices, int64_t entries, int64_t components, int64_t n_rows, int64_t n_seats, int64_t n_units
        ) except +

cdef extern from "tables/bilingual/graph/phrase_graphs.hh" namespace "paragen::graph" nogil:
    cdef cppclass WalkGraph:
        size_t phrases
        size_t size
        vector[size_t] inflates
        vector[int32_t] features
        vector[double] weights

cdef extern from "tables/bilingual/graph/commute_times.hh" namespace "paragen::graph" nogil:
    cdef cppclass CommuteTimesC "paragen::graph::CommuteTimes":
        cbool of(const double* weights, size_t n) except +
        const vector[double]& times()
        const vector[double]& stationary()

    cdef cppclass ArtificialCountsC "paragen::graph::ArtificialCounts":
        cbool of(const double* times, size_t n) except +
        const vector[double]& counts()

cdef extern from "tables/bilingual/graph/pair_counts.hh" namespace "paragen::graph" nogil:
    cdef cppclass PairColumns:
        vector[int32_t] components
        vector[int32_t] lower
        vector[int32_t] higher
        vector[double] counts
        vector[int64_t] sizes
        int64_t too_large
        int64_t unsettled
        void shrink() except +

    cdef cppclass Walk:
        WalkGraph graph
        CommuteTimesC times
        ArtificialCountsC counts

    cdef cppclass PairCounter:
        PairCounter(const SubPhraseTables& tables, size_t max_phrases, PairColumns* out) except +
        void count(int64_t component) except +

    cdef cppclass PickedGraph:
        int32_t cluster
        vector[int32_t] phrases
        Walk walk

    vector[PickedGraph] graphs_with(const SubPhraseTables& tables, size_t max_phrases, int64_t component, int32_t phrase) except +

    cdef struct PairRows:
        int64_t* ends
        int32_t* components
        int32_t* others
        double* counts
        int64_t units
        int64_t rows

    void place_pairs(const PairColumns& pairs, const PairRows& out) except +

    cdef cppclass UnitRows:
        const int64_t* offsets
        const int32_t* components
        const int32_t* others
        const double* counts
        const int32_t* vertices
        int64_t units
        int64_t rows

    cdef cppclass VertexColumns:
        vector[int64_t] lengths
        vector[int32_t] others
        vector[double] counts
        vector[double] means

    cdef cppclass Interpolator:
        Interpolator(const UnitRows& rows, VertexColumns* out) except +
        void add(const int64_t* units, size_t n, bint means) except +


cdef tuple texts_of(const Interner& texts):
    offsets = array_of(texts.offsets().data(), texts.offsets().size()).view(np.int64)
    return offsets, array_of(<const uint8_t*>texts.bytes().data(), texts.bytes().size())


cdef class PhraseTree:
    """Phrases; these and their words are known by number. Threads may use it at the same time.

    Parameters
    ----------
    phrases : words separated by single spaces, each phrase once; a column as offsets (one more than rows) into UTF-8 bytes, and
        those bytes.
    """

    cdef PhraseTreeC tree

    def __cinit__(self, phrases: TextArrays):
        cdef list held = []
        cdef Py_ssize_t i, n = len(phrases[0]) - 1
        cdef TextView texts = text_view(phrases, n, held)
        with nogil:
            for i in range(n):
                self.tree.add(texts.at(i))

    def words(self) -> TextArrays:
        """Return the words, in the order of their numbers, as a column."""
        return texts_of(self.tree.words())

    def compose(self, phrases: TextArrays, texts: TextArrays) -> TextArrays:
        """Compose a text for each phrase from those of its words; return a column of as many rows.

        Parameters
        ----------
        phrases : a column.
        texts : of each word, by number, a column; a phrase with a word that has an empty one, or is unknown, gets an empty one.
        """
        cdef list held = []
        cdef Py_ssize_t i, n = len(phrases[0]) - 1, n_words = self.tree.words().offsets().size() - 1
        cdef TextView phrase_texts = text_view(phrases, n, held), word_texts = text_view(texts, n_words, held)
        cdef TextColumn found
        with nogil:
            for i in range(n):
                self.tree.compose(phrase_texts.at(i), word_texts, &found)
        return text_arrays(found)


cdef class ParsedWords:
    """Sentences of words with tags and lemmas, which threads may read at the same time.

    Parameters
    ----------
    tree : the phrases, which number the words.
    forms, tags, lemmas : texts by id, as columns.
    ids : (3, words) of form, tag and lemma.
    begins : where the words of each sentence begin, and the last ends.
    """

    cdef PhraseTree tree
    cdef list _held
    cdef vector[ParsedWord] words
    cdef vector[int64_t] begins

    def __cinit__(
        self, PhraseTree tree not None, forms: TextArrays, tags: TextArrays, lemmas: TextArrays,
        const int32_t[:, ::1] ids not None, const int64_t[::1] begins not None,
    ):
        cdef TextView texts[3]
        cdef Py_ssize_t sizes[3]
        cdef Py_ssize_t i, k, n = ids.shape[1]
        cdef vector[uint32_t] numbers
        self.tree, self._held = tree, []
        for k, column in enumerate((forms, tags, lemmas)):
            sizes[k] = len(column[0]) - 1
            texts[k] = text_view(column, sizes[k], self._held)
        if ids.shape[0] != 3:
            raise ValueError(f"{ids.shape[0]} x {n} ids of words")
        for i in range(begins.shape[0] - 1):
            if not 0 <= begins[i] <= begins[i + 1] <= n:
                raise ValueError(f"sentence {i}: words that are not there")
        with nogil:
            for i in range(sizes[0]):
                numbers.push_back(tree.tree.words().find(texts[0].at(i)))
            for i in range(n):
                for k in range(3):
                    if not 0 <= ids[k, i] < sizes[k]:
                        with gil:
                            raise ValueError(f"word {i}: an id beyond the texts")
            self.words.resize(n)
            for i in range(n):
                self.words[i].number = numbers[ids[0, i]]
                self.words[i].tag, self.words[i].lemma = texts[1].at(ids[1, i]), texts[2].at(ids[2, i])
            for i in range(begins.shape[0]):
                self.begins.push_back(begins[i])


cdef class SequenceCounter:
    """Counts which tags and lemmas a share of all phrases, and their words, occur with.

    Parameters
    ----------
    tree : the phrases.
    share, shares : which share of how many: phrases whose first word's number is ``share`` modulo ``shares``.
    """

    cdef PhraseTree tree
    cdef unique_ptr[SequenceCountsC] found
    cdef object _exclusive

    def __cinit__(self, PhraseTree tree not None, uint32_t share, uint32_t shares):
        if not share < shares:
            raise ValueError(f"share {share} of {shares}")
        self.tree = tree
        self.found.reset(new SequenceCountsC(share, shares))
        self._exclusive = Exclusive()

    def add(self, ParsedWords words not None) -> None:
        """Add sentences."""
        cdef Py_ssize_t i
        if words.tree is not self.tree:
            raise ValueError("words of another tree")
        with self._exclusive, nogil:
            for i in range(<Py_ssize_t>words.begins.size() - 1):
                self.found.get().add(self.tree.tree, words.words.data() + words.begins[i], words.begins[i + 1] - words.begins[i])

    def tags(self, size_t most) -> Counted:
        """Return phrases, texts, how often each phrase has each text, and the texts as a column; at most ``most`` of each phrase,
        the most frequent, of ties the first in the order of their bytes."""
        return self._best(self.found.get().tags, most)

    def lemmas(self, size_t most) -> Counted:
        return self._best(self.found.get().lemmas, most)

    def word_tags(self, size_t most) -> Counted:
        """Return the same of words."""
        return self._best(self.found.get().word_tags, most)

    def word_lemmas(self, size_t most) -> Counted:
        return self._best(self.found.get().word_lemmas, most)

    cdef tuple _best(self, const TextCounts& counts, size_t most):
        cdef CountedTexts found
        with self._exclusive, nogil:
            found = counts.best(most)
        return (
            array_of(found.keys.data(), found.keys.size()), array_of(found.texts.data(), found.texts.size()),
            array_of(found.counts.data(), found.counts.size()), texts_of(found.distinct),
        )


cdef object matrix(const vector[double]& values, size_t n):
    return array_of(values.data(), n * n).reshape(n, n)


cdef class PairsOfSome:
    """Counts of pairs of units in some components, one after the other; owns their memory."""

    cdef PairColumns columns

    def __len__(self):
        return self.columns.counts.size()

    @property
    def sizes(self) -> Int64s:
        """The number of graphs by their number of phrases."""
        return array_of(self.columns.sizes.data(), self.columns.sizes.size())

    @property
    def too_large(self) -> int:
        return self.columns.too_large

    @property
    def unsettled(self) -> int:
        return self.columns.unsettled

    def count_rows(self, int64_t[::1] rows) -> None:
        """Add up how many pairs each unit is in."""
        cdef size_t i
        with nogil:
            for i in range(self.columns.counts.size()):
                rows[self.columns.lower[i]] += 1
                rows[self.columns.higher[i]] += 1

    def place(self, int64_t[::1] ends, int32_t[::1] components, int32_t[::1] others, double[::1] counts) -> None:
        """Place each pair in the rows of both its units, from where `ends` says, which then says where they end."""
        cdef PairRows rows
        if components.shape[0] != counts.shape[0] or others.shape[0] != counts.shape[0]:
            raise ValueError(f"{components.shape[0]} components, {others.shape[0]} others, {counts.shape[0]} counts")
        if not len(self):
            return
        rows.ends, rows.components, rows.others, rows.counts = &ends[0], &components[0], &others[0], &counts[0]
        rows.units, rows.rows = ends.shape[0], counts.shape[0]
        with nogil:
            place_pairs(self.columns, rows)


cdef class WalkTables:
    """What graphs are built from: arrays that :mod:`paragen.tables.bilingual.graph.count` makes."""

    cdef SubPhraseTables view
    cdef size_t max_phrases
    cdef int64_t components
    cdef list _held

    def __init__(
        self, const int64_t[::1] offsets, const int32_t[::1] neighbours, const double[::1] counts, int32_t paraphrased,
        const int64_t[::1] rows, const int32_t[::1] vertices, const int32_t[::1] clusters, const int64_t[::1] seats,
        const int32_t[::1] seat_components, const int32_t[::1] seat_clusters, const int32_t[::1] occurrences, double least_ratio,
        double inflate_from, const int64_t[::1] units, const int32_t[::1] unit_vertices, const double[::1] unit_shares,
        size_t max_phrases,
    ):
        self._held = [
            offsets, neighbours, counts, rows, vertices, clusters, seats, seat_components, seat_clusters, occurrences, units,
            unit_vertices, unit_shares,
        ]
        if seats.shape[0] != paraphrased + 1 or occurrences.shape[0] != paraphrased or units.shape[0] != paraphrased + 1:
            sizes = f"{seats.shape[0]} seats, {occurrences.shape[0]} occurrences, {units.shape[0]} units"
            raise ValueError(f"{sizes} of {paraphrased}")
        for name, first, second in (
            ("counts", counts.shape[0], neighbours.shape[0]), ("clusters", clusters.shape[0], vertices.shape[0]),
            ("seat clusters", seat_clusters.shape[0], seat_components.shape[0]),
            ("unit shares", unit_shares.shape[0], unit_vertices.shape[0]),
        ):
            if first != second:
                raise ValueError(f"{first} {name}, expected {second}")
        if not 2 <= max_phrases <= _MOST_PHRASES:
            raise ValueError(f"graphs of {max_phrases} phrases at most, expected 2 to {_MOST_PHRASES}")
        self.view.offsets, self.view.rows, self.view.seats, self.view.units = &offsets[0], &rows[0], &seats[0], &units[0]
        if neighbours.shape[0]:
            self.view.neighbours, self.view.counts = &neighbours[0], &counts[0]
        if vertices.shape[0]:
            self.view.vertices, self.view.clusters = &vertices[0], &clusters[0]
        if seat_components.shape[0]:
            self.view.seat_components, self.view.seat_clusters = &seat_components[0], &seat_clusters[0]
        if paraphrased:
            self.view.occurrences = &occurrences[0]
        if unit_vertices.shape[0]:
            self.view.unit_vertices, self.view.unit_shares = &unit_vertices[0], &unit_shares[0]
        self.view.paraphrased = paraphrased
        self.view.least_ratio, self.view.inflate_from = least_ratio, inflate_from
        self.view.check(
            offsets.shape[0] - 1, neighbours.shape[0], rows.shape[0] - 1, vertices.shape[0], seat_clusters.shape[0],
            unit_vertices.shape[0],
        )
        self.components, self.max_phrases = rows.shape[0] - 1, max_phrases

    def count(self, int64_t begin, int64_t end) -> PairsOfSome:
        """Return the counts of pairs in the components from begin to end."""
        cdef PairsOfSome pairs = PairsOfSome()
        cdef unique_ptr[PairCounter] counter
        cdef int64_t component
        if not 0 <= begin <= end <= self.components:
            raise ValueError(f"components {begin} to {end} of {self.components}")
        counter.reset(new PairCounter(self.view, self.max_phrases, &pairs.columns))
        with nogil:
            for component in range(begin, end):
                counter.get().count(component)
            pairs.columns.shrink()
        return pairs

    def graphs(self, int64_t component, int32_t phrase) -> list[Graph]:
        """Return of each graph with the phrase its cluster, its phrases, those with inflation vertices, its features, weights,
        commute times and counts."""
        cdef vector[PickedGraph] found
        cdef list graphs = []
        cdef size_t i, n
        if not 0 <= component < self.components:
            raise ValueError(f"component {component} of {self.components}")
        with nogil:
            found = graphs_with(self.view, self.max_phrases, component, phrase)
        for i in range(found.size()):
            n = found[i].walk.graph.size
            if found[i].walk.counts.counts().size() != n * n:  # a walk without commute times
                continue
            graphs.append((
                found[i].cluster, list(found[i].phrases), list(found[i].walk.graph.inflates), list(found[i].walk.graph.features),
                matrix(found[i].walk.graph.weights, n), matrix(found[i].walk.times.times(), n),
                matrix(found[i].walk.counts.counts(), n),
            ))
        return graphs


def commute_times(const double[:, ::1] weights) -> tuple[Float64s, Float64s] | None:
    """Return the commute times and stationary probabilities of a walk; None where some vertex does not reach another."""
    cdef CommuteTimesC times
    cdef size_t n = weights.shape[0]
    cdef cbool good
    if n == 0 or weights.shape[1] != n:
        raise ValueError(f"{weights.shape[0]} x {weights.shape[1]} weights")
    with nogil:
        good = times.of(&weights[0, 0], n)
    return (matrix(times.times(), n), array_of(times.stationary().data(), n)) if good else None


def artificial_counts(const double[:, ::1] times) -> Float64s | None:
    """Return the counts of pairs with these commute times; None where they have no fixed point."""
    cdef ArtificialCountsC counts
    cdef size_t n = times.shape[0]
    cdef cbool good
    if n < 2 or times.shape[1] != n:
        raise ValueError(f"{times.shape[0]} x {times.shape[1]} commute times")
    with nogil:
        good = counts.of(&times[0, 0], n)
    return matrix(counts.counts(), n) if good else None


def interpolate(
    const int64_t[::1] offsets, const int32_t[::1] components, const int32_t[::1] others, const double[::1] counts,
    const int32_t[::1] vertices, const int64_t[::1] units, const int64_t[::1] begins, Py_ssize_t phrases,
) -> tuple[Int64s, Int32s, Float64s, Float64s]:
    """Return n(u,v) for some vertices u: how many others each has, the others, the counts; and m(v|u) for those that are phrases.

    Parameters
    ----------
    offsets, components, others, counts, vertices : the rows of each unit, and its vertex, as `PairCounts` has them.
    units, begins : the units of those vertices; where those of each begin, and the last end.
    phrases : how many of those vertices, from the first, are phrases.

    Raises
    ------
    ValueError : the arrays do not fit together.
    """
    cdef UnitRows rows
    cdef VertexColumns found
    cdef unique_ptr[Interpolator] interpolator
    cdef Py_ssize_t i, n = begins.shape[0] - 1
    cdef const int64_t* first = NULL
    if n < 0:
        raise ValueError("no place where units begin")
    if offsets.shape[0] != vertices.shape[0] + 1 or others.shape[0] != counts.shape[0] or components.shape[0] != counts.shape[0]:
        sizes = f"{offsets.shape[0]} offsets of {vertices.shape[0]} units, {others.shape[0]} others"
        raise ValueError(f"{sizes} of {counts.shape[0]}")
    for i in range(n):
        if not 0 <= begins[i] <= begins[i + 1] <= units.shape[0]:
            raise ValueError(f"vertex {i}: units that are not there")
    if counts.shape[0] == 0:
        return np.zeros(n, np.int64), np.empty(0, np.int32), np.empty(0), np.empty(0)
    if units.shape[0]:
        first = &units[0]
    rows.offsets, rows.vertices = &offsets[0], &vertices[0]
    rows.units, rows.rows = vertices.shape[0], counts.shape[0]
    rows.components, rows.others, rows.counts = &components[0], &others[0], &counts[0]
    interpolator.reset(new Interpolator(rows, &found))
    with nogil:
        for i in range(n):
            interpolator.get().add(first + begins[i], begins[i + 1] - begins[i], i < phrases)
    return (
        array_of(found.lengths.data(), found.lengths.size()), array_of(found.others.data(), found.others.size()),
        array_of(found.counts.data(), found.counts.size()), array_of(found.means.data(), found.means.size()),
    )
