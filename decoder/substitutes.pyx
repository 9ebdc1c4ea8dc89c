"""The single substitutes of sentences, listed and ranked in context [BC05 section 2.2]."""

import math
from typing import NamedTuple

from libc.stdint cimport uint32_t
from libcpp cimport bool as cbool
from libcpp.vector cimport vector

from paragen.lm.query.model cimport LmView
from paragen.decoder.search cimport Batch, Decoder, ProblemC, SentenceC
from paragen.tables.store.store cimport kLastWord
from paragen.base.vocabulary cimport VocabularyView

cdef extern from "decoder/substitutes.hh" namespace "paragen" nogil:
    cdef cppclass OfferC:
        uint32_t table
        float logscore

    cdef cppclass SubstituteC:
        uint32_t begin
        uint32_t end
        uint32_t n_words
        const uint32_t* words
        size_t offers_begin
        size_t offers_end
        double lm
        double score

    cdef cppclass Substitutes:
        void collect(const ProblemC& problem, const SentenceC& sentence, const VocabularyView& names, cbool with_lm) except +
        double lm_change(
            const LmView& lm, const SentenceC& sentence, uint32_t begin, uint32_t end, const uint32_t* words, uint32_t n_words
        )
        vector[SubstituteC] substitutes
        vector[OfferC] offers


class Offered(NamedTuple):
    """A substitute: source tokens [begin, end), target words, (table's number, natural log score) of each table that offers
    it, the change it makes in the sentence's natural log probability (0 where the model was not asked), and its score."""

    begin: int
    end: int
    words: tuple[str, ...]
    offers: tuple[tuple[int, float], ...]
    lm: float
    score: float


cdef class Listing:
    """The substitutes of one sentence, each made a Python object only when it is asked for."""

    cdef Substitutes kernel
    cdef Decoder decoder
    cdef Batch batch                    # holds the sentence
    cdef SentenceC sentence
    cdef bint with_lm

    def __len__(self):
        return self.kernel.substitutes.size()

    def groups(self):
        """Return for each span that has substitutes, in order, (begin, end, number of its first, number after its last)."""
        cdef size_t first = 0, last = 0, n = self.kernel.substitutes.size()
        cdef const SubstituteC* at
        found = []
        while first < n:
            at = &self.kernel.substitutes[first]
            last = first + 1
            while last < n and self.kernel.substitutes[last].begin == at.begin and self.kernel.substitutes[last].end == at.end:
                last += 1
            found.append((at.begin, at.end, first, last))
            first = last
        return found

    def __getitem__(self, size_t number):
        if number >= self.kernel.substitutes.size():
            raise IndexError(number)
        cdef const SubstituteC* at = &self.kernel.substitutes[number]
        cdef size_t k
        if not math.isfinite(at.lm):
            raise self.decoder._altered("a log probability that is no number")
        words = tuple([self.decoder.word(at.words[k] & ~kLastWord, []) for k in range(at.n_words)])
        offers = tuple([(self.kernel.offers[k].table, self.kernel.offers[k].logscore)
                        for k in range(at.offers_begin, at.offers_end)])
        return Offered(at.begin, at.end, words, offers, at.lm, at.score)

    def lm_change(self, uint32_t begin, uint32_t end, words):
        """Return the change in the sentence's natural log probability if ``words`` stood in the place of [begin, end)."""
        cdef vector[uint32_t] ids
        if not self.with_lm or not begin <= end <= self.sentence.n_words:
            raise IndexError(f"[{begin}, {end}) of {self.sentence.n_words} words")
        for word in words:
            ids.push_back(self.decoder.store.vocabulary.find(word) & ~kLastWord)
        return self.kernel.lm_change(
            self.decoder.problem.lm, self.sentence, begin, end, ids.data(), <uint32_t>ids.size()
        )


def list_substitutes(Decoder decoder not None, sentences, uint32_t table_limit, bytes blocked=None, bint with_lm=False):
    """List every edit that a table offers for a span of a sentence; safe to call from several threads.

    Parameters
    ----------
    decoder : whose tables, language model and weights count.
    sentences, blocked : see :meth:`paragen.decoder.search.Decoder.decode`.
    table_limit : options used of each phrase and table, best first.
    with_lm : whether the language model ranks them too.

    Returns
    -------
    a :class:`Listing` for each sentence: span by span from left to right, each span's best first, ties by text. The score is
    the greatest weighted log score of the tables that offer it, and ``with_lm`` the weighted change in the natural log
    probability of the sentence.
    """
    cdef Batch batch = decoder.batch(sentences)
    cdef ProblemC problem = decoder.problem
    cdef Listing listing
    cdef SentenceC sentence
    cdef size_t i
    decoder.limit(&problem, table_limit, blocked)
    found = []
    for i in range(batch.words.size()):
        listing = Listing()
        listing.decoder, listing.batch, listing.with_lm = decoder, batch, with_lm
        sentence = batch.sentence(i)
        listing.sentence = sentence
        with nogil:
            listing.kernel.collect(problem, sentence, decoder.store.vocabulary.view, with_lm)
        found.append(listing)
    return found
