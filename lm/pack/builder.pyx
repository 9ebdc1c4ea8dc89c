"""Packs n-grams into a language-model file: the native part. :mod:`paragen.lm.pack.packing` feeds it files."""

import numpy as np

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from paragen.base.vocabulary cimport kNotFound, vocabulary_sections

from paragen.base.errors import FormatError
from paragen.base.packfile import write_packfile
from paragen.lm.query.model import KIND, VERSION


cdef class LmPacker:
    """Gathers the n-grams of one model and writes them as a packed file.

    Parameters
    ----------
    name : the source file, for messages.
    """

    def __cinit__(self, str name):
        self.builder = new LmBuilder()
        self.name = name

    def __dealloc__(self):
        del self.builder

    def read_arpa(self, pieces):
        """Take the n-grams of an ARPA file given as an iterable of bytes objects of any size."""
        cdef ArpaReader* reader = new ArpaReader(self.builder)
        cdef const uint8_t[::1] view
        cdef bint fine = True
        cdef const char* data
        cdef size_t length
        try:
            for piece in pieces:
                view = piece
                length = len(view)
                if not length:
                    continue
                data = <const char*>&view[0]
                with nogil:
                    fine = reader.feed(data, length)
                if not fine:
                    break
            if fine:
                fine = reader.finish()
            if not fine:
                raise_fault(self.name, reader.fault())
        finally:
            del reader

    def write(self, destination):
        """Lay out the automaton and write it to ``destination``; return the n-gram counts by order."""
        cdef uint32_t duplicate
        with nogil:
            duplicate = self.builder.finish()
        if duplicate != kNoNode:
            raise FormatError(
                self.name, f"the n-gram '{self._words(self.builder.leaf_words(duplicate))}' twice",
                "every n-gram once", "Are several models in one file?",
            )
        if self.builder.end_word == kNotFound:
            raise FormatError(self.name, "no </s> among its words", "one", "")
        meta = np.array([self.builder.order(), self.builder.begin_state, self.builder.end_word, 0], np.uint32)
        write_packfile(destination, KIND, VERSION, [
            ("meta", meta),
            ("counts", _bytes(self.builder.counts.data(), self.builder.counts.size() * sizeof(uint64_t))),
            ("levels", _bytes(self.builder.levels.data(), self.builder.levels.size() * sizeof(uint64_t))),
            ("states", _bytes(self.builder.states.data(), self.builder.states.size() * sizeof(LmStateC))),
            ("arcs", _bytes(self.builder.arcs.data(), self.builder.arcs.size() * sizeof(LmArcC))),
            ("unigrams", _bytes(self.builder.unigrams.data(), self.builder.unigrams.size() * sizeof(LmArcC))),
            *vocabulary_sections(self.builder.vocabulary().view()),
        ])
        return tuple(self.builder.counts)

    def _words(self, ids):
        cdef const char* data
        cdef size_t length
        words = []
        for word in ids:
            data = self.builder.vocabulary().view().word(word, &length)
            words.append(data[:length].decode("utf-8", "replace"))
        return " ".join(words)


cdef _bytes(const void* data, size_t length):
    """View memory of the builder, which outlives the view, as an array."""
    if length == 0:
        return np.empty(0, np.uint8)
    return np.asarray(<uint8_t[:length]>(<uint8_t*>data))


cdef raise_fault(str name, const ArpaFault& fault):
    where = f"{name}:{fault.line}" if fault.line else name
    parts = [(<bytes>text).decode("utf-8", "replace") for text in (fault.found, fault.expected, fault.remedy)]
    raise FormatError(where, *parts)
