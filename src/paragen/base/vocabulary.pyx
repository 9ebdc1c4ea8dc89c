"""Words and their ids, packed so that they are read in place."""

import numpy as np

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from paragen.base.errors import FormatError

NOT_FOUND = kNotFound


cdef list vocabulary_sections(const VocabularyView& view):
    """Copy the arrays behind ``view`` into (section name, array) pairs for a packed file."""
    cdef uint64_t[::1] offsets = np.empty(view.n_words + 1, np.uint64)
    cdef uint8_t[::1] data = np.empty(view.n_bytes, np.uint8)
    cdef uint32_t[::1] slots = np.empty(view.n_slots, np.uint32)
    memcpy(&offsets[0], view.offsets, (<uint64_t>view.n_words + 1) * 8)
    if view.n_bytes:
        memcpy(&data[0], view.bytes, view.n_bytes)
    if view.n_slots:
        memcpy(&slots[0], view.slots, view.n_slots * 4)
    return [
        ("word.offsets", np.asarray(offsets)),
        ("word.bytes", np.asarray(data)),
        ("word.slots", np.asarray(slots)),
    ]


cdef class Vocabulary:
    """The words of a packed file.

    Parameters
    ----------
    packfile : PackFile with the sections ``word.offsets``, ``word.bytes`` and ``word.slots``.

    Raises
    ------
    FormatError : the sizes of the sections do not fit together.
    """

    def __cinit__(self, packfile):
        cdef const uint64_t[::1] offsets = packfile.section("word.offsets", "u8")
        cdef const uint8_t[::1] data = packfile.section("word.bytes", "u1")
        cdef const uint32_t[::1] slots = packfile.section("word.slots", "u4")
        n_slots = len(slots)
        if len(offsets) < 1 or len(offsets) - 1 >= kNotFound or n_slots & (n_slots - 1) or n_slots < len(offsets):
            raise FormatError(
                packfile.path, f"{len(offsets)} word offsets and {n_slots} slots",
                "a power of two of slots, more than words", "Build it again with `paragen pack`.",
            )
        self._arrays = (offsets, data, slots)
        self.view.offsets = &offsets[0]
        self.view.bytes = <const char*>&data[0] if len(data) else <const char*>&offsets[0]
        self.view.slots = &slots[0]
        self.view.n_bytes = len(data)
        self.view.n_slots = n_slots
        self.view.n_words = len(offsets) - 1

    cdef uint32_t find(self, str word) except? 0xFFFFFFFF:
        cdef bytes data = word.encode("utf-8", "surrogateescape")
        return self.view.find(data, len(data))

    def __len__(self):
        return self.view.n_words

    def __contains__(self, str word):
        return self.find(word) != kNotFound

    def __getitem__(self, uint32_t word_id):
        """Return the word with this id; raise IndexError where there is none."""
        cdef size_t length
        cdef const char* data
        if word_id >= self.view.n_words:
            raise IndexError(f"word {word_id} of {self.view.n_words}")
        data = self.view.word(word_id, &length)
        return data[:length].decode("utf-8", "surrogateescape")

    def ids(self, words):
        """Return the ids of ``words`` (uint32; ``NOT_FOUND`` for those that are not here)."""
        cdef uint32_t[::1] found = np.empty(len(words), np.uint32)
        cdef Py_ssize_t i
        for i, word in enumerate(words):
            found[i] = self.find(word)
        return np.asarray(found)
