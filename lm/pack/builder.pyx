"""Packs n-grams into a language-model file: the native part. :mod:`paragen.lm.pack.packing` feeds it files."""

import numpy as np

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libcpp.memory cimport unique_ptr

from paragen.base.vocabulary cimport kNotFound, vocabulary_sections

from paragen.base.errors import FormatError
from paragen.base.exclusive import Exclusive
from paragen.base.packfile import write_packfile
from paragen.lm.query.model import KIND, VERSION


cdef class LmPacker:
    """Gathers the n-grams of one model and writes them as a packed file.

    Parameters
    ----------
    name : the source file, for messages.
    """

    def __cinit__(self, str name not None):
        self.builder.reset(new LmBuilder())
        self.name = name
        self.exclusive = Exclusive()

    cdef int begin(self) except -1:
        """Let one reader fill the builder."""
        if self.begun:
            raise ValueError(f"{self.name}: a model was read before, or begun")
        self.begun = True
        return 0

    def read_arpa(self, pieces):
        """Take the n-grams of an ARPA file given as an iterable of bytes objects of any size."""
        with self.exclusive:
            self.begin()
            self._read_arpa(pieces)
            self.complete = True

    cdef int _read_arpa(self, pieces) except -1:
        cdef unique_ptr[ArpaReader] reader
        cdef const uint8_t[::1] view
        cdef bint fine = True
        cdef const char* data
        cdef size_t length
        reader.reset(new ArpaReader(self.builder.get()))
        for piece in pieces:
            view = piece
            length = view.shape[0]
            if not length:
                continue
            data = <const char*>&view[0]
            with nogil:
                fine = reader.get().feed(data, length)
            if not fine:
                break
        if fine:
            fine = reader.get().finish()
        if not fine:
            raise_fault(self.name, reader.get().fault())
        return 0

    def write(self, destination):
        """Lay out the automaton and write it to ``destination``; return the n-gram counts by order."""
        with self.exclusive:
            if not self.complete:
                raise ValueError(f"{self.name}: no model was read to its end")
            return self._write(destination)

    cdef tuple _write(self, destination):
        cdef LmBuilder* builder = self.builder.get()
        cdef uint32_t duplicate
        with nogil:
            duplicate = builder.finish()
        if duplicate != kNoNode:
            raise FormatError(
                self.name, f"the n-gram '{self._words(builder.leaf_words(duplicate))}' twice",
                "every n-gram once", "Are several models in one file?",
            )
        if builder.end_word == kNotFound:
            raise FormatError(self.name, "no </s> among its words", "one", "")
        meta = np.array([builder.order(), builder.begin_state, builder.end_word, 0], np.uint32)
        write_packfile(destination, KIND, VERSION, [
            ("meta", meta),
            ("counts", _bytes(builder.counts.data(), builder.counts.size() * sizeof(uint64_t))),
            ("levels", _bytes(builder.levels.data(), builder.levels.size() * sizeof(uint64_t))),
            ("states", _bytes(builder.states.data(), builder.states.size() * sizeof(LmStateC))),
            ("arcs", _bytes(builder.arcs.data(), builder.arcs.size() * sizeof(LmArcC))),
            ("unigrams", _bytes(builder.unigrams.data(), builder.unigrams.size() * sizeof(LmArcC))),
            *vocabulary_sections(builder.vocabulary().view()),
        ])
        return tuple(builder.counts)

    cdef str _words(self, ids):
        cdef const char* data
        cdef size_t length
        words = []
        for word in ids:
            data = self.builder.get().vocabulary().view().word(word, &length)
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
