"""What may fill the slots of a pattern in a sentence; see fillers.hh."""

from array import array

from libc.stdint cimport uint8_t, uint32_t
from libcpp.memory cimport unique_ptr
from libcpp.string_view cimport string_view
from libcpp.vector cimport vector

from cpython.bytes cimport PyBytes_FromStringAndSize

from paragen.text.tagger cimport kMarkDigit, Tagger, TagWord, tag_word

from paragen.base.errors import ConfigError

cdef extern from "src/paragen/text/fillers.hh" namespace "paragen" nogil:
    cdef cppclass FillerC:
        pass

    cdef cppclass TagRoleC:
        pass

    const uint32_t kQuoteSlot
    TagRoleC role_of_tag(string_view tag)

    cdef cppclass FillerFinder:
        FillerFinder(const vector[TagRoleC]& roles) except +
        void find(const TagWord* words, const uint8_t* tags, uint32_t begin, uint32_t end, vector[FillerC]* found) except +

QUOTE = kQuoteSlot
"""The kind of fillers that are quotations: its number in :data:`paragen.text.slots.SLOT_TAGS`."""


cdef class Fillers:
    """Finds what may fill slots, by the parts of speech of a sentence's words.

    Parameters
    ----------
    tagger : with Penn tags.

    Raises
    ------
    ConfigError : one without tags of nouns.
    """

    cdef Tagger tagger
    cdef vector[TagRoleC] roles
    cdef int number  # the tag of numbers, -1 if there is none

    def __cinit__(self, Tagger tagger not None):
        cdef bytes name
        if "NN" not in tagger.tags:
            raise ConfigError(f"fillers: found the tags {' '.join(tagger.tags[:5])}…, expected Penn tags, as NN.")
        self.tagger = tagger
        self.number = tagger.tags.index("CD") if "CD" in tagger.tags else -1
        for tag in tagger.tags:
            name = tag.encode()
            self.roles.push_back(role_of_tag(string_view(<const char*>name, len(name))))

    def find(self, words, bytes marks not None, windows):
        """Return the tags of a sentence's words, and what may fill slots.

        Parameters
        ----------
        words : its lookup forms.
        marks : a byte for each word, how it is written: see :mod:`paragen.text.analysis`.
        windows : spans of words (begin, end) that are tagged by themselves, in order; no filler crosses their borders.

        Returns
        -------
        The tag of each word; and an array of uint32 with (begin, end, tag, edges) of each filler, by begin, then by end:
        the tag of its head as its number in :data:`paragen.text.slots.SLOT_TAGS`; 1 if the phrase does not go on to the left,
        plus 2 if it most likely does not go on to the right.
        """
        cdef vector[TagWord] read
        cdef vector[uint8_t] tags
        cdef vector[uint32_t] figures
        cdef vector[FillerC] found
        cdef unique_ptr[FillerFinder] finder
        cdef bytes data
        cdef uint32_t begin, end
        cdef size_t next_figure = 0
        finder.reset(new FillerFinder(self.roles))
        words = list(words)
        if len(marks) != len(words):
            raise ConfigError(f"fillers: found {len(marks)} marks, expected {len(words)}: one a word.")
        for word, mark in zip(words, marks):
            data = (<str?>word).encode("utf-8", "surrogateescape")
            read.push_back(tag_word(data, len(data), mark))
            if read.back().marks & kMarkDigit and data.replace(b",", b"").replace(b".", b"").isdigit():
                figures.push_back(<uint32_t>(read.size() - 1))
        tags.resize(read.size(), 0)
        for first, last in windows:
            begin, end = first, last
            if not begin <= end <= read.size():
                raise ConfigError(f"fillers: found the window {first}-{last} of {len(words)} words.")
            if begin < end:
                with nogil:
                    self.tagger.view.tag(read.data() + begin, end - begin, tags.data() + begin)
                    while self.number >= 0 and next_figure < figures.size() and figures[next_figure] < end:
                        tags[figures[next_figure]] = <uint8_t>self.number
                        next_figure += 1
                    finder.get().find(read.data(), tags.data(), begin, end, &found)
        rows = array("I")
        rows.frombytes(PyBytes_FromStringAndSize(<const char*>found.data(), found.size() * sizeof(FillerC)))
        return [self.tagger.tags[tag] for tag in tags], rows
