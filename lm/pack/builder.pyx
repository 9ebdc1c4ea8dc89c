"""Packs n-grams into a language-model file: the native part. :mod:`paragen.lm.pack.packing` feeds it files."""

from array import array

from libc.stdint cimport uint8_t, uint64_t
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

    cdef int take(self) except -1:
        """Let one writer, or mixer, have the model."""
        if not self.complete:
            raise ValueError(f"{self.name}: no model was read to its end, or it was written")
        self.complete = False
        return 0

    def read_arpa(self, pieces):
        """Take the n-grams of an ARPA file given as an iterable of bytes objects of any size."""
        self.begin()
        with self.exclusive:
            self._read_arpa(pieces)
            self.complete = True

    cdef int _read_arpa(self, pieces) except -1:
        cdef unique_ptr[ArpaReader] reader
        cdef const uint8_t[::1] view
        cdef bint fine = True
        cdef size_t length
        reader.reset(new ArpaReader(self.builder.get()))
        for piece in pieces:
            view = piece
            length = view.shape[0]
            if not length:
                continue
            with nogil:
                fine = reader.get().feed(<const char*>&view[0], length)
            if not fine:
                break
        if not (fine and reader.get().finish()):
            raise_fault(self.name, reader.get().fault())
        return 0

    cdef int check_ngrams(self, bint differ) except -1:
        """Raise FormatError if the n-grams do not differ: the builder has one twice."""
        cdef LmBuilder* builder = self.builder.get()
        if not differ:
            words = " ".join([builder.vocabulary().text(word).decode("utf-8", "replace") for word in builder.duplicate()])
            raise FormatError(self.name, f"the n-gram '{words}' twice", "every n-gram once", "Are several models in one file?")
        return 0

    def write(self, destination):
        """Lay out the automaton and write it to ``destination``; return the n-gram counts by order."""
        self.take()
        with self.exclusive:
            return self._write(destination)

    cdef tuple _write(self, destination):
        cdef LmBuilder* builder = self.builder.get()
        cdef bint fine
        with nogil:
            fine = builder.finish()
        self.check_ngrams(fine)
        if builder.end_word == kNotFound:
            raise FormatError(self.name, "no </s> among its words", "one", "")
        counts = tuple(builder.counts)
        write_packfile(destination, KIND, VERSION, [
            ("meta", array("I", [
                builder.order(), builder.begin_state, builder.end_word, builder.word_bytes, builder.next_bytes,
            ])),
            ("counts", array("Q", counts)),
            ("levels", array("Q", builder.levels)),
            ("cells", <const uint8_t[:builder.n_bytes]>builder.cells()),
            ("values", array("f", builder.values)),
            *vocabulary_sections(builder.vocabulary()),
        ])
        return counts


cdef raise_fault(str name, const ArpaFault& fault):
    where = f"{name}:{fault.line}" if fault.line else name
    parts = [(<bytes>text).decode("utf-8", "replace") for text in (fault.found, fault.expected, fault.remedy)]
    raise FormatError(where, *parts)
