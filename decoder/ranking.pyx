"""The single substitutes of sentences, ranked in context [BC05 section 2.2]."""

import math
from typing import NamedTuple

from libc.stdint cimport uint32_t
from libcpp cimport bool as cbool
from libcpp.vector cimport vector

from paragen.decoder.lexicon cimport LexiconView, lexicon_id
from paragen.decoder.options cimport Options, OptionSet, SubstituteC, WindowC, altered
from paragen.decoder.search cimport Decoder, FeatureListC
from paragen.lm.query.model cimport LmView

from paragen.base.errors import ConfigError
from paragen.decoder.features import FIT, confidence

cdef extern from "decoder/option.hh" namespace "paragen" nogil:
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
            const LmView& lm, const FeatureListC& features, const OptionSet& set, const LexiconView& names, cbool with_lm, uint32_t scorer
        ) except +
        vector[RankedC] ranked
        vector[LmContext] contexts


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

    def groups(self, size_t sentence):
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
            while last < n and self.kernel.ranked[last].substitute < end and self._substitute(last).begin == at.begin and self._substitute(last).end == at.end:
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

    def __getitem__(self, size_t place):
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

    def lm_change(self, size_t sentence, uint32_t begin, uint32_t end, words):
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


def rank(Decoder decoder not None, Options options not None, bint with_lm=False, bint by_fit=False):
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
        ranked.kernel.rank(decoder.lm.view, decoder.kernel, options.kernel, names, with_lm, ranked.fit if by_fit else kNone)
    return ranked
