"""The single substitutes of sentences: what no score may overrule - blocked phrases and exchanges, negation, opposites, amounts,
how sure a statement is, terms of art, syntax - and their rank in context [BC05 section 2.2]."""

import math
from typing import NamedTuple

from libc.math cimport INFINITY
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libcpp cimport bool as cbool
from libcpp.memory cimport unique_ptr
from libcpp.string cimport string
from libcpp.string_view cimport string_view
from libcpp.vector cimport vector

from paragen.decoder.fit.kernel cimport read_marks
from paragen.decoder.fit.knowledge cimport Knowledge, UsageView
from paragen.decoder.options cimport (
    Lexicon, LexiconView, Options, OptionSet, SubstituteC, WindowC, altered, best_offer, lexicon_id,
)
from paragen.decoder.search cimport Decoder, FeatureListC
from paragen.text.kernel cimport TaggerView

from paragen.base.errors import ConfigError
from paragen.decoder.features import FIT, confidence
from paragen.decoder.fit.knowledge import LABELS
from paragen.decoder.guards import IDIOMS, MARKS, OPPOSITES, SYNTAX, TERMS, VARIETY, fixed_phrases, kinds, place_rules, varieties
from paragen.text.opposites import FORMS, LIST, NEGATIONS, contents

Forms = "Sequence[Iterable[str]]"

cdef extern from "decoder/guards/guards.hh" namespace "paragen" nogil:
    cdef cppclass Opposites:
        Opposites()
        Opposites(size_t n_words)
        void read(string_view listed, string_view forms, const LexiconView& names) except +
        void add_negation(uint32_t word)

    cdef cppclass GuardCheck:
        void run(const OptionSet& set, const vector[vector[uint16_t]]& guards, const vector[vector[uint32_t]]& idioms,
                 const Opposites& opposites, vector[uint8_t]* forbidden) except +

cdef extern from "decoder/guards/phrases.hh" namespace "paragen" nogil:
    cdef cppclass FixedPhrases:
        cppclass Word:
            uint32_t id
            string text

        void add(const vector[vector[Word]]& places, bint stays) except +
        void check(const OptionSet& set, const LexiconView& names, vector[uint8_t]* forbidden) except +

    cdef cppclass BlockedPhrases:
        void add(const vector[vector[uint32_t]]& phrase) except +
        void add_exchange(const vector[vector[uint32_t]]& source, const vector[vector[uint32_t]]& target) except +
        void run(const OptionSet& set, vector[uint8_t]* forbidden) except +

cdef extern from "decoder/guards/variety.hh" namespace "paragen" nogil:
    const uint8_t kAmerican
    const uint8_t kBritish

    cdef cppclass VarietyCheck:
        void add(const vector[uint32_t]& phrase, uint8_t variety) except +
        bint empty()
        void check(const OptionSet& set, const uint8_t* marks, vector[uint8_t]* forbidden)

cdef extern from "decoder/guards/syntax.hh" namespace "paragen" nogil:
    cdef cppclass PlaceRuleC:
        uint32_t word
        vector[vector[uint32_t]] targets
        bint before
        uint16_t labels
        vector[uint32_t] words
        bint number

    cdef cppclass SyntaxCheck:
        SyntaxCheck(const TaggerView& tagger, const UsageView& usage, const vector[PlaceRuleC]& rules)
        void run(const OptionSet& set, const LexiconView& names, const uint8_t* marks, vector[uint8_t]* forbidden) except +

cdef extern from "decoder/feature.hh" namespace "paragen" nogil:
    const uint32_t kNone

cdef extern from "decoder/ranking.hh" namespace "paragen" nogil:
    cdef cppclass LmContext:
        double change(uint32_t begin, uint32_t end, const uint32_t* words, uint32_t n_words)

    cdef cppclass RankedC:
        uint32_t substitute
        double lm
        double score

    cdef cppclass RankingC "paragen::Ranking":
        void rank(
            const FeatureListC& features, const OptionSet& set, const LexiconView& names, cbool with_lm, uint32_t scorer
        ) except +
        vector[RankedC] ranked
        vector[LmContext] contexts


cdef class Blocking:
    """Forbids substitutes that would produce a blocked phrase or make a blocked exchange.

    Parameters
    ----------
    decoder : whose options are limited. Words that it lacks are added to it, so it must not have looked up options yet.
    phrases : for each phrase, the lookup forms that each of its words may have.
    exchanges : of one such phrase for another.

    Raises
    ------
    ConfigError : a phrase without words.
    """

    cdef Lexicon lexicon
    cdef BlockedPhrases blocked

    def __cinit__(self, Decoder decoder not None, phrases: Iterable[Forms], exchanges: Iterable[tuple[Forms, Forms]] = ()):
        self.lexicon = decoder.lexicon
        for phrase in phrases:
            self.blocked.add(self._forms(phrase))
        for source, target in exchanges:
            self.blocked.add_exchange(self._forms(source), self._forms(target))

    cdef vector[vector[uint32_t]] _forms(self, phrase) except *:
        cdef vector[vector[uint32_t]] found
        cdef vector[uint32_t] ids
        for forms in phrase:
            ids = [self.lexicon.add(word) for word in forms]
            if ids.empty():
                raise ConfigError("blocking: found a word without forms, expected one or more.")
            found.push_back(ids)
        if found.empty():
            raise ConfigError("blocking: found a phrase without words, expected one or more.")
        return found

    def forbid(self, Options options not None) -> None:
        """Take what is blocked out of the search."""
        cdef vector[uint8_t] forbidden
        cdef size_t i
        if options.lexicon is not self.lexicon:
            raise ConfigError("blocking: these options were looked up by another decoder.")
        with nogil:
            self.blocked.run(options.kernel, &forbidden)
        for i in range(forbidden.size()):
            if forbidden[i]:
                options._forbid(i)


cdef list _known(const LexiconView& names, words):
    """Return the ids of those words that the lexicon has."""
    return [word_id for word_id in [lexicon_id(names, word) for word in words] if word_id < names.size()]


cdef class Guards:
    """Forbids substitutes that change the kinds of words a span has or a part of a fixed phrase, differ from the span in
    opposites, or cannot have its label.

    Parameters
    ----------
    decoder : the decoder whose options are guarded.
    names : of guards, see :data:`paragen.decoder.guards.GUARDS`.
    knowledge : what is known of English, which "syntax" needs.

    Raises
    ------
    ConfigError : "syntax" without knowledge.
    """

    cdef Lexicon lexicon
    cdef vector[vector[uint16_t]] guards
    cdef vector[vector[uint32_t]] idioms  # of English
    cdef Opposites opposites
    cdef FixedPhrases phrases
    cdef VarietyCheck variety
    cdef vector[PlaceRuleC] places
    cdef Knowledge knowledge  # None: syntax is not checked

    def __cinit__(self, Decoder decoder not None, names: Iterable[str], Knowledge knowledge=None):
        cdef LexiconView words = decoder.lexicon.view()
        self.lexicon = decoder.lexicon
        for name in names:
            if name == OPPOSITES:
                self._add_opposites(words)
            elif name == VARIETY:
                self._add_varieties(words)
            elif name == SYNTAX:
                if knowledge is None:
                    raise ConfigError(
                        f"guards: {SYNTAX} asks for parts of speech, which this model, without a fit, does not know. "
                        "Leave it out, or make a fit with `paragen fit`."
                    )
                self.knowledge = knowledge
                self._add_places(words)
            else:
                self._add_kinds(words, kinds(name))
                if name != MARKS and "." not in name and self.idioms.empty():
                    self.idioms = [ids for idiom in kinds(IDIOMS) if len(ids := _known(words, idiom)) == len(idiom)]
            if name == TERMS:
                self._add_phrases(words)

    cdef int _add_kinds(self, const LexiconView& names, guard) except -1:
        cdef vector[uint16_t] by_word
        cdef uint32_t word_id, n = names.size()
        by_word.assign(n, 0)
        for number, words in enumerate(guard, 1):
            for word in words:
                word_id = lexicon_id(names, word)
                if word_id < n:
                    by_word[word_id] = number
        self.guards.push_back(by_word)
        return 0

    cdef int _add_phrases(self, const LexiconView& names) except -1:
        cdef vector[vector[FixedPhrases.Word]] places
        cdef FixedPhrases.Word one
        for phrase in fixed_phrases():
            places.clear()
            for words in phrase.places:
                places.push_back(vector[FixedPhrases.Word]())
                for word in words:
                    one.id, one.text = lexicon_id(names, word), word.encode()
                    places.back().push_back(one)
            self.phrases.add(places, phrase.stays)
        return 0

    cdef int _add_places(self, const LexiconView& names) except -1:
        cdef PlaceRuleC rule
        for given in place_rules(LABELS):
            rule.word = lexicon_id(names, given.word)
            rule.targets = [[lexicon_id(names, word) for word in target] for target in given.targets]
            rule.before, rule.number = given.before, given.number
            rule.labels = sum(1 << LABELS.index(label) for label in given.labels)
            rule.words = _known(names, sorted(given.words))
            self.places.push_back(rule)
        return 0

    cdef int _add_varieties(self, const LexiconView& names) except -1:
        for phrases, variety in zip(varieties(), (kAmerican, kBritish), strict=True):
            for phrase in phrases:
                words = phrase.split("_")
                if len(ids := _known(names, words)) == len(words):
                    self.variety.add(ids, variety)
        return 0

    cdef int _add_opposites(self, const LexiconView& names) except -1:
        cdef bytes listed = contents(LIST), forms = contents(FORMS)
        self.opposites = Opposites(names.size())
        self.opposites.read(
            string_view(<const char*>listed, len(listed)), string_view(<const char*>forms, len(forms)), names
        )
        for word in NEGATIONS:
            self.opposites.add_negation(lexicon_id(names, word))
        return 0

    cdef int _check_syntax(
        self, const OptionSet& options, const LexiconView& names, const uint8_t* marks, vector[uint8_t]* forbidden
    ) except -1:
        cdef unique_ptr[SyntaxCheck] check
        check.reset(new SyntaxCheck(self.knowledge.view.tagger, self.knowledge.view.usage, self.places))
        with nogil:
            check.get().run(options, names, marks, forbidden)
        return 0

    def forbid(self, Options options not None, spared: int | None = None) -> None:
        """Take substitutes that a guard forbids out of the search, of those that are still allowed.

        Parameters
        ----------
        options : of the decoder.
        spared : number of a table; what it and the tables after it offer is allowed. None: nothing is spared.
        """
        cdef GuardCheck check
        cdef vector[uint8_t] forbidden, marks
        cdef LexiconView names = options.names()
        cdef size_t i
        cdef uint32_t first = 0xFFFFFFFF if spared is None else spared
        if options.lexicon is not self.lexicon:
            raise ConfigError("guards: these options were looked up by another decoder.")
        with nogil:
            check.run(options.kernel, self.guards, self.idioms, self.opposites, &forbidden)
            self.phrases.check(options.kernel, names, &forbidden)
        if self.knowledge is not None or not self.variety.empty():
            read_marks(options, &marks)
        if not self.variety.empty():
            self.variety.check(options.kernel, marks.data(), &forbidden)
        if self.knowledge is not None:
            self._check_syntax(options.kernel, names, marks.data(), &forbidden)
        for i in range(forbidden.size()):
            if forbidden[i] and not best_offer(options.kernel, <uint32_t>i, first) > -INFINITY:
                options._forbid(i)


class RankedSubstitute(NamedTuple):
    """A substitute: its number among the options, source words [begin, end), target words, (table's number, natural log score)
    of each table that offers it, the change it makes in the sentence's natural log probability (0 where the model was not
    asked), its score, and its confidence (None where no fit says so)."""

    number: int
    begin: int
    end: int
    words: tuple[str, ...]
    offers: tuple[tuple[int, float], ...]
    lm: float
    score: float
    confidence: float | None = None


cdef class Ranked:
    """The substitutes of a batch of sentences in the order of their rank, each made a Python object only on access."""

    cdef RankingC kernel
    cdef readonly Options options
    cdef bint with_lm
    cdef uint32_t fit

    def __cinit__(self, Options options not None):
        self.options = options
        self.fit = options.scorers.index(FIT) if FIT in options.scorers else kNone

    def __len__(self):
        return self.kernel.ranked.size()

    def groups(self, size_t sentence) -> list[tuple[int, int, int, int]]:
        """Return for each span of a sentence that has substitutes, in order, (begin, end, place of its best, place after its
        last)."""
        cdef size_t first, last, n = self.kernel.ranked.size()
        cdef const SubstituteC* at
        begin, end = self.options.numbers(sentence)
        first = self._place(begin)
        found = []
        while first < n and self.kernel.ranked[first].substitute < end:
            at = self._substitute(first)
            last = first + 1
            while (
                last < n and self.kernel.ranked[last].substitute < end
                and self._substitute(last).begin == at.begin and self._substitute(last).end == at.end
            ):
                last += 1
            found.append((at.begin, at.end, first, last))
            first = last
        return found

    cdef const SubstituteC* _substitute(self, size_t place) noexcept:
        return &self.options.kernel.substitutes[self.kernel.ranked[place].substitute]

    cdef size_t _place(self, uint32_t number):
        """The first place of a substitute with that number or a greater one, which begins a span."""
        cdef size_t low = 0, high = self.kernel.ranked.size(), middle
        while low < high:
            middle = low + (high - low) // 2
            if self.kernel.ranked[middle].substitute < number:
                low = middle + 1
            else:
                high = middle
        return low

    def __getitem__(self, size_t place) -> RankedSubstitute:
        if place >= self.kernel.ranked.size():
            raise IndexError(f"place {place} of {len(self)}")
        cdef const RankedC* at = &self.kernel.ranked[place]
        if not math.isfinite(at.lm):
            raise altered("a log probability that is no number")
        return RankedSubstitute(at.substitute, *self.options[at.substitute], at.lm, at.score, self._confidence(at.substitute))

    cdef object _confidence(self, uint32_t number):
        if self.fit == kNone or self.options.kernel.scores.empty():
            return None
        return confidence(self.options.kernel.scores_of(number)[self.fit], self.options.confidence_base)

    def lm_change(self, size_t sentence, uint32_t begin, uint32_t end, words: Sequence[str]) -> float:
        """Return the change in a sentence's natural log probability if ``words`` replaced its words [begin, end)."""
        cdef LexiconView names = self.options.names()
        cdef vector[uint32_t] ids = [lexicon_id(names, word) for word in words]
        cdef size_t number
        cdef const WindowC* window
        if not self.with_lm:
            raise ConfigError("lm_change: the substitutes were ranked without the language model.")
        for number in range(self.kernel.contexts.size()):
            window = &self.options.kernel.windows[number]
            if window.sentence == sentence and window.begin <= begin <= end <= window.end:
                return self.kernel.contexts[number].change(
                    begin - window.begin, end - window.begin, ids.data(), <uint32_t>ids.size()
                )
        raise IndexError(f"words [{begin}, {end}) are in no line of sentence {sentence}")


def rank(Decoder decoder not None, Options options not None, bint with_lm=False, bint by_fit=False) -> Ranked:
    """Rank the substitutes of sentences; safe to call from several threads.

    Parameters
    ----------
    decoder : the decoder whose language model and weights count.
    options : from :meth:`paragen.decoder.search.Decoder.options`; what was forbidden is left out.
    with_lm : whether the language model ranks them too.
    by_fit : rank them by what the scorer "fit" gave them, and by nothing else.

    Returns
    -------
    a :class:`Ranked`: sentence by sentence, span by span from left to right, each span's best first, ties by text. The score is
    the greatest weighted log score of the tables that offer it, plus what scorers gave it, weighted, plus, ``with_lm``, the
    weighted change in the natural log probability of the sentence.
    """
    cdef Ranked ranked = Ranked(options)
    cdef LexiconView names = options.names()
    if options.lexicon is not decoder.lexicon:
        raise ConfigError("rank: these options were looked up by another decoder.")
    if by_fit and ranked.fit == kNone:
        raise ConfigError("rank: nothing says how sure these options are. Make the model's fit with `paragen fit`.")
    ranked.with_lm = with_lm
    options.read = True
    with nogil:
        ranked.kernel.rank(decoder.kernel, options.kernel, names, with_lm, ranked.fit if by_fit else kNone)
    return ranked
