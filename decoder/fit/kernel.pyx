"""How well each substitute fits its place: features, and the probability that a reader accepts it."""

import json
import struct
from array import array
from typing import NamedTuple

from cython.operator cimport dereference
from libc.math cimport INFINITY, exp, log, round as nearest
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libcpp.memory cimport unique_ptr
from libcpp.string_view cimport string_view
from libcpp.vector cimport vector

from paragen.decoder.fit.knowledge cimport Conditions, ConditionsView, EffectC, Knowledge, floats, log_odds, share_of_odds
from paragen.decoder.options cimport LexiconView, Options, SubstituteC, WindowC, best_offer, kOnlyAlone
from paragen.decoder.search cimport Decoder

from paragen.base.errors import ConfigError, FormatError
from paragen.base.packfile import PackFile, write_packfile
from paragen.decoder.features import FIT
from paragen.decoder.fit.knowledge import kinds_of_tags

KIND, VERSION = "fit", 4
ENOUGH_FOR_BOUND = 4000
"""Substitutes; tagging so many takes as long as what makes it needless."""

cdef double kLeastProbability = 1e-6  # lower bound, so that its log stays finite


cdef int read_marks(Options options, vector[uint8_t]* found) except -1:
    cdef const uint8_t[::1] marks
    found.clear()
    for sentence in options.sentences:
        for each in (sentence.before.marks, sentence.marks, sentence.after.marks):
            if each is None:
                found.resize(found.size() + <size_t>len(sentence.words), 0)
            elif len(each):
                marks = each
                found.insert(found.end(), &marks[0], &marks[0] + marks.shape[0])
    if found.size() != options.kernel.source.size():
        raise ConfigError("fit: these options' sentences were changed since they were looked up.")
    return 0


def feature_names(tables: Iterable[str], conditions: bool = False) -> tuple[str, ...]:
    """Return the names of the features, in the order of a row: two for each table, the others, and those of conditions."""
    names = [f"table:{name}" for name in tables] + [f"reverse:{name}" for name in tables]
    n = kFitFeaturesWithConditions if conditions else kFitFeatures
    return tuple(names + [fit_feature_name(i).decode() for i in range(n)])


cdef class FeatureReader:
    """Computes the features of substitutes.

    Parameters
    ----------
    decoder : the decoder whose tables and language model are queried.
    knowledge : what is known of English.
    n_tables : how many of the packed tables, from the first on, have features of their own; None: all.
    conditions : of exchanges, or None.
    with_conditions : whether rows have the features of conditions; None: if there are conditions.
    """

    cdef Decoder decoder
    cdef readonly Knowledge knowledge
    cdef object levels
    cdef LmLevels lm
    cdef readonly uint32_t n_tables
    cdef readonly bint with_conditions
    cdef readonly Conditions conditions  # type: Conditions | None
    cdef object kinds
    cdef ConditionsView conditions_view

    def __cinit__(
        self, Decoder decoder not None, Knowledge knowledge not None, n_tables: int | None = None, Conditions conditions=None,
        with_conditions: bool | None = None,
    ):
        cdef const uint64_t[::1] levels = decoder.lm._levels
        self.decoder, self.knowledge, self.levels = decoder, knowledge, decoder.lm._levels
        self.lm.lm, self.lm.levels = decoder.lm.view, &levels[0]
        self.n_tables = decoder.store.view.n_tables if n_tables is None else min(n_tables, decoder.store.view.n_tables)
        self.conditions, self.with_conditions = conditions, conditions is not None if with_conditions is None else with_conditions
        if conditions is not None:
            self.kinds = kinds_of_tags(knowledge.tagger.tags)
            self.conditions_view = conditions.of_tags(self.kinds)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the features."""
        return feature_names(self.decoder.features.tables[:self.n_tables], self.with_conditions)

    cdef FitFeatures features(self, Options options, vector[uint8_t]* marks) except *:
        """Return what computes the features of options, and set how their words are written."""
        if options.lexicon is not self.decoder.lexicon:
            raise ConfigError("fit: these options were looked up by another decoder.")
        read_marks(options, marks)
        return FitFeatures(
            self.lm, self.decoder.store.view, self.knowledge.view, self.n_tables, self.conditions_view, self.with_conditions,
        )

    def rows(self, Options options not None) -> array[float]:
        """Return the features of all substitutes: an array of float32, a row for each."""
        cdef vector[uint8_t] marks
        cdef FitFeatures features = self.features(options, &marks)
        cdef LexiconView names = options.names()
        cdef vector[float] rows
        with nogil:
            features.rows(options.kernel, names, marks.data(), &rows)
        return floats(rows)


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
    cdef Leaves leaves, bound
    cdef bint has_bound
    cdef size_t n_judged
    cdef readonly Knowledge knowledge
    cdef readonly tuple features  # type: tuple[str, ...]
    cdef readonly dict meta  # type: dict[str, Any]
    cdef object packfile, arrays

    def __cinit__(self, path: StrPath):
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

    cdef const Leaves* leaves_without_tags(self, const FitFeatures& features, size_t n_substitutes) except? NULL:
        """Return the leaves of a bound of the forest, whatever the tags of so many more substitutes; NULL while there are too few
        for it to be worth its making."""
        self.n_judged += n_substitutes
        if not self.has_bound and self.n_judged >= ENOUGH_FOR_BOUND:
            self.bound, self.has_bound = bound_leaves(self.forest, features.of_tags()), True
        return &self.bound if self.has_bound else NULL

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
    def n_tables(self) -> int:
        """How many tables it knows."""
        return sum(name.startswith("table:") for name in self.features)

    @property
    def has_conceivable(self) -> bool:
        """Whether it can say how likely a substitute is conceivable."""
        return "conceivable.levels" in self.packfile.sizes

    def conceivable(self, double confidence) -> float | None:
        """Return the probability that a substitute of some confidence is conceivable: that at least one of ten people accepts
        it, asked as in SWORDS [L21]; None if the fit has not learnt that."""
        return nearest(self.lenient.probability(confidence) * 1e4) / 1e4 if self.lenient.n else None

    def __repr__(self):
        return f"<paragen.decoder.fit.kernel.Fit {self.packfile.path!r}>"

    @property
    def digest(self) -> str:
        """The checksum of the file."""
        return self.packfile.digest

    def verify(self) -> None:
        """Check every byte of the file; raise FormatError at the first section that was altered."""
        self.packfile.verify()

    @property
    def has_conditions(self) -> bool:
        """Whether it was learnt with the features of conditions."""
        return "condition_estimate" in self.features

    def scorer(self, Decoder decoder not None, Conditions conditions=None) -> FitScorer:
        """Return what scores the options of a decoder, with the conditions of exchanges if there are any.

        Raises
        ------
        ConfigError : the decoder's packed tables do not begin with those that the fit was made for.
        """
        return FitScorer(self, decoder, conditions)


cpdef double confidence_base(double least) noexcept:
    """Return the probability that the feature ``fit`` scores as 0; surer edits are worth making.

    It is ``least``, below which edits are forbidden, or 1/2 if none are forbidden.
    """
    return least or 0.5


cdef double shifted(double share, double change) noexcept:
    """Return the probability whose log odds are those of ``share``, changed; 0 stays 0."""
    if change == 0 or share == 0:
        return share
    return share_of_odds(log_odds(share) + change)


cdef class FitScorer:
    """The fit of one decoder's options."""

    cdef readonly Fit fit
    cdef FeatureReader reader

    def __cinit__(self, Fit fit not None, Decoder decoder not None, Conditions conditions=None):
        self.fit, self.reader = fit, FeatureReader(decoder, fit.knowledge, fit.n_tables, conditions, fit.has_conditions)
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

    cdef _read(self, Options options, vector[float]* changes, double least=0):
        """Return the probability of each substitute; 0 for those that a condition bans, and for those that are left out, as they
        are forbidden or cannot be as sure as ``least``.

        changes : becomes, for each, how conditions change its log odds; minus infinity: they ban it.
        """
        cdef size_t n = options.kernel.substitutes.size()
        cdef LexiconView names = options.names()
        cdef vector[uint8_t] marks
        cdef FitFeatures features = self.reader.features(options, &marks)
        cdef const Leaves* bound = self.fit.leaves_without_tags(features, n) if least > 0 else NULL
        cdef unique_ptr[Probabilities] kernel
        cdef double[::1] found
        made = array("d", bytes(8 * n))
        found = made
        changes.resize(n)
        kernel.reset(new Probabilities(features, self.fit.forest.levels, self.fit.leaves, bound, least))
        with nogil:
            kernel.get().run(options.kernel, names, marks.data(), &found[0] if n else NULL, changes.data())
        return made

    def probabilities(self, Options options not None) -> array[float]:
        """Return the probability of each substitute (an array of float64)."""
        cdef vector[float] changes
        return self._read(options, &changes)

    def conditions(
        self, Options options not None, int begin, int end, words: Sequence[str],
    ) -> tuple[int, int, list[tuple[str, int]]] | None:
        """Return what the conditions say of a substitute of the first sentence.

        Returns
        -------
        In what percentage of places the exchange is right where no condition holds, in what percentage of places like this one,
        and (condition, percentage where it holds; 0 where it bans the edit) of each that holds; None: nobody wrote any for it.
        """
        cdef LexiconView names = options.names()
        cdef vector[uint8_t] marks
        cdef vector[EffectC] effects
        cdef ConditionEstimate found
        cdef EffectC effect
        cdef uint32_t number
        if self.reader.conditions is None or not self.reader.with_conditions:
            return None
        for first, last, start, stop in options.groups(0):
            for number in range(start, stop) if (first, last) == (begin, end) else ():
                if tuple(options.words(number)) != tuple(words):
                    continue
                read_marks(options, &marks)
                found = explained(
                    self.reader.conditions_view, self.fit.knowledge.view.tagger, options.kernel, names, marks.data(), number,
                    &effects,
                )
                if found.usual < 0:
                    return None
                written = self.reader.conditions.names
                return round(found.usual), round(found.place), [
                    (written[effect.condition], 0 if effect.never else round(100 * shifted(found.usual / 100, effect.change())))
                    for effect in effects
                ]
        return None

    def score(self, Options options not None, double least=0) -> array[float]:
        """Set the feature ``fit`` to log(probability / ``least``) of each substitute; forbid those less sure than ``least``.

        So every edit that is sure enough is worth making, the surer the more, and two barely sure ones are worth less than a
        very sure one. If a table that the fit does not know offers a substitute, the score there, changed by the conditions that
        hold, is its probability if it exceeds the fit's.

        Parameters
        ----------
        options : of the scorer's decoder.
        least : a probability; 0 forbids none, and the feature divides by 1/2.

        Returns
        -------
        array of float64: the probability of each substitute; where ``least`` is not 0, it may be 0 for a forbidden one.
        """
        cdef vector[float] changes
        made = self._read(options, &changes, least)
        cdef double[::1] found = made
        cdef size_t i, n = found.shape[0]
        cdef vector[double] logs
        logs.resize(n)
        options.confidence_base = confidence_base(least)
        for i in range(n):
            if changes[i] > -INFINITY:
                found[i] = max(found[i], shifted(self._stated(options, i), changes[i]))
            if changes[i] == -INFINITY or found[i] < least:
                options._forbid(i)
            logs[i] = log((found[i] if found[i] > kLeastProbability else kLeastProbability) / options.confidence_base)
        options.score_column(FIT, logs.data(), n)
        return made

    def limit_sentence_confidence(
        self, Options options not None, const double[::1] probabilities: array[float], double least, double least_product,
        double new_word_bonus=1, uint32_t most_new=0,
    ) -> None:
        """Forbid edits that would make those of a sentence, together, less sure than ``least_product``.

        Starting from the surest allowed edit of a sentence, the next surest that can be made beside it are counted in while the
        product of their probabilities is at least ``least_product``; those that are less sure are forbidden.

        Parameters
        ----------
        options : scored options; everything else that forbids substitutes must have run.
        probabilities : of each substitute, from :meth:`score`.
        least, least_product : probabilities; 0 for ``least_product`` forbids none.
        new_word_bonus : how many times surer an edit that brings a new content word counts in the order.
        most_new : after how many such edits no more are counted in; 0: no limit.
        """
        cdef LexiconView names = options.names()
        cdef SentenceConfidenceLimit sure
        cdef SentenceLimitsC limits
        cdef vector[uint8_t] too_much
        cdef size_t i, n = options.kernel.substitutes.size()
        if <size_t>probabilities.shape[0] != n:
            raise ConfigError(f"fit: found {probabilities.shape[0]} probabilities, expected {n}: one for each substitute.")
        if not 1 <= new_word_bonus < INFINITY:
            raise ConfigError(f"fit: found the bonus {new_word_bonus}, expected a number of at least 1.")
        if least_product <= 0 or n == 0:
            return
        limits.least, limits.least_product = least, least_product
        limits.new_word_bonus, limits.most_new = new_word_bonus, most_new
        with nogil:
            sure.run(options.kernel, names, &probabilities[0], limits, &too_much)
        for i in range(n):
            if too_much[i]:
                options._forbid(i, kOnlyAlone)


class SingleEdit(NamedTuple):
    """An edit that is sure enough to be the only one of a sentence: its number among the options, source words [begin, end),
    target words, what each scorer gave it (natural logs), and the stems of the content words that it brings; where it brings none
    and puts those that are there in another order, a sign that no word has."""

    number: int
    begin: int
    end: int
    words: tuple[str, ...]
    scores: tuple[float, ...]
    stems: frozenset[str]


def single_edits(Options options not None, size_t sentence) -> list[SingleEdit]:
    """Return the edits that may be made in a sentence, one at a time; the surest first.

    That includes those that :meth:`FitScorer.limit_sentence_confidence` forbids beside surer ones.

    Parameters
    ----------
    options : scored by a fit.
    sentence : its number among the options' sentences; it has one window.

    Raises
    ------
    ConfigError : options that were not scored.
    """
    cdef LexiconView names = options.names()
    cdef NewContentWords content
    cdef vector[string_view] stems
    cdef const SubstituteC* at
    cdef const uint32_t* before
    cdef const double* scores
    cdef WindowC window
    cdef size_t k
    cdef uint32_t number, first, last
    if FIT not in options.scored:
        raise ConfigError("single_edits: found options that no fit has scored. Score them first.")
    first, last = options.numbers(sentence)
    if first == last:
        return []
    window = options.kernel.windows[options.first_window[sentence]]
    content.read(&options.kernel.source[window.source_begin], window.end - window.begin, names)
    found = []
    for number in range(first, last):
        if not options.kernel.allows_alone(number):
            continue
        at, scores = &options.kernel.substitutes[number], options.kernel.scores_of(number)
        before = &options.kernel.source[window.source_begin + at.begin - window.begin]
        content.stems(before, at.end - at.begin, &options.kernel.words[at.words_begin], at.n_words, names, &stems)
        found.append(SingleEdit(
            number, at.begin, at.end, options.target(number), tuple([scores[k] for k in range(options.kernel.n_scorers)]),
            frozenset([stems[k].data()[:stems[k].size()].decode("utf-8", "surrogateescape") for k in range(stems.size())]),
        ))
    fit = options.scorers.index(FIT)
    return sorted(found, key=lambda edit: -edit.scores[fit])


def write_fit(
    path: StrPath, features: Iterable[str], Knowledge knowledge not None, roots: Iterable[int],
    branches: Iterable[tuple[int, float, int, int]], leaves: Iterable[float], levels: Iterable[tuple[float, float]],
    meta: Mapping[str, Any], conceivable: Iterable[tuple[float, float]] = (),
) -> None:
    """Write a fit to the packed file ``path``, atomically.

    Parameters
    ----------
    features : the names of the features, in the order of a row.
    knowledge : what the features know of English.
    roots : for each tree (at most 32 leaves) the number of its root branch, or ~ that of a leaf.
    branches : (feature's number, threshold, left, right) of each; children as roots, branches after their only parent;
        thresholds below infinity.
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
