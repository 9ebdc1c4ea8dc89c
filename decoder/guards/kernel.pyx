"""What no score may overrule: negation, amounts, how sure a statement is, terms of art."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libcpp.vector cimport vector

from paragen.decoder.lexicon cimport Lexicon, LexiconView, lexicon_id
from paragen.decoder.options cimport Options, OptionSet
from paragen.decoder.search cimport Decoder

from paragen.base.errors import ConfigError

cdef extern from "decoder/guards/guards.hh" namespace "paragen" nogil:
    cdef cppclass GuardCheck:
        void run(const OptionSet& set, const vector[vector[uint16_t]]& guards, vector[uint8_t]* forbidden) except +


cdef class Guards:
    """Forbids substitutes that change the kinds of words a span has.

    Parameters
    ----------
    decoder : whose options are guarded.
    kinds : for each guard its kinds, lists of words.
    """

    cdef Lexicon lexicon
    cdef vector[vector[uint16_t]] guards

    def __cinit__(self, Decoder decoder not None, kinds):
        cdef LexiconView names = decoder.lexicon.view()
        cdef vector[uint16_t] by_word
        cdef uint32_t word_id, n = names.size()
        self.lexicon = decoder.lexicon
        for guard in kinds:
            by_word.assign(n, 0)
            for number, words in enumerate(guard, 1):
                for word in words:
                    word_id = lexicon_id(names, word)
                    if word_id < n:
                        by_word[word_id] = number
            self.guards.push_back(by_word)

    def forbid(self, Options options not None):
        """Take the substitutes that a guard forbids out of the search."""
        cdef GuardCheck check
        cdef vector[uint8_t] forbidden
        cdef size_t i
        if options.lexicon is not self.lexicon:
            raise ConfigError("guards: these options were looked up by another decoder.")
        with nogil:
            check.run(options.kernel, self.guards, &forbidden)
        for i in range(forbidden.size()):
            if forbidden[i]:
                options._forbid(i)
