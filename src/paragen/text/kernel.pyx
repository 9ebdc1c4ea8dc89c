"""Part-of-speech tagger: an averaged perceptron [C02] with hashed features; what may fill the slots of patterns, by its tags; and
which passages of a text are not in a given language."""

from array import array

from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.unicode cimport PyUnicode_1BYTE_KIND, PyUnicode_2BYTE_KIND, PyUnicode_DATA, PyUnicode_GET_LENGTH, PyUnicode_KIND
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t
from libcpp.string cimport string
from libcpp.memory cimport unique_ptr
from libcpp.vector cimport vector

from paragen.base.arrays cimport text_arrays
from paragen.base.text_column cimport TextColumn, TextView, string_view, text_view

from paragen.base.errors import ConfigError, FormatError
from paragen.base.packfile import PackFile, write_packfile

KIND, VERSION = "tagger", 1
_ROWS = 1 << 16
_MOST_WEIGHTS = 1 << 24  # of a language guard
_LARGEST = 12.0  # a mean weight of this size or more becomes the largest byte


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


cdef extern from "src/paragen/text/tagger.hh" namespace "paragen" nogil:
    void tag_phrase(const TaggerView& tagger, string_view phrase, const vector[string]& names, TextColumn* out) except +


cdef extern from "src/paragen/text/language_guard.hh" namespace "paragen" nogil:
    cdef struct GuardWeights:
        const int8_t* weights
        uint32_t mask

    cdef struct TextSpan:
        size_t begin, end

    cdef cppclass LanguageScanner:
        LanguageScanner(GuardWeights weights)
        void scan[Char](const Char* text, size_t n, vector[TextSpan]* out) except +
    void word_features(const uint32_t* letters, size_t n, vector[uint32_t]* out) except +


QUOTE = kQuoteSlot
"""The kind of fillers that are quotations: its number in :data:`paragen.text.slots.SLOT_TAGS`."""


cdef int read_words(words, marks, vector[TagWord]* found) except -1:
    cdef bytes data
    found.clear()
    for word, mark in zip(words, marks, strict=True):
        data = (<str?>word).encode("utf-8", "surrogateescape")
        found.push_back(tag_word(data, len(data), mark))
    return 0


cdef tuple check_tags(tags):
    found = tuple(tags)
    if not 1 <= len(found) <= kTagColumns or len(set(found)) < len(found):
        raise ConfigError(f"tagger: found {len(set(found))} tags in {len(found)} places, expected 1 to {kTagColumns}, each once.")
    return found


cdef class Tagger:
    """Tags words with the weights of a packed file.

    Parameters
    ----------
    tags : the names of the tags.
    weights : a buffer of a byte for each row and column; see tagger.hh.

    Raises
    ------
    ConfigError : the weights are not a power of two of whole rows; too many tags, or one twice.
    """

    def __cinit__(self, tags: Iterable[str], weights: Any):
        cdef const int8_t[::1] view = memoryview(weights).cast("b")
        cdef size_t n = view.shape[0]
        self.tags, self._weights = check_tags(tags), view
        if n == 0 or n % kTagColumns or (n // kTagColumns) & (n // kTagColumns - 1) or n // kTagColumns > (1 << 24):
            raise ConfigError(f"tagger: found {n} weights, expected {kTagColumns} times a power of two.")
        self.view.weights, self.view.n_rows, self.view.n_tags = &view[0], <uint32_t>(n // kTagColumns), <uint32_t>len(self.tags)

    @staticmethod
    def open(path: StrPath) -> Tagger:
        """Open the packed file ``path``; raise FormatError if it is not one."""
        return read_tagger(PackFile(path, KIND, VERSION), "weights")

    def write(self, path: StrPath) -> None:
        """Write it to the packed file ``path``, atomically."""
        write_packfile(path, KIND, VERSION, self.sections())

    def sections(self) -> list[tuple[str, Any]]:
        """Return the named arrays that represent it in a packed file."""
        return [("tags", "\n".join(self.tags).encode()), ("weights", self._weights)]

    def tag(self, words: Iterable[str], marks: Iterable[int] | None = None) -> list[str]:
        """Return the tag of each word.

        Parameters
        ----------
        words : lookup forms of one sentence.
        marks : a byte for each word, how it is written: see :mod:`paragen.text.analysis`. None: in lower case.
        """
        cdef vector[TagWord] read
        cdef vector[uint8_t] tags
        words = list(words)
        marks = bytes(len(words)) if marks is None else bytes(marks)
        if len(marks) != len(words):
            raise ConfigError(f"tagger: found {len(marks)} marks, expected {len(words)}: one a word.")
        read_words(words, marks, &read)
        tags.resize(read.size())
        with nogil:
            self.view.tag(read.data(), read.size(), tags.data())
        return [self.tags[tag] for tag in tags]

    def tag_phrases(self, phrases: tuple[Any, Any]) -> tuple[Any, Any]:
        """Return the tags of lower-case phrases, each tagged by itself; may be called from several threads at once.

        Parameters
        ----------
        phrases : words separated by single spaces; a column as offsets (one more than rows) into UTF-8 bytes, and those bytes.

        Returns
        -------
        A column of as many rows: the tags of each phrase's words, separated by spaces.
        """
        cdef list held = []
        cdef Py_ssize_t i, n = len(phrases[0]) - 1
        cdef TextView texts = text_view(phrases, n, held)
        cdef TextColumn found
        cdef vector[string] names = [tag.encode() for tag in self.tags]
        with nogil:
            for i in range(n):
                tag_phrase(self.view, texts.at(i), names, &found)
        return text_arrays(found)


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

    def find(
        self, words: Sequence[str], bytes marks not None, windows: Iterable[tuple[int, int]],
    ) -> tuple[list[str], array[int]]:
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


def read_tagger(packfile: PackFile, str section) -> Tagger:
    """Return the tagger whose weights are ``section`` of an opened packed file, its tags beside them."""
    try:
        return Tagger(bytes(packfile.section("tags")).decode().split("\n"), packfile.section(section))
    except (ConfigError, UnicodeDecodeError) as error:
        raise FormatError(packfile.path, str(error), "what `Tagger.write` wrote", "Write it again.") from None


def train(sentences: Iterable[tuple[Sequence[str], Iterable[int], Sequence[str]]], tags: Sequence[str], int epochs=8) -> Tagger:
    """Return a tagger trained on tagged sentences.

    Parameters
    ----------
    sentences : a list of (words, marks, tags): lookup forms, a byte and a tag for each.
    tags : the names of all tags.
    epochs : passes over the sentences, each in a different order; the shuffling is seeded.

    Raises
    ------
    ConfigError : a sentence with more or fewer marks or tags than words, or with a tag that is not among ``tags``; too many tags;
        fewer than 1 epoch or more than 100.
    """
    import random

    cdef unique_ptr[TaggerTrainer] trainer
    cdef vector[vector[TagWord]] words
    cdef vector[vector[uint8_t]] gold
    cdef vector[TagWord] read
    cdef vector[uint8_t] numbers
    cdef vector[int8_t] weights
    cdef vector[uint32_t] order
    cdef size_t k
    tags = check_tags(tags)
    if not 1 <= epochs <= 100:
        raise ConfigError(f"tagger: found {epochs} epochs, expected 1 to 100.")
    number = {tag: i for i, tag in enumerate(tags)}
    for forms, marks, names in sentences:
        if not len(forms) == len(marks) == len(names):
            raise ConfigError(f"tagger: found {len(marks)} marks and {len(names)} tags, expected {len(forms)}: one a word.")
        if unknown := [name for name in names if name not in number]:
            raise ConfigError(f"tagger: found the tag {unknown[0]!r}, expected one of {', '.join(tags)}.")
        read_words(forms, marks, &read)
        words.push_back(read)
        numbers = [number[name] for name in names]
        gold.push_back(numbers)
    trainer.reset(new TaggerTrainer(_ROWS, <uint32_t>len(number)))
    shuffled, source = list(range(words.size())), random.Random(0)
    for _ in range(epochs):
        source.shuffle(shuffled)
        order = shuffled
        with nogil:
            for k in order:
                trainer.get().sentence(words[k].data(), gold[k].data(), gold[k].size())
    weights = trainer.get().weights(_LARGEST)
    return Tagger(tags, PyBytes_FromStringAndSize(<const char*>weights.data(), weights.size()))


def features(str word not None) -> list[int]:
    """Return the numbers of the features of a word in lower case, of which a table of weights takes the remainder."""
    cdef vector[uint32_t] letters, found
    letters.push_back(ord(" "))
    for letter in word:
        letters.push_back(ord(letter))
    letters.push_back(ord(" "))
    word_features(letters.data(), letters.size(), &found)
    return list(found)


cdef class LanguageGuard:
    """Tells the passages of texts that are not in one language.

    Parameters
    ----------
    weights : a buffer of a byte for each feature, as a signed sixteenth of a natural log of odds; as many as a power of two.

    Raises
    ------
    ConfigError : another number of weights.
    """

    cdef const int8_t[::1] _weights
    cdef GuardWeights view

    def __cinit__(self, weights: Buffer):
        cdef const int8_t[::1] view = memoryview(weights).cast("b")
        cdef size_t n = view.shape[0]
        if n == 0 or n & (n - 1) or n > _MOST_WEIGHTS:
            raise ConfigError(f"language guard: found {n} weights, expected a power of two of them, {_MOST_WEIGHTS} at most.")
        self._weights = view
        self.view.weights, self.view.mask = &view[0], <uint32_t>(n - 1)

    def spans(self, texts: Iterable[str]) -> list[list[tuple[int, int]]]:
        """Return for each text the passages that are not in the language, as half-open spans of characters, in order.

        A line without a word in the language is one as a whole, with its line end; passages do not touch.
        """
        cdef vector[TextSpan] found
        cdef LanguageScanner* scanner = new LanguageScanner(self.view)
        cdef list result = []
        try:
            for text in texts:
                if not isinstance(text, str):
                    raise TypeError(f"a sentence must be str, not {type(text).__name__}")
                found.clear()
                self._scan(scanner, text, &found)
                result.append([(span.begin, span.end) for span in found] if found.size() else [])
        finally:
            del scanner
        return result

    cdef int _scan(self, LanguageScanner* scanner, str text, vector[TextSpan]* found) except -1:
        cdef size_t n = PyUnicode_GET_LENGTH(text)
        cdef int kind = PyUnicode_KIND(text)
        cdef const void* data = PyUnicode_DATA(text)
        if kind == PyUnicode_1BYTE_KIND:
            scanner.scan(<const uint8_t*>data, n, found)
        elif kind == PyUnicode_2BYTE_KIND:
            scanner.scan(<const uint16_t*>data, n, found)
        else:
            scanner.scan(<const uint32_t*>data, n, found)
        return 0
