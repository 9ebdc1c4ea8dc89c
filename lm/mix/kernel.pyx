"""Mixing: the native part. :mod:`paragen.lm.mix.mixing` says what is mixed."""

from array import array

from libc.stdint cimport uint32_t
from libcpp cimport bool as cbool
from libcpp.memory cimport unique_ptr
from libcpp.string cimport string
from libcpp.string_view cimport string_view

from paragen.lm.pack.builder cimport LmBuilder, LmPacker

from paragen.base.errors import Unexpected, shown

cdef extern from "lm/mix/mixer.hh" namespace "paragen" nogil:
    cdef cppclass CMixer "paragen::Mixer":
        CMixer(LmBuilder* builder) except +
        double probability(uint32_t word)
        cbool mix(const double* probabilities) except +
        const string& impossible()
        void add_word(string_view word, double probability) except +
        void header() except +
        cbool lines(uint32_t n, size_t begin, size_t end) except +
        const string& text()
        void clear()

cdef size_t _BLOCK = 1 << 14  # n-grams


cdef class Mixer:
    """A model that was read, whose words are to get other probabilities.

    Parameters
    ----------
    packer : one that has read the n-grams; the mixer takes them over.

    Raises
    ------
    FormatError : it has an n-gram twice.
    """

    cdef LmPacker packer
    cdef unique_ptr[CMixer] mixer

    def __cinit__(self, LmPacker packer not None):
        cdef bint differ
        packer.take()
        with packer.exclusive:
            with nogil:
                differ = packer.builder.get().leaves_differ()
            packer.check_ngrams(differ)
        self.packer = packer
        self.mixer.reset(new CMixer(packer.builder.get()))

    @property
    def has_unknown(self):
        """Whether <unk> is in the model itself."""
        return self.packer.builder.get().saw_unk()

    def words(self):
        """Return its words in the order of their ids."""
        cdef uint32_t word
        with self.packer.exclusive:
            return [
                self.packer.builder.get().vocabulary().text(word).decode("utf-8", "surrogateescape")
                for word in range(self.packer.builder.get().vocabulary().size())
            ]

    def probabilities(self):
        """Return p(w) of each word."""
        cdef uint32_t word
        cdef uint32_t n_words = self.packer.builder.get().vocabulary().size()
        with self.packer.exclusive:
            return array("d", [self.mixer.get().probability(word) for word in range(n_words)])

    def mix(self, const double[::1] probabilities):
        """Give each word its new probability, and carry the change up through the interpolation.

        Raises
        ------
        Unexpected : an n-gram whose probability would be impossible.
        """
        cdef bint fine
        cdef bytes impossible
        if probabilities.shape[0] != self.packer.builder.get().vocabulary().size():
            raise ValueError(f"{probabilities.shape[0]} probabilities of {self.packer.builder.get().vocabulary().size()} words")
        with self.packer.exclusive:
            with nogil:
                fine = self.mixer.get().mix(&probabilities[0])
            if not fine:
                impossible = self.mixer.get().impossible()
                found = shown(impossible.decode("utf-8", "replace"))
                raise Unexpected(f"{found} with an impossible probability once it is mixed", "a probability")

    def add_word(self, str word not None, double probability):
        """Add a word; raise ValueError if it is in the model already."""
        cdef bytes text = word.encode("utf-8", "surrogateescape")
        with self.packer.exclusive:
            self.mixer.get().add_word(string_view(<const char*>text, len(text)), probability)

    def write(self, output):
        """Call ``output`` with each block of the ARPA file."""
        cdef bytes block
        cdef uint32_t n
        cdef size_t begin
        cdef bint more
        with self.packer.exclusive:
            self.mixer.get().header()
            for n in range(1, self.packer.builder.get().order() + 1):
                begin, more = 0, True
                while more:
                    with nogil:
                        more = self.mixer.get().lines(n, begin, begin + _BLOCK)
                    begin += _BLOCK
                    block = self.mixer.get().text()
                    output(block)
                    self.mixer.get().clear()
