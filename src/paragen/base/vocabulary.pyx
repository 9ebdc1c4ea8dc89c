"""Words and their ids, packed so that they are read in place."""

from array import array

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from paragen.base.errors import FormatError

NOT_FOUND = kNotFound


cdef list vocabulary_sections(const Interner& words):
    """Return the sections of a packed file that hold these words, (name, bytes) pairs."""
    cdef vector[uint32_t] slots = vocabulary_slots(words)
    return [
        ("word.offsets", (<const char*>words.offsets().data())[:words.offsets().size() * sizeof(uint64_t)]),
        ("word.bytes", words.bytes().data()[:words.bytes().size()]),
        ("word.slots", (<const char*>slots.data())[:slots.size() * sizeof(uint32_t)]),
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

    def __cinit__(self, packfile: PackFile):
        cdef const uint64_t[::1] offsets = packfile.section("word.offsets", "Q")
        cdef const uint8_t[::1] data = packfile.section("word.bytes", "B")
        cdef const uint32_t[::1] slots = packfile.section("word.slots", "I")
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

    def __getitem__(self, uint32_t word_id) -> str:
        """Return the word with this id; raise IndexError where there is none."""
        cdef size_t length
        cdef const char* data
        if word_id >= self.view.n_words:
            raise IndexError(f"word {word_id} of {self.view.n_words}")
        data = self.view.word(word_id, &length)
        return data[:length].decode("utf-8", "surrogateescape")

    def ids(self, words: Sequence[str]) -> UInt32s:
        """Return the ids of ``words`` (an array of uint32; ``NOT_FOUND`` for those that are not here)."""
        return array("I", [self.find(word) for word in words])
