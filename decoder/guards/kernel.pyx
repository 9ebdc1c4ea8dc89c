"""What no score may overrule: negation, opposites, amounts, how sure a statement is, terms of art, syntax."""

from libc.math cimport INFINITY
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libcpp.memory cimport unique_ptr
from libcpp.string cimport string
from libcpp.vector cimport vector

from paragen.decoder.fit.knowledge cimport Knowledge, UsageView, read_marks
from paragen.decoder.lexicon cimport Lexicon, LexiconView, lexicon_id
from paragen.decoder.options cimport Options, OptionSet, best_offer
from paragen.decoder.search cimport Decoder
from paragen.text.tagger cimport TaggerView

from paragen.base.errors import ConfigError
from paragen.decoder.fit.knowledge import LABELS
from paragen.decoder.guards import OPPOSITES, SYNTAX, TERMS, fixed_phrases, kinds, place_rules
from paragen.text.opposites import NEGATIONS, entries, forms

cdef extern from "decoder/guards/guards.hh" namespace "paragen" nogil:
    cdef cppclass Opposites:
        Opposites()
        Opposites(size_t n_words)
        void add(uint32_t word, uint32_t entry, uint32_t group, bint alone) except +
        void add_negation(uint32_t word)

    cdef cppclass GuardCheck:
        void run(const OptionSet& set, const vector[vector[uint16_t]]& guards, const Opposites& opposites,
                 vector[uint8_t]* forbidden) except +

cdef extern from "decoder/guards/phrases.hh" namespace "paragen" nogil:
    cdef cppclass FixedPhrases:
        cppclass Word:
            uint32_t id
            string text

        void add(const vector[vector[Word]]& places, bint stays) except +
        void check(const OptionSet& set, const LexiconView& names, vector[uint8_t]* forbidden) except +

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
    cdef Opposites opposites
    cdef FixedPhrases phrases
    cdef vector[PlaceRuleC] places
    cdef Knowledge knowledge  # None: syntax is not checked

    def __cinit__(self, Decoder decoder not None, names, Knowledge knowledge=None):
        cdef LexiconView words = decoder.lexicon.view()
        self.lexicon = decoder.lexicon
        for name in names:
            if name == OPPOSITES:
                self._add_opposites(words)
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

    cdef int _add_opposites(self, const LexiconView& names) except -1:
        cdef dict of_word = forms()
        self.opposites = Opposites(names.size())
        ids = {}
        for number, entry in enumerate(entries()):
            for part in entry.parts:
                for group, words in enumerate(entry.groups):
                    for word in words:
                        found = ids.get((part, word))
                        if found is None:
                            found = ids[part, word] = [lexicon_id(names, form) for form in of_word.get((part, word), (word,))]
                        for word_id in found:
                            self.opposites.add(word_id, number, group, entry.exclusive)
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

    def forbid(self, Options options not None, spared=None):
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
            check.run(options.kernel, self.guards, self.opposites, &forbidden)
            self.phrases.check(options.kernel, names, &forbidden)
        if self.knowledge is not None:
            read_marks(options, &marks)
            self._check_syntax(options.kernel, names, marks.data(), &forbidden)
        for i in range(forbidden.size()):
            if forbidden[i] and not best_offer(options.kernel, <uint32_t>i, first) > -INFINITY:
                options._forbid(i)
