"""Beam search over the paraphrases of a sentence [Z08 section 3], after Pharaoh: monotone, one stack a covered word."""

import math

from cython.operator cimport dereference
from libc.stdint cimport uint8_t, uint32_t
from libcpp.memory cimport unique_ptr
from libcpp.utility cimport move
from libcpp.vector cimport vector

from paragen.lm.query.model cimport LanguageModel
from paragen.tables.store.store cimport TableStore

from paragen.decoder.derivation import Derivation, Substitute
from paragen.decoder.pieces import decode_pieces
from paragen.decoder.settings import Settings
from paragen.base.errors import ConfigError, FormatError

__all__ = ["Decoder", "Derivation", "Settings", "Substitute"]

cdef enum:
    LOOK_AT = 100     # distinct texts looked at for each one asked for, with distinct_by="edits"


cdef class _Searcher:
    """Owns one kernel search and the memory it reuses from sentence to sentence."""

    cdef unique_ptr[Search] search

    def __cinit__(self):
        self.search.reset(new Search())


cdef class Batch:
    cdef SentenceC sentence(self, size_t i) noexcept nogil:
        cdef SentenceC sentence
        sentence.words = self.words[i].data()
        sentence.keep = self.keep[i].data()
        sentence.n_words = <uint32_t>self.words[i].size()
        sentence.allowed = &self.allowed[i] if self.limited[i] else NULL
        return sentence


cdef int search_batch(const ProblemC& problem, Search* search, Batch batch, uint32_t n, bint by_edits) except -1 nogil:
    cdef size_t i
    cdef uint32_t k, looked
    cdef DerivationC derivation
    cdef ResultC result
    for i in range(batch.words.size()):
        if batch.words[i].empty():
            continue
        search.run(problem, batch.sentence(i))
        looked = n * LOOK_AT if by_edits else n
        batch.results[i].reserve(n if n < 1024 else 1024)
        for k in range(looked):
            if batch.results[i].size() >= n or not search.derivation(k, &derivation):
                break
            result = make_result(problem, dereference(search), derivation)
            if not by_edits or brings_edit(batch.results[i], result):
                batch.results[i].push_back(move(result))
        sort_results(&batch.results[i])
    return 0


cdef class Decoder:
    """Searches the best paraphrases of sentences under one model and one set of weights.

    Parameters
    ----------
    store, lm : the packed tables and the language model, whose words have the same ids.
    weights : one number a feature, in the order lm, each table, self (only with ``self_paraphrase``), word, edit,
        unknown.
    floors : for each table the value of its feature where no substitute of it is used (natural log); 0: off.
    self_paraphrase : whether words that occur in a table may stay themselves with score 1 (PT-7).
    silent : numbers of tables that offer nothing; their floors must be 0.

    Raises
    ------
    ConfigError : numbers of weights or floors that do not fit the model, or that are not finite.
    """

    def __init__(self, TableStore store not None, LanguageModel lm not None, weights, floors, bint self_paraphrase=True, silent=()):
        cdef uint32_t n = store.view.n_tables
        weights, floors = [float(x) for x in weights], [float(x) for x in floors]
        if len(weights) != n + 4 + self_paraphrase or len(floors) != n:
            raise ConfigError(
                f"decoder: found {len(weights)} weights and {len(floors)} floors, "
                f"expected {n + 4 + self_paraphrase} and {n} for {n} tables."
            )
        if not all(map(math.isfinite, weights + floors)):
            raise ConfigError("decoder: found a weight or floor that is not finite, expected numbers.")
        if sum(1 for weight, floor in zip(weights[1:], floors) if weight * floor) > kMaxFloors:
            raise ConfigError(f"decoder: found more than {kMaxFloors} tables with a floor. Merge tables, or set the others' floors to 0: --floor NAME=0.")
        if store.view.n_words < lm.view.n_words:
            raise ConfigError("decoder: the tables were packed with another language model. Pack the model again.")
        self.store, self.lm, self.self_paraphrase, self.idle = store, lm, self_paraphrase, []
        self.table_weights, self.floors = weights[1:n + 1], floors
        self.problem.store, self.problem.lm = store.view, lm.view
        self.problem.weights.lm = weights[0]
        self.problem.weights.tables = self.table_weights.data()
        self.problem.weights.floors = self.floors.data()
        cdef uint32_t rest = n + 1 + self_paraphrase
        self.problem.weights.word = weights[rest]
        self.problem.weights.edit = weights[rest + 1]
        self.problem.weights.unknown = weights[rest + 2]
        self.problem.weights.self_paraphrase = self_paraphrase
        self._silence(silent)

    def _silence(self, tables):
        self.silent.assign(self.store.view.n_tables, 0)
        for table in tables:
            if not 0 <= table < self.store.view.n_tables or self.floors[table]:
                raise ConfigError(f"decoder: table {table} cannot be silent: there is none, or it has a floor.")
            self.silent[table] = 1
        if tables:
            self.problem.limits.silent = self.silent.data()

    def blocked(self, words):
        """Return what ``decode`` takes to never produce any of ``words`` (lookup forms)."""
        flags = bytearray(self.store.view.n_words)
        for word in words:
            word_id = self.store.vocabulary.find(word)
            if word_id < len(flags):
                flags[word_id] = 1
        return bytes(flags)

    def decode(self, sentences, settings, blocked=None):
        """Search each sentence; safe to call from several threads, which then run at the same time.

        Parameters
        ----------
        sentences : sequence of (words, keep): the lookup forms, and None or a byte a word, 1 where the word must not be
            inside an edit; or of (words, keep, allowed): the only edits it may take, each (begin, end, target words).
        settings : :class:`Settings`.
        blocked : from :meth:`blocked`, or None.

        Returns
        -------
        list of lists of :class:`Derivation`, best first; a sentence without words has one without edits.
        """
        return decode_pieces(lambda parts, limits: self._decode(parts, limits, blocked), sentences, settings)

    def _decode(self, sentences, settings, bytes blocked):
        cdef Batch batch = self.batch(sentences)
        cdef _Searcher searcher
        cdef ProblemC problem = self.problem
        cdef uint32_t n = settings.n
        cdef bint by_edits = settings.distinct_by == "edits"
        problem.limits.stack = settings.stack
        problem.limits.beam = math.log(settings.beam_threshold) if settings.beam_threshold > 0 else -math.inf
        problem.limits.min_edits = settings.min_edits
        problem.limits.max_edits = kNoLimit if settings.max_edits is None else settings.max_edits
        self.limit(&problem, settings.table_limit, blocked)
        try:
            searcher = self.idle.pop()
        except IndexError:
            searcher = _Searcher()
        with nogil:
            search_batch(problem, searcher.search.get(), batch, n, by_edits)
        self.idle.append(searcher)
        return [self._derivations(batch, i) for i in range(len(sentences))]

    cdef int limit(self, ProblemC* problem, uint32_t table_limit, bytes blocked) except -1:
        """Set the limits on options; `blocked` must outlive them."""
        problem.limits.table_limit = table_limit
        if blocked is not None:
            if len(blocked) != self.store.view.n_words:
                raise ConfigError("decode: `blocked` was made by another model's decoder.")
            problem.limits.blocked = <const uint8_t*><const char*>blocked
        return 0

    cdef Batch batch(self, sentences):
        cdef Batch batch = Batch()
        cdef uint32_t n_words = self.store.view.n_words, word_id
        cdef vector[uint32_t] ids
        cdef vector[uint8_t] keep
        batch.unknown = []
        batch.results.resize(len(sentences))
        batch.allowed.resize(len(sentences))
        batch.limited.assign(len(sentences), 0)
        for number, (words, kept, *allowed) in enumerate(sentences):
            ids.clear()
            keep.assign(len(words), 0)
            if kept is not None:
                for i, flag in enumerate(kept):
                    keep[i] = flag
            unknown = {}
            for word in words:
                word_id = self.store.vocabulary.find(word)
                ids.push_back(word_id if word_id < n_words else n_words + <uint32_t>unknown.setdefault(word, len(unknown)))
            batch.words.push_back(ids)
            batch.keep.push_back(keep)
            batch.unknown.append(list(unknown))
            if allowed and allowed[0] is not None:
                self._allow(batch, number, allowed[0])
        return batch

    cdef int _allow(self, Batch batch, size_t number, allowed) except -1:
        """Let a sentence take no other edits than `allowed`."""
        cdef vector[uint32_t] ids
        cdef uint32_t word_id
        batch.limited[number] = 1
        for begin, end, words in allowed:
            ids.clear()
            for word in words:
                word_id = self.store.vocabulary.find(word)
                if word_id >= self.store.view.n_words:
                    break  # no table offers it
                ids.push_back(word_id)
            else:
                batch.allowed[number].add(begin, end, ids.data(), <uint32_t>ids.size())
        batch.allowed[number].sort()
        return 0

    cdef list _derivations(self, Batch batch, size_t i):
        cdef size_t k, s
        cdef const ResultC* result
        cdef const StepC* step
        if batch.words[i].empty():
            return [self._empty()]
        if batch.results[i].empty():
            raise self._altered("no derivation has a score")
        derivations = []
        substitutes = {}                # by option number
        for k in range(batch.results[i].size()):
            result = &batch.results[i][k]
            edits, steps = [], []
            for s in range(result.steps.size()):
                step = &result.steps[s]
                substitute = substitutes.get(step.option)
                if substitute is None:
                    words = tuple([self.word(result.words[w], batch.unknown[i]) for w in range(step.words_begin, step.words_end)])
                    substitute = Substitute(step.begin, step.end, step.table, words, step.logscore)
                    substitutes[step.option] = substitute
                steps.append(substitute)
                if step.edit:
                    edits.append(substitute)
            derivations.append(Derivation(result.score, self._features(result.features), tuple(edits), tuple(steps)))
        return derivations

    cdef str word(self, uint32_t word_id, list unknown):
        cdef uint32_t n_words = self.store.view.n_words
        if word_id < n_words:
            return self.store.vocabulary[word_id]
        if word_id - n_words < <size_t>len(unknown):
            return unknown[word_id - n_words]
        raise self._altered(f"word {word_id} in an option")

    def _altered(self, found):
        return FormatError("the model", found, "what was packed", "Run `paragen verify` on it, and pack it again.")

    cdef tuple _features(self, const vector[double]& sums):
        """The kernel's sums with PT-7's, always log 1, in its place."""
        cdef uint32_t n = self.store.view.n_tables
        features = list(sums)
        if self.self_paraphrase:
            features.insert(n + 1, 0.0)
        return tuple(features)

    def _weights(self):
        """Weights in the kernel's order, PT-7 left out."""
        weights = self.problem.weights
        return [weights.lm] + list(self.table_weights) + [weights.word, weights.edit, weights.unknown]

    def _empty(self):
        return self.rescore([], ())

    def rescore(self, words, steps):
        """Return the derivation that takes ``steps`` and copies all other words, scored anew.

        Parameters
        ----------
        words : lookup forms of the source.
        steps : :class:`Substitute`s, left to right, without overlaps.
        """
        cdef uint32_t n = self.store.view.n_tables, state = self.lm.view.begin_state, word_id
        cdef double lm = 0
        counts = dict.fromkeys(("word", "edit", "unknown"), 0)
        sums = {}
        target, edits, at = [], [], 0
        for step in [*steps, None]:
            for word in words[at:step.begin if step else len(words)]:
                target.append(word)
                word_id = self.store.vocabulary.find(word)
                if not (self.self_paraphrase and word_id < self.store.view.n_words and self.store.view.in_table[word_id]):
                    counts["unknown"] += 1
            if step:
                target.extend(step.words)
                sums[step.table] = sums.get(step.table, 0.0) + step.score
                if list(step.words) != list(words[step.begin:step.end]):
                    edits.append(step)
                at = step.end
        for word in target:
            word_id = self.store.vocabulary.find(word)
            lm += self.lm.view.score(state, word_id, &state)
        lm += self.lm.view.score(state, self.lm.view.end_word, &state)
        features = [lm]
        for table in range(n):
            features.append(sums.get(table, self.floors[table]))
        features += [len(target), len(edits), counts["unknown"]]
        score = sum([weight * value for weight, value in zip(self._weights(), features)])
        return Derivation(score, self._features(features), tuple(edits), tuple(steps))
