# distutils: extra_link_args = -pthread
"""The estimator: text in pieces, an ARPA file out in blocks; and the mixer, which gives words of a model other probabilities."""

from libc.stdint cimport uint32_t, uint64_t
from libcpp cimport bool as cpp_bool
from libcpp.memory cimport unique_ptr
from libcpp.string cimport string
from libcpp.string_view cimport string_view
from libcpp.vector cimport vector
from cpython.exc cimport PyErr_CheckSignals

import os
from array import array

from paragen.lm.model cimport LmBuilder, LmPacker

from paragen.base.errors import FormatError, Unexpected, shown
from paragen.base.exclusive import Exclusive
from paragen.lm.options import check_fallback, check_order, check_prune, check_temp, check_threads


cdef extern from *:
    """
    #include "lm/estimate/estimator.hh"
    """
    void raise_python_error "paragen::estimate::raise_python_error"()

cdef extern from "lm/estimate/estimator.hh" namespace "paragen::estimate" nogil:
    cdef struct OrderCounts:
        uint64_t total
        uint64_t kept

    cdef struct CorpusFault:
        string found
        string expected
        string remedy

    cdef struct Discounts:
        float of[4]
        cpp_bool fallback

    cdef struct DiscountFailure:
        uint32_t order
        uint32_t count
        float discount
        cpp_bool missing

    cdef cppclass Settings:
        uint32_t order
        vector[uint64_t] prune
        cpp_bool has_fallback
        Discounts fallback
        cpp_bool interpolate_unigrams
        cpp_bool skip_symbols "skip_specials"
        uint64_t memory
        string temp
        uint32_t threads

    cdef struct Host:
        void* self
        int (*report)(void*, const char*, double) noexcept
        int (*write)(void*, const char*, size_t) noexcept

    cdef cppclass Estimator:
        Estimator(const Settings&, const Host&) except +raise_python_error
        void begin_file()
        cpp_bool feed(const char*, size_t) except +raise_python_error
        cpp_bool end_file() except +raise_python_error
        DiscountFailure run() except +raise_python_error
        const CorpusFault& fault()
        uint64_t line()
        uint64_t n_tokens()
        uint64_t n_sentences()
        uint32_t n_words()
        cpp_bool spilled()
        OrderCounts order_counts(uint32_t)
        Discounts discounts(uint32_t)

cdef extern from "lm/estimate/mixer.hh" namespace "paragen" nogil:
    cdef cppclass CMixer "paragen::Mixer":
        CMixer(LmBuilder* builder) except +
        double probability(uint32_t word)
        cpp_bool mix(const double* probabilities) except +
        const string& impossible()
        void add_word(string_view word, double probability) except +
        void header() except +
        cpp_bool lines(uint32_t n, size_t begin, size_t end) except +
        const string& text()
        void clear()


cdef int report(void* self, const char* stage, double fraction) noexcept with gil:
    cdef Kernel kernel = <Kernel>self
    try:
        kernel.check(stage, fraction)
        return 0
    except BaseException as error:
        kernel.error = error
        return 1


cdef int write(void* self, const char* data, size_t length) noexcept with gil:
    cdef Kernel kernel = <Kernel>self
    try:
        kernel.output(<bytes>data[:length])
        return 0
    except BaseException as error:
        kernel.error = error
        return 1


cdef class Kernel:
    """Counts the text it is fed, then writes the model.

    Parameters
    ----------
    order : length of the longest n-grams.
    prune : one threshold an order.
    fallback : three discounts, or None.
    interpolate_unigrams, skip_symbols : see `estimate`.
    memory : bytes to hold n-grams in.
    temp : folder for what does not fit.
    threads : how many to use.
    output : called with each block of the ARPA file.
    progress : called with a stage's name and the part of it that is done; or None.
    """

    cdef unique_ptr[Estimator] estimator
    cdef object exclusive
    cdef str name  # of the source that is being read
    cdef bint finished
    cdef object output
    cdef object progress
    cdef object error
    cdef uint32_t order

    def __cinit__(
        self, *, uint32_t order, prune: Sequence[int], fallback: Sequence[float] | None, bint interpolate_unigrams,
        bint skip_symbols, uint64_t memory, temp: str, uint32_t threads, output: Callable[[bytes], object],
        progress: Callable[[str, float], object] | None,
    ):
        cdef Settings settings
        cdef Host host
        settings.order = self.order = check_order(order)
        settings.prune = check_prune(prune, order)
        fallback = check_fallback(fallback)
        settings.has_fallback = fallback is not None
        if fallback is not None:
            for i in range(3):
                settings.fallback.of[i + 1] = fallback[i]
        settings.interpolate_unigrams = interpolate_unigrams
        settings.skip_symbols = skip_symbols
        settings.memory = memory
        settings.temp = os.fsencode(check_temp(temp))
        settings.threads = check_threads(threads)
        host.self = <void*>self
        host.report = report
        host.write = write
        self.output = output
        self.progress = progress
        self.exclusive = Exclusive()
        self.name = "the corpus"
        self.estimator.reset(new Estimator(settings, host))

    cdef check(self, const char* stage, double fraction):
        PyErr_CheckSignals()
        if self.progress is not None:
            self.progress(stage.decode(), fraction)

    cdef int open(self) except -1:
        if self.finished:
            raise ValueError("this estimator is done")
        return 0

    cdef settle(self, error):
        # The error a callback raised is the one to report.
        if self.error is not None:
            raise self.error from None
        raise error

    cdef int check_words(self, cpp_bool fine) except -1:
        """Raise FormatError unless nothing but words was found."""
        cdef const CorpusFault* fault = &self.estimator.get().fault()
        if not fine:
            parts = [(<bytes>part).decode("utf-8", "replace") for part in (fault.found, fault.expected, fault.remedy)]
            raise FormatError(f"{self.name}:{self.estimator.get().line()}", *parts)
        return 0

    def begin_file(self, str name not None) -> None:
        """Begin to count lines anew, those of ``name``."""
        with self.exclusive:
            self.open()
            self.name = name
            self.estimator.get().begin_file()

    def feed(self, const unsigned char[::1] text not None: bytes) -> None:
        """Take the next piece of a file; raise FormatError when something other than words stands in it."""
        cdef cpp_bool fine = True
        cdef size_t length = text.shape[0]
        with self.exclusive:
            self.open()
            if length:
                try:
                    with nogil:
                        fine = self.estimator.get().feed(<const char*>&text[0], length)
                except BaseException as error:
                    self.settle(error)
            self.check_words(fine)

    def end_file(self) -> None:
        """End a file, and the sentence that is open; raise FormatError when something other than words stands there."""
        with self.exclusive:
            self.open()
            self.check_words(self.estimator.get().end_file())

    def run(self) -> tuple[int, int, float | None] | None:
        """End the last file, estimate and write the model; return (order, count, discount or None) where discounts fail."""
        cdef DiscountFailure failure
        with self.exclusive:
            self.open()
            self.check_words(self.estimator.get().end_file())
            self.finished = True
            try:
                with nogil:
                    failure = self.estimator.get().run()
            except BaseException as error:
                self.settle(error)
        if failure.order:
            return failure.order, failure.count, None if failure.missing else failure.discount
        return None

    @property
    def sizes(self) -> tuple[int, int, int, bool]:
        """Tokens, sentences and types read; whether files were needed."""
        return (self.estimator.get().n_tokens(), self.estimator.get().n_sentences(), self.estimator.get().n_words(),
                self.estimator.get().spilled())

    @property
    def counts(self) -> list[tuple[int, int]]:
        """For each order: n-grams seen, n-grams kept."""
        cdef OrderCounts counts
        found = []
        for k in range(self.order):
            counts = self.estimator.get().order_counts(k)
            found.append((counts.total, counts.kept))
        return found

    @property
    def discounts(self) -> list[tuple[tuple[float, float, float], bool]]:
        """For each order: the three discounts, and whether they are the fallback."""
        cdef Discounts discounts
        found = []
        for k in range(self.order):
            discounts = self.estimator.get().discounts(k)
            found.append(((discounts.of[1], discounts.of[2], discounts.of[3]), discounts.fallback))
        return found


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
    def has_unknown(self) -> bool:
        """Whether <unk> is in the model itself."""
        return self.packer.builder.get().saw_unk()

    def words(self) -> list[str]:
        """Return its words in the order of their ids."""
        cdef uint32_t word
        with self.packer.exclusive:
            return [
                self.packer.builder.get().vocabulary().text(word).decode("utf-8", "surrogateescape")
                for word in range(self.packer.builder.get().vocabulary().size())
            ]

    def probabilities(self) -> array[float]:
        """Return p(w) of each word."""
        cdef uint32_t word
        cdef uint32_t n_words = self.packer.builder.get().vocabulary().size()
        with self.packer.exclusive:
            return array("d", [self.mixer.get().probability(word) for word in range(n_words)])

    def mix(self, const double[::1] probabilities: array[float]) -> None:
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

    def add_word(self, str word not None, double probability) -> None:
        """Add a word; raise ValueError if it is in the model already."""
        cdef bytes text = word.encode("utf-8", "surrogateescape")
        with self.packer.exclusive:
            self.mixer.get().add_word(string_view(<const char*>text, len(text)), probability)

    def write(self, output: Callable[[bytes], object]) -> None:
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
