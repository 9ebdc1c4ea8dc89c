"""Phrases that no edit may produce, and exchanges that no edit may make."""

from libc.stdint cimport uint8_t, uint32_t
from libcpp.vector cimport vector

from paragen.decoder.lexicon cimport Lexicon
from paragen.decoder.options cimport Options, OptionSet
from paragen.decoder.search cimport Decoder

from paragen.base.errors import ConfigError

cdef extern from "decoder/blocking.hh" namespace "paragen" nogil:
    cdef cppclass BlockedPhrases:
        void add(const vector[vector[uint32_t]]& phrase) except +
        void add_exchange(const vector[vector[uint32_t]]& source, const vector[vector[uint32_t]]& target) except +
        void run(const OptionSet& set, vector[uint8_t]* forbidden) except +


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

    def __cinit__(self, Decoder decoder not None, phrases, exchanges=()):
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

    def forbid(self, Options options not None):
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
