"""Beam search over the paraphrases of a sentence [Z08 section 3], after Pharaoh: monotone, one stack a covered word."""

import math

from cython.operator cimport dereference
from libc.stdint cimport uint8_t, uint32_t
from libcpp.memory cimport unique_ptr
from libcpp.vector cimport vector

from paragen.base.vocabulary cimport VocabularyView
from paragen.decoder.options cimport (
    FilterC, Lexicon, LexiconView, Options, OptionSet, OptionSource, WindowC, altered, collect_options, lexicon_id, words_of,
)
from paragen.lm.model cimport LanguageModel
from paragen.tables.store.store cimport StoreView, TableStore

from paragen.base.errors import ConfigError
from paragen.base.threads import pause
from paragen.decoder.derivation import Derivation, Part, Rewriting, Substitute
from paragen.decoder.features import FeatureList
from paragen.decoder.pieces import search_pieces
from paragen.decoder.sentence import SYNTAX, SentenceInput
from paragen.decoder.settings import SearchSettings
from paragen.tables.store.store import LABEL_MARK

Pair = "tuple[Sequence[str], Sequence[str], float]"

__all__ = ["Decoder", "Derivation", "FeatureList", "Rewriting", "SentenceInput", "SearchSettings", "Substitute"]

cdef extern from "decoder/table_source.hh" namespace "paragen" nogil:
    cdef cppclass StoreSource(OptionSource):
        StoreSource(const StoreView& store, const VocabularyView& words, const vector[uint8_t]& use) except +

    cdef cppclass PairSource(OptionSource):
        PairSource(uint32_t n_tables, uint32_t n_words) except +
        uint32_t add_phrase(const vector[uint32_t]& words) except +
        void add(uint32_t table, uint32_t phrase, const vector[uint32_t]& target, float logscore) except +
        void finish() except +


cdef extern from "decoder/ranking.hh" namespace "paragen" nogil:
    void limit_phrases(const FeatureListC& features, const LexiconView& names, uint32_t limit, OptionSet* set) except +


cdef int check_signals() except -1 with gil:
    pause()
    return 0


cdef class _Searcher:
    """Owns one kernel search and the memory it reuses from sentence to sentence."""

    cdef unique_ptr[Search] search

    def __cinit__(self):
        self.search.reset(new Search(check_signals))


cdef int search_windows(
    const ProblemC& problem, Search* search, WindowSearch* each, const OptionSet& options, const vector[uint32_t]& windows,
    uint32_t n, bint by_edits, vector[vector[ResultC]]* results,
) except -1 nogil:
    cdef size_t i
    results.resize(windows.size())
    for i in range(windows.size()):
        each.run(problem, options, options.windows[windows[i]], n, by_edits, search, &dereference(results)[i])
    return 0


cdef class Decoder:
    """Searches for the best paraphrases of sentences under one model and one set of weights.

    Parameters
    ----------
    store, lm : the packed tables and the language model, whose words have the same ids.
    features : the names of the features: of the packed tables first, then of those of ``pairs``.
    weights : by feature name.
    floors : by table name, the value of the table's feature if no substitute of it is used (natural log); 0, or none given:
        off.
    disabled : names of tables that offer nothing; their floors must be off.
    pairs : tables given at load time: for each an iterable of (source words, target words, score in (0, 1]). Of a pair given
        twice the better score counts. Words may be ones that no model knows.
    syntax : by name of a packed table, one of :data:`paragen.decoder.sentence.SYNTAX`: what is offered for a span of a
        sentence whose labels are known; default "any".

    Raises
    ------
    ConfigError : weights, floors, pairs or syntax that do not fit the features, or a number out of range.
    """

    def __cinit__(
        self, TableStore store not None, LanguageModel lm not None, features: FeatureList, weights: Mapping[str, float],
        floors: Mapping[str, float] | None = None, disabled: Sequence[str] = (), pairs: Iterable[Iterable[Pair]] = (),
        syntax: Mapping[str, str] | None = None, Decoder like=None,
    ):
        if like is not None:
            self._share(like)
            self._weigh(weights)
            return
        if not isinstance(features, FeatureList):
            raise TypeError(f"features must be a FeatureList, not {type(features).__name__}")
        pairs, floors = list(pairs), dict(floors or {})
        self.store, self.lm, self.features, self.floors, self.idle = store, lm, features, floors, []
        self.lexicon = Lexicon(store.vocabulary)
        if len(features.tables) != store.view.n_tables + len(pairs):
            raise ConfigError(
                f"decoder: found {len(features.tables)} names of tables, "
                f"expected {store.view.n_tables} for the packed ones and {len(pairs)} for pairs."
            )
        if lm.view.n_words == 0 or store.view.n_words < lm.view.n_words:
            raise ConfigError("decoder: the tables were packed with another language model. Pack the model again.")
        if strange := [name for name in [*floors, *disabled] if name not in features.tables]:
            raise ConfigError(f"decoder: no table {strange[0]!r}. The tables are {', '.join(features.tables) or 'none'}.")
        if has_floor := [name for name in disabled if floors.get(name)]:
            raise ConfigError(f"decoder: table {has_floor[0]} cannot be disabled: it has a floor. Set it to 0.")
        self._weigh(weights)
        self._open(pairs, disabled, dict(syntax or {}))

    cdef int _weigh(self, weights) except -1:
        """Give the features their weights and floors."""
        floors, features = self.floors, self.features
        values, levels = features.values(weights), [float(floors.get(name, 0.0)) for name in features.tables]
        if not all(map(math.isfinite, values + levels)):
            raise ConfigError("decoder: found a weight or floor that is not finite, expected numbers.")
        self.kernel = FeatureListC(self.lm.view, levels, features.self_paraphrase, <uint32_t>len(features.scorers), values)
        if self.kernel.n_floors() > kMostFloors:
            raise ConfigError(
                f"decoder: found more than {kMostFloors} tables with a floor. "
                "Merge tables, or set the others' floors to 0: --floor NAME=0."
            )
        return 0

    cdef int _share(self, Decoder other) except -1:
        """Take all but the weights from another decoder, which owns the sources and is kept alive."""
        self.owner = other if other.owner is None else other.owner
        self.store, self.lm, self.features, self.floors = other.store, other.lm, other.features, other.floors
        self.lexicon, self.idle = other.lexicon, other.idle
        self.borrowed, self.disabled = other.borrowed, other.disabled
        self.has_patterns, self.patterns = other.has_patterns, other.patterns
        return 0

    def with_weights(self, weights: Mapping[str, float]) -> Decoder:
        """Return a decoder that differs in its weights alone; it searches options that this one has looked up, too.

        Raises
        ------
        ConfigError : weights that do not fit the features.
        """
        return Decoder(self.store, self.lm, self.features, weights, like=self)

    cdef int _open(self, pairs, disabled, syntax) except -1:
        cdef size_t i
        cdef vector[uint8_t] use
        packed = self.features.tables[:self.store.view.n_tables]
        for name, mode in syntax.items():
            if name not in packed or mode not in SYNTAX:
                raise ConfigError(f"decoder: found {name!r}: {mode!r}, expected a packed table, and one of {', '.join(SYNTAX)}.")
        for name in packed:
            use.push_back(SYNTAX.index(syntax.get(name, "any")))
        cdef unique_ptr[PatternSource] patterns
        patterns.reset(new PatternSource(self.store.view, self.store.vocabulary.view))
        self.has_patterns = patterns.get().any()
        if self.has_patterns:
            self.patterns = patterns.get()
            self.sources.push_back(unique_ptr[OptionSource](<OptionSource*>patterns.release()))
        self.sources.push_back(unique_ptr[OptionSource](<OptionSource*>new StoreSource(
            self.store.view, self.store.vocabulary.view, use
        )))
        if pairs:
            self._add_pairs(pairs)
        for i in range(self.sources.size()):
            self.borrowed.push_back(self.sources[i].get())
        self.disabled.assign(len(self.features.tables), 0)
        for name in disabled:
            self.disabled[<size_t>self.features.tables.index(name)] = 1
        return 0

    cdef int _add_pairs(self, tables) except -1:
        """Make a source of pairs, ordered as packing orders them: best first, ties by text."""
        cdef vector[uint32_t] ids
        cdef uint32_t table
        cdef PairSource* source
        ordered, phrases = [], {}
        for name, pairs in zip(self.features.tables[self.store.view.n_tables:], tables):
            best = {}
            for source_words, target_words, score in pairs:
                pair = _phrase(name, source_words), _phrase(name, target_words)
                if not (isinstance(score, (int, float)) and 0 < score <= 1):
                    raise ConfigError(f"{name}: the score of {' '.join(pair[1])!r} is {score!r}, expected a number in (0, 1].")
                best[pair] = max(score, best.get(pair, 0.0))
            by_score = sorted(best.items(), key=lambda item: (-item[1], " ".join(item[0][1]).encode("utf-8", "surrogateescape")))
            ordered.append(by_score)
        for words in (words for best in ordered for pair, _ in best for phrase in pair for words in phrase):
            self.lexicon.add(words)
        source = new PairSource(<uint32_t>len(ordered), <uint32_t>len(self.lexicon))
        self.sources.push_back(unique_ptr[OptionSource](<OptionSource*>source))
        for table in range(len(ordered)):
            for (source_words, target_words), score in ordered[table]:
                number = phrases.get(source_words)
                if number is None:
                    ids = [self.lexicon.add(word) for word in source_words]
                    number = phrases[source_words] = source.add_phrase(ids)
                ids = [self.lexicon.add(word) for word in target_words]
                source.add(table, number, ids, math.log(score))
        source.finish()
        return 0

    def blocked(self, words: Iterable[str]) -> bytes:
        """Return what :meth:`options` takes as ``blocked`` to never produce any of ``words`` (lookup forms)."""
        cdef LexiconView names = self.lexicon.view()
        flags = bytearray(names.size())
        for word in words:
            word_id = lexicon_id(names, word)
            if word_id < len(flags):
                flags[word_id] = 1
        return bytes(flags)

    def options(
        self, sentences: Sequence[SentenceInput], table_limit: int = 20, bytes blocked=None, phrase_limit: int | None = None,
    ) -> Options:
        """Look up all options of a batch of sentences; safe to call from several threads, which then run at the same time.

        Parameters
        ----------
        sentences : a sequence of :class:`SentenceInput`.
        table_limit : options used of each phrase and table, best first.
        blocked : from :meth:`blocked`, or None.
        phrase_limit : substitutes used of each phrase, the best of those of all tables; None: all. They are ranked by the
            weighted sum of their features without the language model, ties by text; a substitute that several tables offer
            counts once, by its best offer.

        Returns
        -------
        :class:`paragen.decoder.options.Options`, for :meth:`search` or :func:`paragen.decoder.substitutes.rank`. In between
        scorers may score and forbid substitutes.
        """
        cdef Options options = Options(self.lexicon, sentences, self.features.scorers)
        cdef LexiconView names = options.names()
        cdef FilterC filter
        cdef uint32_t limit = 0 if phrase_limit is None else phrase_limit
        filter.table_limit = table_limit
        filter.disabled = self.disabled.data()
        filter.blocked = NULL
        filter.n_blocked = 0
        if blocked is not None:
            if len(blocked) != len(self.lexicon):
                raise ConfigError("options: `blocked` was made by another model's decoder.")
            filter.blocked, filter.n_blocked = <const uint8_t*><const char*>blocked, <uint32_t>len(blocked)
        with nogil:
            collect_options(self.borrowed, filter, &options.kernel)
            if limit:
                limit_phrases(self.kernel, names, limit, &options.kernel)
        return options

    def rewritings(self, sentence: SentenceInput) -> list[Rewriting]:
        """Return the rewritings of a sentence by patterns, whether or not anything forbids them.

        Parameters
        ----------
        sentence : a :class:`SentenceInput` with fillers.

        Returns
        -------
        list of :class:`paragen.decoder.derivation.Rewriting`, by begin, end, table and score, best first.
        """
        cdef Options options = Options(self.lexicon, [sentence])
        cdef LexiconView names = options.names()
        cdef vector[RewritingC] rewritings
        cdef vector[uint32_t] target
        cdef size_t i, k, n
        cdef const RewritingC* one
        found = []
        for i in range(options.kernel.windows.size() if self.has_patterns else 0):
            rewritings = self.patterns.rewritings(options.kernel.sentence(options.kernel.windows[i]))
            at = options.kernel.windows[i].begin
            for k in range(rewritings.size()):
                one = &rewritings[k]
                target.clear()
                for n in range(one.n_target):
                    target.push_back(one.target[n])
                fillers = [(at + one.slots[n].begin, at + one.slots[n].end) for n in range(one.slots.size())]
                found.append(Rewriting(
                    at + one.begin, at + one.end, one.table, words_of(names, one.words.data(), one.words.size()), one.logscore,
                    _pattern(words_of(names, one.source.data(), one.source.size())),
                    _pattern(words_of(names, target.data(), target.size())), tuple(fillers),
                ))
        return found

    def decode(
        self, sentences: Sequence[SentenceInput], settings: SearchSettings, blocked: bytes | None = None,
    ) -> list[list[Derivation]]:
        """Look up the options of sentences and search them: :meth:`options` and :meth:`search` in one."""
        _check(settings)
        return self.search(self.options(sentences, settings.table_limit, blocked, settings.phrase_limit), settings)

    def search(self, Options options not None, settings: SearchSettings) -> list[list[Derivation]]:
        """Search each sentence; safe to call from several threads, which then run at the same time.

        Parameters
        ----------
        options : from :meth:`options` of this decoder. A scorer that gave no scores adds 0.
        settings : :class:`SearchSettings`. (Its table and phrase limits are a matter of :meth:`options`.)

        Returns
        -------
        list of lists of :class:`Derivation`, best first; a sentence without words has one without edits.
        """
        cdef size_t i
        cdef uint32_t first, last
        _check(settings)
        if options.lexicon is not self.lexicon:
            raise ConfigError("search: these options were looked up by another decoder.")
        options.read = True
        windows = [range(options.first_window[i], options.first_window[i + 1]) for i in range(len(options.sentences))]
        whole = iter(self._search(options, [numbers[0] for numbers in windows if len(numbers) == 1], settings))
        results = []
        for sentence, numbers in zip(options.sentences, windows):
            if len(numbers) > 1:
                results.append(search_pieces(
                    lambda chosen, limits: self._search(options, chosen, limits), _lines(options, numbers), settings
                ))
            else:
                results.append(next(whole) if numbers else [self.rescore(sentence, ())])
        return results

    cdef list _search(self, Options options, numbers, settings):
        """Search some windows of a batch."""
        cdef _Searcher searcher
        cdef ProblemC problem
        cdef vector[uint32_t] windows = numbers
        cdef vector[vector[ResultC]] results
        cdef WindowSearch each  # the results point to what it keeps
        cdef uint32_t n = settings.n
        cdef bint by_edits = settings.distinct_by == "edits"
        problem.features = &self.kernel
        problem.limits.stack = settings.stack
        problem.limits.beam = math.log(settings.beam_threshold) if settings.beam_threshold > 0 else -math.inf
        problem.limits.min_edits = settings.min_edits
        problem.limits.max_edits = kNoLimit if settings.max_edits is None else settings.max_edits
        try:
            searcher = self.idle.pop()
        except IndexError:
            searcher = _Searcher()
        with nogil:
            search_windows(problem, searcher.search.get(), &each, options.kernel, windows, n, by_edits, &results)
        self.idle.append(searcher)
        return [derivations(options, options.kernel.windows[windows[i]], results[i]) for i in range(windows.size())]

    def rescore(self, sentence: SentenceInput, steps: Sequence[Substitute]) -> Derivation:
        """Return the derivation that takes ``steps`` and copies all other words, scored anew.

        Parameters
        ----------
        sentence : a :class:`SentenceInput`.
        steps : :class:`Substitute`s, left to right, without overlaps; none reaches across a line end.

        Raises
        ------
        ConfigError : steps that do not fit the sentence.
        """
        cdef Options options = self.options([sentence], 0)
        cdef vector[Rescorer] windows
        cdef vector[ResultC] results
        cdef size_t i
        self._rescored(options, steps, &windows)
        for i in range(windows.size()):
            results.push_back(windows[i].result(self.kernel))
        score, features = 0.0, [0.0] * len(self.features.names)
        for i in range(results.size()):
            score += results[i].score
            features = [a + b for a, b in zip(features, results[i].features)]
        edits = tuple([step for step in steps if list(step.words) != list(sentence.words[step.begin:step.end])])
        return Derivation(score, tuple(features), edits, tuple(steps))

    def gains(self, sentence: SentenceInput, derivation: Derivation) -> tuple[float, ...]:
        """Return for each edit of a derivation how much lower its score would be if the words of the edit were copied instead."""
        cdef Options options = self.options([sentence], 0)
        cdef vector[Rescorer] windows
        cdef size_t i
        self._rescored(options, derivation.steps, &windows)
        found = []
        for i in range(windows.size()):
            found += windows[i].gains(self.kernel)
        return tuple(found)

    cdef int _rescored(self, Options options, steps, vector[Rescorer]* windows) except -1:
        """Give each window its steps; a sentence without words has one window all the same."""
        cdef LexiconView names = options.names()
        cdef vector[uint32_t] words
        cdef vector[double] scores
        cdef const WindowC* window
        cdef WindowC empty
        cdef size_t i, n_windows
        cdef uint32_t at
        if options.kernel.windows.empty():
            empty.sentence = empty.begin = empty.end = 0
            empty.source_begin = 0
            options.kernel.windows.push_back(empty)
        n_windows = options.kernel.windows.size()
        windows.resize(n_windows)
        left = iter(steps)
        step = next(left, None)
        for i in range(n_windows):
            window = &options.kernel.windows[i]
            dereference(windows)[i].begin(options.kernel, dereference(window))
            at = window.begin
            while step is not None and at <= step.begin < step.end <= window.end:
                for one in (step, *step.parts):
                    if not 0 <= one.table < self.kernel.n_tables() or len(one.scores) not in (0, self.kernel.n_scorers()):
                        raise ConfigError(f"rescore: {step} is of another decoder.")
                words = [lexicon_id(names, word) for word in step.words]
                scores = step.scores
                dereference(windows)[i].add_step(step.begin, step.end, step.table, words, step.score, scores)
                for part in step.parts:
                    scores = part.scores
                    dereference(windows)[i].add_inside(part.table, part.score, scores)
                at = step.end
                step = next(left, None)
        if step is not None:
            raise ConfigError(f"rescore: {step} overlaps the step before it, or is in no line.")
        return 0


cdef list derivations(Options options, const WindowC& window, const vector[ResultC]& results):
    """The results of a window, in terms of its sentence."""
    cdef LexiconView names = options.names()
    cdef size_t k, s
    cdef const ResultC* result
    cdef const StepC* step
    cdef uint32_t i
    if results.empty():
        raise altered("no derivation has a score")
    found = []
    known = [{}]                # substitutes by variant, then by option number
    for k in range(results.size()):
        result = &results[k]
        while len(known) <= result.variant:
            known.append({})
        substitutes = known[result.variant]
        edits, steps = [], []
        for s in range(result.steps.size()):
            step = &result.steps[s]
            if s == result.structure:
                parts = [Part(*_fields(options, names, window, result.inside[i].step.option), result.inside[i].at)
                         for i in range(<uint32_t>result.inside.size())]
                substitute = Substitute(*_fields(options, names, window, step.option), tuple(parts))
            else:
                substitute = substitutes.get(step.number)
                if substitute is None:
                    substitute = substitutes[step.number] = Substitute(*_fields(options, names, window, step.option))
            steps.append(substitute)
            if step.option.edit:
                edits.append(substitute)
        found.append(Derivation(result.score, tuple(result.features), tuple(edits), tuple(steps)))
    return found


cdef tuple _fields(Options options, const LexiconView& names, const WindowC& window, const Option& option):
    """The fields of a Substitute."""
    cdef uint32_t i
    scores = ()
    if option.scores != NULL:
        scores = tuple([option.scores[i] for i in range(options.kernel.n_scorers)])
    words = words_of(names, option.words, option.n_words)
    return window.begin + option.begin, window.begin + option.end, option.table, words, option.logscore, scores


def _check(settings):
    if not isinstance(settings, SearchSettings):
        raise TypeError(f"settings must be a SearchSettings, not {type(settings).__name__}")


def _lines(Options options, numbers):
    """Return the windows of each line of a text."""
    cdef uint32_t number
    ends = frozenset(options.sentences[options.kernel.windows[<size_t>numbers[0]].sentence].line_ends)
    lines, line = [], []
    for number in numbers:
        line.append(number)
        if options.kernel.windows[number].end in ends:
            lines.append(line)
            line = []
    return [*lines, line]


def _pattern(words):
    """Return a pattern as people write it."""
    return " ".join([word.lstrip(LABEL_MARK) for word in words])


def _phrase(name, words):
    """Return a phrase of a table given at load time as a tuple of words."""
    found = () if isinstance(words, (str, bytes)) else tuple(words)
    if not found or not all(isinstance(word, str) and word for word in found):
        raise ConfigError(f"{name}: found the phrase {words!r}, expected a sequence of words that are not empty.")
    return found
