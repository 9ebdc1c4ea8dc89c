"""How well each substitute fits its place: features, and the probability that a reader accepts it; and what is known of English for
that: parts of speech, common pairs of words, similar words, rated exchanges."""

import json
import struct
from array import array

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.math cimport exp, log, round as nearest
from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t
from libcpp.memory cimport unique_ptr
from libcpp.string_view cimport string_view
from libcpp.vector cimport vector

from paragen.decoder.options cimport LexiconView, Options, best_offer
from paragen.decoder.search cimport Decoder
from paragen.text.kernel cimport Tagger, TagWord, tag_word

from paragen.base.errors import ConfigError, FormatError
from paragen.base.packfile import PackFile, write_packfile
from paragen.decoder.features import FIT
from paragen.text.kernel import read_tagger

KIND, VERSION = "fit", 3
KNOWLEDGE_KIND, KNOWLEDGE_VERSION = "english", 3
VECTOR_SIZE = kVectorSize
LABELS = (
    "base", "present", "third", "past", "participle", "ing", "modal", "to", "singular", "plural", "adjective", "adverb",
    "determiner", "pronoun", "preposition", "other",
)
"""Coarse parts of speech, in the order of their numbers."""
COMPANIONS, SENTENCE_END, GROUPS_BEGIN, NEVER = kCompanions, kSentenceEnd, kGroupsBegin, kNever

cdef double kLeastProbability = 1e-6  # lower bound, so that its log stays finite


cdef TagWord form_of(str word):
    cdef bytes data = word.encode("utf-8", "surrogateescape")
    return tag_word(data, len(data), 0)


cdef class Knowledge:
    """The named arrays of a packed file; see tagger.hh and knowledge.hh.

    Parameters
    ----------
    packfile : an open packed file of this kind, or of a fit.

    Raises
    ------
    FormatError : a malformed array.
    """

    def __cinit__(self, packfile):
        cdef const uint32_t[::1] pairs = packfile.section("pairs", "I")
        cdef const uint32_t[::1] forms = packfile.section("vectors.forms", "I")
        cdef const int8_t[::1] words = packfile.section("vectors.words", "b")
        cdef const int8_t[::1] near = packfile.section("vectors.near", "b")
        self.tagger = read_tagger(packfile, "tagger.weights")
        self.packfile, self.pairs, self.forms, self.words, self.near = packfile, pairs, forms, words, near
        if pairs.shape[0] & (pairs.shape[0] - 1):
            raise self._error(packfile, f"{pairs.shape[0]} slots of pairs")
        if not words.shape[0] == near.shape[0] == forms.shape[0] * <Py_ssize_t>kVectorSize:
            raise self._error(packfile, f"{words.shape[0]} and {near.shape[0]} numbers of {forms.shape[0]} vectors")
        self.view.tagger = self.tagger.view
        self.view.pairs.n_slots = pairs.shape[0]
        self.view.pairs.slots = &pairs[0] if pairs.shape[0] else NULL
        self.view.vectors.n_words = forms.shape[0]
        if forms.shape[0]:
            self.view.vectors.forms, self.view.vectors.words, self.view.vectors.near = &forms[0], &words[0], &near[0]
        self._set_usage(packfile.section("usage.labels", "B"), packfile.section("usage.forms", "I"), packfile.section("usage.rows", "B"))
        self._set_ratings(packfile.section("ratings", "Q"))

    @staticmethod
    def _error(packfile, found):
        return FormatError(packfile.path, found, "what was packed", "Make it again.")

    @staticmethod
    def open(path):
        """Open the packed file ``path``; raise FormatError if it is not one."""
        return Knowledge(PackFile(path, KNOWLEDGE_KIND, KNOWLEDGE_VERSION, "python -m paragen.recipes.english"))

    def with_ratings(self, ratings):
        """Return a copy with further ratings, as :func:`write_knowledge` takes them; they override those it has."""
        cdef Knowledge made = Knowledge(self.packfile)
        made._set_ratings(_ratings(ratings, self.view.ratings))
        return made

    cdef int _set_usage(self, const uint8_t[::1] labels, const uint32_t[::1] forms, const uint8_t[::1] rows) except -1:
        if labels.shape[0] != <Py_ssize_t>len(self.tagger.tags):
            raise self._error(self.packfile, f"{labels.shape[0]} labels of {len(self.tagger.tags)} tags")
        if rows.shape[0] != forms.shape[0] * <Py_ssize_t>kUsageRow:
            raise self._error(self.packfile, f"{rows.shape[0]} bytes of {forms.shape[0]} words")
        self.usage = labels, forms, rows
        self.view.usage.labels, self.view.usage.n_tags, self.view.usage.n_words = &labels[0], labels.shape[0], forms.shape[0]
        if forms.shape[0]:
            self.view.usage.forms, self.view.usage.rows = &forms[0], &rows[0]
        return 0

    cdef int _set_ratings(self, const uint64_t[::1] slots) except -1:
        if slots.shape[0] & (slots.shape[0] - 1):
            raise self._error(self.packfile, f"{slots.shape[0]} slots of ratings")
        self.ratings = slots
        self.view.ratings.n_slots, self.view.ratings.slots = slots.shape[0], &slots[0] if slots.shape[0] else NULL
        return 0

    def sections(self):
        """Return the named arrays by which a packed file holds it."""
        return _sections(self.tagger, self.pairs, self.forms, self.words, self.near, self.usage, self.ratings)


def write_knowledge(path, Tagger tagger not None, pairs, vectors, ratings=(), labels=None, usage=None):
    """Write what is known of English to the packed file ``path``, atomically.

    Parameters
    ----------
    tagger : says what part of speech a word is.
    pairs : (left word, right word, level from 1 to 255) of pairs, the most common first.
    vectors : by word, what it is like and what stands around it: two sequences of ``VECTOR_SIZE`` numbers from -1 to 1.
    ratings : (source, target, usual, best) of exchanges, words with a space between them: in what percentage of places the
        exchange is right, and how good it is where it fits best, from 0 to 100.
    labels : for each of the tagger's tags the number of one of ``LABELS``; None: "other" for all.
    usage : by word, how it is used: a row of bytes, see knowledge.hh; None: of no word.

    Raises
    ------
    ConfigError : an invalid level, vector, rating, label or row.
    """
    cdef unique_ptr[CollocationBuilder] builder
    cdef TagWord left, right
    cdef uint8_t level
    pairs = list(pairs)
    builder.reset(new CollocationBuilder(len(pairs)))
    for one, other, height in pairs:
        if not 1 <= height <= 255:
            raise ConfigError(f"pairs: found level {height} of {one} {other}, expected 1 to 255.")
        left, right, level = form_of(one), form_of(other), height
        builder.get().add(left, right, level)
    cdef RatingView unrated
    rated = _ratings(ratings, unrated)
    rows = {}
    for word, (like, near) in vectors.items():
        rows.setdefault(form_of(word).form, (_bytes(like), _bytes(near)))
    order = sorted(rows)
    labels = bytes([kUsageLabels - 1] * len(tagger.tags)) if labels is None else bytes(labels)
    if len(labels) != len(tagger.tags) or max(labels) >= kUsageLabels:
        raise ConfigError(f"labels: found {list(labels)}, expected one of {kUsageLabels} for each of {len(tagger.tags)} tags.")
    used = {}
    for word, row in (usage or {}).items():
        if len(row) != kUsageRow or row[0] > kCompanions - kGroupsBegin:
            raise ConfigError(f"usage: found {len(row)} bytes of {word}, group {row[:1].hex()}, expected {kUsageRow}.")
        used.setdefault(form_of(word).form, row)
    known = sorted(used)
    write_packfile(path, KNOWLEDGE_KIND, KNOWLEDGE_VERSION, _sections(
        tagger, array("I", builder.get().slots), array("I", order),
        b"".join(rows[form][0] for form in order), b"".join(rows[form][1] for form in order),
        (labels, array("I", known), b"".join(used[form] for form in known)), rated,
    ))


cdef _ratings(ratings, const RatingView& others):
    """Return the slots of ``ratings``, and of those of ``others`` that they do not override."""
    cdef unique_ptr[RatingBuilder] builder
    cdef bytes source, target
    ratings = list(ratings)
    builder.reset(new RatingBuilder(len(ratings) + others.n_keys()))
    for before, after, usual, best in ratings:
        if not (0 <= usual <= 100 and 0 <= best <= 100):
            raise ConfigError(f"ratings: found {usual} and {best} of {before} -> {after}, expected 0 to 100.")
        source, target = before.encode("utf-8", "surrogateescape"), after.encode("utf-8", "surrogateescape")
        builder.get().add(string_view(source, len(source)), string_view(target, len(target)), usual, best)
    builder.get().add_all(others)
    return array("Q", builder.get().slots)


def _sections(tagger, pairs, forms, words, near, usage, ratings):
    names, weights = tagger.sections()
    return [("tags", names[1]), ("tagger.weights", weights[1]), ("pairs", pairs), ("vectors.forms", forms),
            ("vectors.words", words), ("vectors.near", near), ("usage.labels", usage[0]), ("usage.forms", usage[1]),
            ("usage.rows", usage[2]), ("ratings", ratings)]


def _bytes(numbers):
    found = array("b", [max(-127, min(127, round(127 * number))) for number in numbers])
    if len(found) != VECTOR_SIZE:
        raise ConfigError(f"vectors: found one of {len(found)} numbers, expected {VECTOR_SIZE}.")
    return found.tobytes()


cdef int read_marks(Options options, vector[uint8_t]* found) except -1:
    cdef const uint8_t[::1] marks
    found.clear()
    for sentence in options.sentences:
        if sentence.marks is None:
            found.resize(found.size() + <size_t>len(sentence.words), 0)
            continue
        marks = sentence.marks
        if marks.shape[0]:
            found.insert(found.end(), &marks[0], &marks[0] + marks.shape[0])
    if found.size() != options.kernel.source.size():
        raise ConfigError("fit: these options' sentences were changed since they were looked up.")
    return 0


def feature_names(tables):
    """Return the names of the features, in the order of a row: two for each table, then the others."""
    names = [f"table:{name}" for name in tables] + [f"reverse:{name}" for name in tables]
    return tuple(names + [fit_feature_name(i).decode() for i in range(kFitFeatures)])


cdef class FeatureReader:
    """Computes the features of substitutes.

    Parameters
    ----------
    decoder : the decoder whose tables and language model are queried.
    knowledge : what is known of English.
    n_tables : how many of the packed tables, from the first on, have features of their own; None: all.
    """

    cdef Decoder decoder
    cdef readonly Knowledge knowledge
    cdef object levels
    cdef LmLevels lm
    cdef readonly uint32_t n_tables

    def __cinit__(self, Decoder decoder not None, Knowledge knowledge not None, n_tables=None):
        cdef const uint64_t[::1] levels = decoder.lm._levels
        self.decoder, self.knowledge, self.levels = decoder, knowledge, decoder.lm._levels
        self.lm.lm, self.lm.levels = decoder.lm.view, &levels[0]
        self.n_tables = decoder.store.view.n_tables if n_tables is None else min(n_tables, decoder.store.view.n_tables)

    @property
    def names(self):
        """The names of the features."""
        return feature_names(self.decoder.features.tables[:self.n_tables])

    cdef int read(self, Options options, vector[float]* rows) except -1:
        cdef FitFeatures features = FitFeatures(self.lm, self.decoder.store.view, self.knowledge.view, self.n_tables)
        cdef LexiconView names = options.names()
        cdef vector[uint8_t] marks
        if options.lexicon is not self.decoder.lexicon:
            raise ConfigError("fit: these options were looked up by another decoder.")
        read_marks(options, &marks)
        with nogil:
            features.rows(options.kernel, names, marks.data(), rows)
        return 0

    def rows(self, Options options not None):
        """Return the features of all substitutes: an array of float32, a row for each."""
        cdef vector[float] rows
        self.read(options, &rows)
        found = array("f")
        found.frombytes(PyBytes_FromStringAndSize(<const char*>rows.data(), rows.size() * sizeof(float)))
        return found


cdef class Fit:
    """Gives every substitute the probability that a reader accepts it, alone in its sentence.

    Parameters
    ----------
    path : a packed file, as :func:`write_fit` writes it.

    Raises
    ------
    FormatError : the file is no packed fit, or was altered.
    """

    cdef ForestView forest
    cdef LevelsView lenient
    cdef Leaves leaves
    cdef readonly Knowledge knowledge
    cdef readonly tuple features
    cdef readonly dict meta
    cdef object packfile, arrays

    def __cinit__(self, path):
        cdef const int32_t[::1] roots
        cdef const uint8_t[::1] branches
        cdef const float[::1] leaves
        cdef const char* fault
        self.packfile = PackFile(path, KIND, VERSION, "paragen fit")
        self.meta = self._meta()
        self.features = tuple(self.meta["features"])
        self.knowledge = Knowledge(self.packfile)
        roots, leaves = self.packfile.section("forest.roots", "i"), self.packfile.section("forest.leaves", "f")
        branches = self.packfile.section("forest.branches", "IfII")
        self.arrays = [roots, leaves, branches]
        self.forest.n_features = <uint32_t>len(self.features)
        self.forest.n_trees, self.forest.n_leaves = roots.shape[0], leaves.shape[0]
        self.forest.n_branches = branches.shape[0] // 16
        self.forest.roots = &roots[0] if roots.shape[0] else NULL
        self.forest.leaves = &leaves[0] if leaves.shape[0] else NULL
        self.forest.branches = <const BranchC*>&branches[0] if branches.shape[0] else NULL
        self.forest.levels = self._levels("forest.levels")
        fault = self.forest.fault()
        if fault == NULL and self.has_conceivable:
            self.lenient = self._levels("conceivable.levels")
            fault = self.lenient.fault()
        if fault != NULL:
            raise self._error(fault.decode())
        self.leaves = Leaves(self.forest)

    cdef LevelsView _levels(self, str section):
        cdef const uint8_t[::1] points = self.packfile.section(section, "ff")
        cdef LevelsView view
        self.arrays.append(points)
        view.n = points.shape[0] // 8
        view.points = <const LevelC*>&points[0] if view.n else NULL
        return view

    def _meta(self):
        try:
            meta = json.loads(bytes(self.packfile.section("meta")))
            names, bounds = meta["features"], [meta["min_confidence"], meta.setdefault("min_sentence_confidence", 0.0)]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise self._error("a description that cannot be read") from None
        if not (isinstance(names, list) and all(isinstance(name, str) for name in names)
                and all(isinstance(bound, float) and 0 <= bound <= 1 for bound in bounds)):
            raise self._error("a description with values that cannot be")
        return meta

    def _error(self, found):
        return FormatError(self.packfile.path, found, "a packed fit", "Make it again with `paragen fit`.")

    def __reduce__(self):
        return Fit, (self.packfile.path,)

    @property
    def n_tables(self):
        """How many tables it knows."""
        return sum(name.startswith("table:") for name in self.features)

    @property
    def has_conceivable(self):
        """Whether it can say how likely a substitute is conceivable."""
        return "conceivable.levels" in self.packfile.sizes

    def conceivable(self, double confidence):
        """Return the probability that a substitute of some confidence is conceivable: that at least one of ten people accepts
        it, asked as in SWORDS [L21]; None if the fit has not learnt that."""
        return nearest(self.lenient.probability(confidence) * 1e4) / 1e4 if self.lenient.n else None

    def __repr__(self):
        return f"<paragen.decoder.fit.kernel.Fit {self.packfile.path!r}>"

    @property
    def digest(self):
        """The checksum of the file."""
        return self.packfile.digest

    def verify(self):
        """Check every byte of the file; raise FormatError at the first section that was altered."""
        self.packfile.verify()

    def scorer(self, Decoder decoder not None):
        """Return what scores the options of a decoder.

        Raises
        ------
        ConfigError : the decoder's packed tables do not begin with those that the fit was made for.
        """
        return FitScorer(self, decoder)


cpdef double confidence_base(double least) noexcept:
    """Return the probability that the feature ``fit`` scores as 0; surer edits are worth making. It is ``least``, below which edits
    are forbidden, or 1/2 if none are forbidden."""
    return least or 0.5


cdef class FitScorer:
    """The fit of one decoder's options."""

    cdef readonly Fit fit
    cdef FeatureReader reader

    def __cinit__(self, Fit fit not None, Decoder decoder not None):
        self.fit, self.reader = fit, FeatureReader(decoder, fit.knowledge, fit.n_tables)
        if fit.features != self.reader.names:
            missing = sorted(set(fit.features) ^ set(self.reader.names))
            raise ConfigError(
                f"fit: found a fit of other tables or features ({', '.join(missing[:4])}), expected those of the model. "
                "Make it again with `paragen fit`."
            )

    cdef double _stated(self, Options options, uint32_t substitute):
        """Return the best score from tables that the fit does not know, rounded to the digits a float32 has; 0 if none of them
        offers it."""
        return nearest(exp(<double>best_offer(options.kernel, substitute, self.reader.n_tables)) * 1e6) / 1e6

    def probabilities(self, Options options not None):
        """Return the probability of each substitute (an array of float64)."""
        cdef vector[float] rows
        cdef size_t i, n = options.kernel.substitutes.size()
        cdef double[::1] found
        made = array("d", bytes(8 * n))
        found = made
        self.reader.read(options, &rows)
        with nogil:
            self.fit.leaves.sums(rows.data(), n, &found[0] if n else NULL)
            for i in range(n):
                found[i] = self.fit.forest.levels.probability(found[i])
        return made

    def score(self, Options options not None, double least=0):
        """Set the feature ``fit`` to log(probability / ``least``) of each substitute; forbid those less sure than ``least``.

        So every edit that is sure enough is worth making, the surer the more, and two barely sure ones are worth less than a
        very sure one. If a table that the fit does not know offers a substitute, the score there is its probability if it
        exceeds the fit's.

        Parameters
        ----------
        options : of the scorer's decoder.
        least : a probability; 0 forbids none, and the feature divides by 1/2.

        Returns
        -------
        array of float64: the probability of each substitute.
        """
        made = self.probabilities(options)
        cdef double[::1] found = made
        cdef size_t i, n = found.shape[0]
        cdef vector[double] logs
        logs.resize(n)
        options.confidence_base = confidence_base(least)
        for i in range(n):
            found[i] = max(found[i], self._stated(options, i))
            if found[i] < least:
                options._forbid(i)
            logs[i] = log((found[i] if found[i] > kLeastProbability else kLeastProbability) / options.confidence_base)
        options.score_column(FIT, logs.data(), n)
        return made

    def limit_sentence_confidence(self, Options options not None, const double[::1] probabilities, double least, double least_product):
        """Forbid edits that would make those of a sentence, together, less sure than ``least_product``.

        Starting from the surest allowed edit of a sentence, the next surest that can be made beside it are counted in while the
        product of their probabilities is at least ``least_product``; those that are less sure are forbidden.

        Parameters
        ----------
        options : scored options; everything else that forbids substitutes must have run.
        probabilities : of each substitute, from :meth:`score`.
        least, least_product : probabilities; 0 for ``least_product`` forbids none.
        """
        cdef LexiconView names = options.names()
        cdef SentenceConfidenceLimit sure
        cdef vector[uint8_t] too_much
        cdef size_t i, n = options.kernel.substitutes.size()
        if <size_t>probabilities.shape[0] != n:
            raise ConfigError(f"fit: found {probabilities.shape[0]} probabilities, expected {n}: one for each substitute.")
        if least_product <= 0 or n == 0:
            return
        with nogil:
            sure.run(options.kernel, names, &probabilities[0], least, least_product, &too_much)
        for i in range(n):
            if too_much[i]:
                options._forbid(i)


def write_fit(path, features, Knowledge knowledge not None, roots, branches, leaves, levels, meta, conceivable=()):
    """Write a fit to the packed file ``path``, atomically.

    Parameters
    ----------
    features : the names of the features, in the order of a row.
    knowledge : what the features know of English.
    roots : for each tree (at most 32 leaves) the number of its root branch, or ~ that of a leaf.
    branches : (feature's number, threshold, left, right) of each; children as roots, branches after their only parent; thresholds below infinity.
    leaves : what each adds.
    levels : (sum, probability), both rising: what a sum is worth.
    meta : what is known of the fit, ready for JSON; ``min_confidence`` and ``min_sentence_confidence`` are
        the defaults for an edit, and for a sentence's edits together; without the latter it is 0.
    conceivable : (confidence, probability), both rising: how likely a substitute of such confidence is conceivable; or empty.
    """
    def line(points):
        return b"".join(struct.pack("<ff", *point) for point in points)

    write_packfile(path, KIND, VERSION, [
        ("meta", json.dumps({**meta, "features": list(features)}).encode()),
        *knowledge.sections(),
        ("forest.roots", array("i", roots)),
        ("forest.branches", b"".join(struct.pack("<Ifii", *branch) for branch in branches)),
        ("forest.leaves", array("f", leaves)),
        ("forest.levels", line(levels)),
        *([("conceivable.levels", line(conceivable))] if conceivable else []),
    ])
