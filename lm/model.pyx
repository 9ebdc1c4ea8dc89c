"""The packed language model: opened by mapping, and queried natively. Also the native part of :mod:`paragen.lm.packing`."""

import math
from array import array
from bisect import bisect_right

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libcpp cimport bool as cbool
from libcpp.memory cimport unique_ptr

from paragen.base.vocabulary cimport Vocabulary, VocabularyView, kNotFound, vocabulary_sections

from paragen.base.errors import FormatError
from paragen.base.exclusive import Exclusive
from paragen.base.packfile import PackFile, write_packfile

cdef extern from "lm/check.hh" namespace "paragen" nogil:
    cdef cppclass LmCheck:
        LmCheck(const LmView& lm, const VocabularyView& words, const uint64_t* levels, const uint64_t* counts)
        const char* run() except +
        uint32_t at

cdef extern from "lm/layout.hh" namespace "paragen" nogil:
    cdef cppclass LmLayout:
        LmLayout(LmBuilder* builder) except +
        cbool next() except +
        const uint8_t* bytes()
        uint64_t n_bytes()
        vector[uint64_t] levels
        vector[float] values
        uint32_t word_bytes
        uint32_t next_bytes
        uint32_t begin_state
        uint32_t end_word

cdef extern from "lm/kenlm_layout.hh" namespace "paragen" nogil:
    cdef cppclass KenlmFile:
        KenlmFile(const uint8_t* data, uint64_t size) except +
        cbool read_header() except +
        ArpaFault fault

    cdef cppclass KenlmReader:
        cbool open() except +
        cbool step(cbool* done) except +

cdef extern from "lm/kenlm_trie.hh" namespace "paragen" nogil:
    unique_ptr[KenlmReader] open_reader(KenlmFile* file, LmBuilder* builder) except +

KIND = "lm"
VERSION = 3

_MAX_ORDER = 32


cdef class LanguageModel:
    """A back-off n-gram model in a packed file.

    Opening maps the file and checks sizes only, whatever its length; :meth:`verify` checks every byte. Words are
    str; a word the model does not have is scored as ``<unk>``. All scores are natural logarithms.

    Parameters
    ----------
    path : a file that :func:`paragen.lm.pack_lm` wrote. For others see
        :func:`paragen.lm.open_lm`.

    Raises
    ------
    FormatError : not such a file, or a truncated one.
    """

    def __cinit__(self, path: StrPath):
        self._packfile = PackFile(path, KIND, VERSION)
        self.vocabulary = Vocabulary(self._packfile)
        cdef const uint8_t[::1] cells = self._packfile.section("cells", "B")
        cdef const float[::1] values = self._packfile.section("values", "f")
        meta = self._packfile.section("meta", "I")
        levels = self._packfile.section("levels", "Q").tolist()
        counts = self._packfile.section("counts", "Q").tolist()
        n_words = len(self.vocabulary)
        self._expect(len(meta) == 5 and 1 <= meta[0] <= _MAX_ORDER, "an impossible order")
        order = meta[0]
        self._expect(1 <= meta[3] <= 4 and 1 <= meta[4] <= 4, f"fields of {meta[3]} and {meta[4]} bytes")
        self.view.set_layout(meta[3], meta[4], len(values) > 0)
        n_cells, rest = divmod(len(cells) - <int>kLmPadding, self.view.width)
        self._expect(rest == 0, f"{len(cells)} bytes of states and arcs")
        self._expect(0 < n_words < n_cells < kNoWord, f"{n_cells} states and arcs, {n_words} words")
        self._expect(meta[1] < n_cells and meta[2] < n_words, "a sentence mark outside the model")
        self._expect(len(levels) == order + 1 and len(counts) == order, f"{len(levels)} context lengths")
        self._expect(levels[0] == 0 and levels[order] == n_cells and levels == sorted(levels),
            "context lengths that are not in order")
        self._levels, self._counts = array("Q", levels), array("Q", counts)
        self.view.cells = &cells[0]
        self.view.n_values, self.view.values = len(values), &values[0] if len(values) else NULL
        self.view.n_cells, self.view.n_words = n_cells, n_words
        self.view.order, self.view.begin_state, self.view.end_word = order, meta[1], meta[2]

    def _expect(self, bint holds, str found):
        if not holds:
            raise FormatError(self.path, found, "a packed language model", "Build it again with `paragen pack`.")

    @property
    def path(self) -> str:
        """The packed file."""
        return self._packfile.path

    @property
    def order(self) -> int:
        """Words in the longest n-gram."""
        return self.view.order

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of n-grams of each order, unigrams first."""
        return tuple(self._counts)

    def __len__(self):
        return self.view.n_words

    def __contains__(self, str word):
        return self.vocabulary.find(word) not in (0, kNotFound)

    def __repr__(self):
        return f"LanguageModel({self.path!r}, order={self.order}, words={len(self)})"

    def __reduce__(self):
        return LanguageModel, (self.path,)

    def score(self, words: str | Iterable[str], bint bos=True, bint eos=True) -> float:
        """Return the natural log probability of a sentence.

        Parameters
        ----------
        words : the sentence as a sequence of words, or as a str that white space separates.
        bos : condition the first word on the sentence begin rather than on nothing.
        eos : include the sentence end.
        """
        cdef uint32_t[::1] ids = self.vocabulary.ids(_split(words))
        cdef uint32_t state = self.view.begin_state if bos else 0
        cdef double total = 0
        cdef Py_ssize_t i
        for i in range(ids.shape[0]):
            total += self._score(state, ids[i], &state)
        if eos:
            total += self._score(state, self.view.end_word, &state)
        return total

    cdef float _score(self, uint32_t state, uint32_t word, uint32_t* next_state) except? 1:
        logprob = self.view.score(state, word, next_state)
        if logprob == kImpossible:
            self._refuse("an impossible score")
        return logprob

    def _refuse(self, found):
        raise FormatError(self.path, found, "an unaltered language model", "Look at it with `paragen verify`.")

    def full_scores(self, words: str | Iterable[str], bint bos=True, bint eos=True) -> Iterator[tuple[float, int, bool]]:
        """Yield (natural log probability, length of the n-gram matched, unknown?) for each word, then for the end."""
        cdef uint32_t state = self.view.begin_state if bos else 0
        cdef uint32_t word
        cdef uint32_t next_state = 0
        found = [*self.vocabulary.ids(_split(words)).tolist(), *([self.view.end_word] if eos else [])]
        for word in found:
            logprob = self._score(state, word, &next_state)
            yield logprob, self._matched(state, word), word == 0 or word >= self.view.n_words
            state = next_state

    cdef uint32_t _matched(self, uint32_t state, uint32_t word):
        if word >= self.view.n_words:
            word = 0
        while state != 0:
            if self.view.find(state, word) != NULL:
                return bisect_right(self._levels, state)
            state = self.view.suffix(state)
        return 1

    def draw(self, Py_ssize_t count, seed: int = 0) -> Iterator[list[str]]:
        """Yield sentences along the model's own n-grams, with a word out of place now and then, so that it backs off.

        Parameters
        ----------
        count : how many lists of words.
        seed : the sentences are the same for the same seed.
        """
        cdef uint32_t state, word, n
        from random import Random

        rng = Random(seed)
        for _ in range(count):
            state, words = self.view.begin_state, []
            while len(words) < 30:
                while state != 0 and self.view.n_slots(state) == 0:
                    state = self.view.suffix(state)
                n = self.view.n_slots(state)
                word = self.view.no_word()
                if state != 0 and rng.random() < 0.9:
                    word = self.view.word(self.view.at(state + 1 + <uint32_t>rng.randrange(n)))
                if word == self.view.no_word():
                    word = rng.randrange(self.view.n_words)
                if word == self.view.end_word:
                    break
                if word >= self.view.n_words:
                    self._refuse("an arc with an impossible word")
                words.append(self.vocabulary[word])
                self.view.score(state, word, &state)
            yield words

    def perplexity(self, words: str | Iterable[str]) -> float:
        """Return the perplexity of a sentence, its end included."""
        words = _split(words)
        return math.exp(-self.score(words) / (len(words) + 1))

    def score_ids(self, const uint32_t[::1] words, bint bos=True, float[::1] out=None) -> float:
        """Score an array of word ids in one native loop; return the total.

        A sentence ends where the array has the id of ``</s>``: the context then starts afresh.

        Parameters
        ----------
        words : ids as ``vocabulary.ids`` gives them; those that are not in the model count as ``<unk>``.
        out : where given, the natural log probability of each word is written there.
        """
        if out is not None and out.shape[0] < words.shape[0]:
            raise ValueError(f"room for {out.shape[0]} scores, {words.shape[0]} words")
        cdef uint32_t start = self.view.begin_state if bos else 0
        cdef uint32_t state = start
        cdef bint keep = out is not None, sound = True
        cdef double total = 0
        cdef float logprob
        cdef Py_ssize_t i
        with nogil:
            for i in range(words.shape[0]):
                logprob = self.view.score(state, words[i], &state)
                total += logprob
                sound &= logprob > kImpossible
                if keep:
                    out[i] = logprob
                if words[i] == self.view.end_word:
                    state = start
        if not sound:
            self._refuse("an impossible score")
        return total

    def verify(self) -> None:
        """Check every byte against its checksum, then that all arrays fit together.

        Raises
        ------
        FormatError : at the first fault.
        """
        self._packfile.verify()
        cdef const uint64_t[::1] levels = self._levels
        cdef const uint64_t[::1] counts = self._counts
        cdef unique_ptr[LmCheck] check
        cdef const char* fault
        check.reset(new LmCheck(self.view, self.vocabulary.view, &levels[0], &counts[0]))
        with nogil:
            fault = check.get().run()
        if fault != NULL:
            self._expect(False, f"{fault.decode()} ({check.get().at})")


def _split(words):
    """Cut a str at ASCII white space, as KenLM does; take another iterable as it is."""
    if not isinstance(words, str):
        return list(words)
    return [word.decode("utf-8", "surrogateescape") for word in words.encode("utf-8", "surrogateescape").split()]


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

    def read_arpa(self, pieces: Iterable[bytes]) -> None:
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
            words = " ".join([builder.vocabulary().text(word).decode("utf-8", "replace") for word in builder.failed_words()])
            raise FormatError(self.name, f"the n-gram '{words}' twice", "every n-gram once", "Are several models in one file?")
        return 0

    def write(self, destination: StrPath) -> tuple[int, ...]:
        """Lay out the automaton and write it to ``destination``; return the n-gram counts by order."""
        self.take()
        with self.exclusive:
            return self._write(destination)

    cdef tuple _write(self, destination):
        cdef LmBuilder* builder = self.builder.get()
        cdef _Cells cells = _Cells.__new__(_Cells, self)
        cdef LmLayout* layout = cells.layout.get()
        if layout.end_word == kNotFound:
            raise FormatError(self.name, "no </s> among its words", "one", "")
        counts = tuple(builder.counts)
        write_packfile(destination, KIND, VERSION, [
            ("meta", array("I", [
                builder.order(), layout.begin_state, layout.end_word, layout.word_bytes, layout.next_bytes,
            ])),
            ("counts", array("Q", counts)),
            ("levels", array("Q", layout.levels)),
            ("cells", cells.parts()),
            ("values", array("f", layout.values)),
            *vocabulary_sections(builder.vocabulary()),
        ])
        return counts


cdef class _Cells:
    """The cells of a model, laid out as they are written."""

    cdef LmPacker packer
    cdef unique_ptr[LmLayout] layout

    def __cinit__(self, LmPacker packer):
        self.packer = packer
        with nogil:
            self.layout.reset(new LmLayout(packer.builder.get()))

    def parts(self) -> Iterator[memoryview]:
        cdef LmLayout* layout = self.layout.get()
        cdef bint fine = True
        while fine:
            with nogil:
                fine = layout.next()
            self.packer.check_ngrams(fine)
            if layout.n_bytes() == 0:
                break
            yield <const uint8_t[:layout.n_bytes()]>layout.bytes()
        yield bytes(kLmPadding)


cdef raise_fault(str name, const ArpaFault& fault):
    where = f"{name}:{fault.line}" if fault.line else name
    parts = [(<bytes>text).decode("utf-8", "replace") for text in (fault.found, fault.expected, fault.remedy)]
    raise FormatError(where, *parts)


def read_kenlm(LmPacker packer not None, const uint8_t[::1] data: bytes | mmap.mmap) -> None:
    """Take the n-grams of a KenLM binary, given whole.

    A probing binary holds only hashes of its n-grams; they are recovered by trial, which for bigrams takes time
    quadratic in the number of words (10 s for 100,000 words, a quarter of an hour for a million).
    """
    packer.begin()
    with packer.exclusive:
        _read(packer, data)
        packer.complete = True


cdef int _read(LmPacker packer, const uint8_t[::1] data) except -1:
    cdef unique_ptr[KenlmFile] file
    cdef unique_ptr[KenlmReader] reader
    file.reset(new KenlmFile(&data[0] if data.shape[0] else NULL, data.shape[0]))
    cdef bint fine = file.get().read_header()
    cdef cbool done = False
    if fine:
        with nogil:
            reader = open_reader(file.get(), packer.builder.get())
            fine = reader.get().open()
    while fine and not done:
        PyErr_CheckSignals()
        with nogil:
            fine = reader.get().step(&done)
    if not fine:
        raise_fault(packer.name, file.get().fault)
