"""What may be said instead: the options of sentences, looked up once, scored and limited before the search."""

from array import array
from typing import NamedTuple

from cpython.buffer cimport PyBUF_WRITABLE
from libc.math cimport INFINITY, isnan
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libcpp.string_view cimport string_view
from libcpp.vector cimport vector

from paragen.base.vocabulary cimport Vocabulary, kNotFound

from paragen.base.errors import ConfigError, FormatError
from paragen.decoder.sentence import CONTEXT_WORDS, MAX_WORDS, SentenceInput

FEATURES = tuple([name.decode() for name in feature_names()])
"""The features in their order: names; "(tables)" and "(scorers)" stand for rows that have their names from the model."""
MOST_EDITS = kMostEdits
"""The greatest bound on the number of edits that a search can keep to."""


cdef class Lexicon:
    """The words that a decoder's sources know.

    Parameters
    ----------
    vocabulary : of the packed tables; its words keep their ids.
    """

    def __cinit__(self, Vocabulary vocabulary not None):
        self.vocabulary = vocabulary

    def __len__(self):
        return self.view().size()

    cdef LexiconView view(self) noexcept:
        cdef LexiconView view
        view.packed = self.vocabulary.view
        view.added = &self.added
        return view

    cdef uint32_t add(self, str word) except 0xFFFFFFFF:
        cdef bytes data = word.encode("utf-8", "surrogateescape")
        cdef uint32_t found = self.view().find(data, len(data))
        if found == kNotFound:
            found = self.vocabulary.view.n_words + self.added.add(string_view(<const char*>data, len(data)))
        return found


cdef str lexicon_word(const LexiconView& view, uint32_t word):
    cdef size_t length
    cdef const char* data
    if word >= view.size():
        return None
    data = view.word(word, &length)
    return data[:length].decode("utf-8", "surrogateescape")


cdef uint32_t lexicon_id(const LexiconView& view, str word) except? 0xFFFFFFFF:
    cdef bytes data = word.encode("utf-8", "surrogateescape")
    return view.find(data, len(data))


class Offered(NamedTuple):
    """A substitute: source words [begin, end) of its sentence, target words, and (table's number, natural log score) of each
    table that offers it."""

    begin: int
    end: int
    words: tuple[str, ...]
    offers: tuple[tuple[int, float], ...]


cdef class _Column:
    """One field of an array of structs in the memory of its owner, as a buffer that may be read."""

    cdef object owner
    cdef const void* data
    cdef bytes format
    cdef Py_ssize_t shape[1]
    cdef Py_ssize_t strides[1]
    cdef Py_ssize_t itemsize

    def __getbuffer__(self, Py_buffer* buffer, int flags):
        if flags & PyBUF_WRITABLE == PyBUF_WRITABLE:
            raise BufferError("options may be read, not changed")
        buffer.buf = <void*>self.data
        buffer.obj = self
        buffer.len = self.shape[0] * self.itemsize
        buffer.itemsize = self.itemsize
        buffer.readonly = 1
        buffer.ndim = 1
        buffer.format = self.format
        buffer.shape = self.shape
        buffer.strides = self.strides
        buffer.suboffsets = NULL
        buffer.internal = NULL


cdef object column(object owner, const void* data, size_t n, Py_ssize_t stride, bytes format, Py_ssize_t itemsize):
    cdef _Column made = _Column()
    made.owner, made.data, made.format, made.itemsize = owner, data if n else <const void*>&made.itemsize, format, itemsize
    made.shape[0], made.strides[0] = n, stride
    return memoryview(made)


cdef size_t _labels_of(const uint32_t[:, ::1] labels, size_t n_words) except? 0:
    """Return how many labels there are; raise ConfigError if one is no SpanLabelC of the words."""
    cdef size_t bad, n = labels.shape[0]
    if labels.shape[1] != 3 or n > 0x7FFFFFFF:
        raise ConfigError("sentence: labels that are no rows (begin, end, label).")
    bad = first_bad_span(<const SpanLabelC*>&labels[0, 0] if n else NULL, n, n_words)
    if bad < n:
        raise ConfigError(f"sentence: label {bad} is of no span of its words, or of one before that of the last.")
    return n


cdef size_t _fillers_of(const uint32_t[::1] fillers, size_t n_words) except? 0:
    """Return how many fillers there are; raise ConfigError if one is no FillerC of the words."""
    cdef const FillerC* rows
    cdef size_t i, bad, n = fillers.shape[0] // 4
    if fillers.shape[0] % 4 or fillers.shape[0] > 0x7FFFFFFF:
        raise ConfigError("sentence: fillers that are no rows (begin, end, tag, edges).")
    rows = <const FillerC*>&fillers[0] if n else NULL
    bad = first_bad_span(rows, n, n_words)
    for i in range(bad):
        if not is_filler_kind(rows[i].tag):
            bad = i
            break
    if bad < n:
        raise ConfigError(f"sentence: filler {bad} is no span of its words, has no tag, or comes before the last.")
    return n


cdef uint32_t number_of(size_t size, str what) except? 0:
    if size > 0xFFFFFFFF:
        raise ConfigError(f"options: more than 2^32 - 1 {what} in one batch of sentences.")
    return <uint32_t>size


cdef int _check(sentence, size_t n_words) except -1:
    """Raise ConfigError unless what goes with the words of a sentence is of their number, and its lines are in order."""
    cdef size_t at = 0
    if sentence.keep is not None and <size_t>len(sentence.keep) != n_words:
        raise ConfigError(f"sentence: found {len(sentence.keep)} bytes of what is to be kept, expected {n_words}: one a word.")
    if sentence.marks is not None and <size_t>len(sentence.marks) != n_words:
        raise ConfigError(f"sentence: found {len(sentence.marks)} bytes of marks, expected {n_words}: one a word.")
    for words, marks in (sentence.before, sentence.after):
        if len(words) != len(marks):
            raise ConfigError(f"sentence: found {len(marks)} bytes of marks around it, expected {len(words)}: one a word.")
    for end in sentence.line_ends:
        if not at < end < n_words:
            raise ConfigError(f"sentence: found a line end after {end} words, expected {at + 1} to {n_words - 1}.")
        at = end
    return 0


cdef class Options:
    """The options of a batch of sentences; see :meth:`paragen.decoder.search.Decoder.options`.

    Substitutes are numbered from 0, sentence by sentence, ordered by where their span begins, then by its end. Those of one span
    are adjacent. A substitute that several tables offer counts once.

    Parameters
    ----------
    lexicon : the decoder's words.
    sentences : the sentences.
    scorers : names of what may score the substitutes.
    """

    def __cinit__(self, Lexicon lexicon not None, sentences: Sequence[SentenceInput], scorers: Sequence[str] = ()):
        self.confidence_base = 1
        self.lexicon, self.sentences, self.scorers, self.scored = lexicon, tuple(sentences), tuple(scorers), set()
        self.kernel.n_scorers = <uint32_t>len(self.scorers)
        for number, sentence in enumerate(self.sentences):
            self._add(<uint32_t>number, sentence)
        self.first_window.push_back(<uint32_t>self.kernel.windows.size())

    cdef int _add(self, uint32_t number, sentence) except -1:
        cdef size_t first, begin = self.kernel.source.size()
        if not isinstance(sentence, SentenceInput):
            raise TypeError(f"a sentence must be a SentenceInput, not {type(sentence).__name__}")
        words = sentence.words
        _check(sentence, len(words))
        self._add_words(sentence.before.words)
        first = self.kernel.source.size()
        self._add_words(words)
        self._add_words(sentence.after.words)
        self.kernel.keep.resize(first, 0)
        for flag in sentence.keep or b"":
            self.kernel.keep.push_back(flag)
        self.kernel.keep.resize(self.kernel.source.size(), 0)
        self.first_window.push_back(<uint32_t>self.kernel.windows.size())
        self._add_windows(number, sentence, begin, first, len(words))
        return 0

    cdef int _add_words(self, words) except -1:
        """Add words to the source."""
        cdef LexiconView names = self.names()
        cdef bytes data
        cdef uint32_t word_id
        for word in words:
            data = (<str?>word).encode("utf-8", "surrogateescape")
            word_id = names.find(data, len(data))
            if word_id == kNotFound:
                word_id = names.size()
                self.local.add(string_view(<const char*>data, len(data)))
            self.kernel.source.push_back(word_id)
        return 0

    cdef int _add_windows(self, uint32_t number, sentence, size_t begin, size_t first, size_t n_words) except -1:
        """Add the windows of a sentence, with its labels and fillers: its ``n_words`` words are there from ``first`` on, and with
        those around it from ``begin`` to the end."""
        cdef const uint32_t[:, ::1] labels = sentence.labels
        cdef const uint32_t[::1] fillers = sentence.fillers
        cdef const SpanLabelC* label_rows = NULL
        cdef const FillerC* filler_rows = NULL
        cdef size_t n_labels = 0, n_fillers = 0, label = 0, filler = 0, last
        cdef WindowC window
        if labels is not None:
            n_labels = _labels_of(labels, n_words)
            label_rows = <const SpanLabelC*>&labels[0, 0] if n_labels else NULL
        if fillers is not None:
            n_fillers = _fillers_of(fillers, n_words)
            filler_rows = <const FillerC*>&fillers[0] if n_fillers else NULL
        whole = n_words <= <size_t>MAX_WORDS and not sentence.line_ends  # as nearly all are
        for from_word, to_word in ([(0, n_words)] if n_words else []) if whole else sentence.windows():
            window.sentence, window.begin, window.end, window.source_begin = number, from_word, to_word, first + <size_t>from_word
            last = window.source_begin + (window.end - window.begin)
            if last > first + n_words:
                raise ConfigError("sentence: a window reaches past its words.")
            window.context_begin = max(begin, window.source_begin - min(window.source_begin, <size_t>CONTEXT_WORDS))
            window.context_end = min(self.kernel.source.size(), last + <size_t>CONTEXT_WORDS)
            window.has_tree = labels is not None
            window.first_label = number_of(self.kernel.labels.size(), "labels")
            take_within(label_rows, n_labels, window.begin, window.end, &label, &self.kernel.labels)
            window.last_label = number_of(self.kernel.labels.size(), "labels")
            window.first_filler = number_of(self.kernel.fillers.size(), "fillers")
            take_within(filler_rows, n_fillers, window.begin, window.end, &filler, &self.kernel.fillers)
            window.last_filler = number_of(self.kernel.fillers.size(), "fillers")
            self.kernel.windows.push_back(window)
        return 0

    def __len__(self):
        """Return how many substitutes there are in all."""
        return self.kernel.substitutes.size()

    def __repr__(self):
        return f"<paragen.decoder.options.Options: {len(self)} substitutes of {len(self.sentences)} sentences>"

    def __getitem__(self, uint32_t number) -> Offered:
        """Return a substitute as an :class:`Offered`."""
        cdef size_t k
        words = self.target(number)
        cdef const SubstituteC* at = &self.kernel.substitutes[number]
        offers = tuple([(self.kernel.offers[k].table, self.kernel.offers[k].logscore)
                        for k in range(at.offers_begin, at.offers_begin + at.n_offers)])
        return Offered(at.begin, at.end, words, offers)

    def words(self, uint32_t number) -> tuple[str, ...]:
        """Return the target words of a substitute."""
        return self.target(number)

    def groups(self, size_t sentence) -> list[tuple[int, int, int, int]]:
        """Return for each span of a sentence that has substitutes, in order, (begin, end, number of its first substitute,
        number after its last)."""
        cdef size_t first, last, end
        cdef const SubstituteC* at
        first, end = self.numbers(sentence)
        found = []
        while first < end:
            at = &self.kernel.substitutes[first]
            last = first + 1
            while last < end and self.kernel.substitutes[last].begin == at.begin and self.kernel.substitutes[last].end == at.end:
                last += 1
            found.append((at.begin, at.end, first, last))
            first = last
        return found

    def numbers(self, size_t sentence) -> tuple[int, int]:
        """Return the number of a sentence's first substitute, and the number after its last."""
        cdef uint32_t first, last
        if sentence >= <size_t>len(self.sentences):
            raise IndexError(f"sentence {sentence} of {len(self.sentences)}")
        first, last = self.first_window[sentence], self.first_window[sentence + 1]
        if first == last:
            return 0, 0
        return self.kernel.windows[first].first_substitute, self.kernel.windows[last - 1].last_substitute

    def windows(self, size_t sentence) -> list[tuple[int, int]]:
        """Return the spans (begin, end) of a sentence's words that are searched by themselves: its lines, long ones in pieces."""
        cdef size_t i
        self.numbers(sentence)
        return [(self.kernel.windows[i].begin, self.kernel.windows[i].end)
                for i in range(self.first_window[sentence], self.first_window[sentence + 1])]

    @property
    def begins(self) -> memoryview:
        """The first word of each substitute's span, in its sentence (a memoryview of uint32, as the next five)."""
        return self._field(0)

    @property
    def ends(self) -> memoryview:
        """The word after each substitute's span."""
        return self._field(1)

    @property
    def target_begins(self) -> memoryview:
        """Where each substitute's words begin in :attr:`targets`."""
        return self._field(2)

    @property
    def target_lengths(self) -> memoryview:
        """How many words each substitute has."""
        return self._field(3)

    @property
    def offer_begins(self) -> memoryview:
        """Where each substitute's offers begin in :attr:`tables` and :attr:`logscores`."""
        return self._field(4)

    @property
    def offer_counts(self) -> memoryview:
        """How many tables offer each substitute."""
        return self._field(5)

    @property
    def targets(self) -> memoryview:
        """Ids of the words of all substitutes."""
        return column(self, self.kernel.words.data(), self.kernel.words.size(), sizeof(uint32_t), b"I", sizeof(uint32_t))

    @property
    def tables(self) -> memoryview:
        """The table of each offer."""
        cdef size_t n = self.kernel.offers.size()
        return column(self, &self.kernel.offers[0].table if n else NULL, n, sizeof(OfferC), b"I", sizeof(uint32_t))

    @property
    def logscores(self) -> memoryview:
        """The natural log score of each offer (float32)."""
        cdef size_t n = self.kernel.offers.size()
        return column(self, &self.kernel.offers[0].logscore if n else NULL, n, sizeof(OfferC), b"f", sizeof(float))

    cdef object _field(self, size_t number):
        cdef size_t n = self.kernel.substitutes.size()
        cdef const uint32_t* first = <const uint32_t*>self.kernel.substitutes.data() + number if n else NULL
        return column(self, first, n, sizeof(SubstituteC), b"I", sizeof(uint32_t))

    def add_scores(self, str name not None, values: Sequence[float] | Any) -> None:
        """Let a scorer score every substitute.

        Parameters
        ----------
        name : one of :attr:`scorers`.
        values : a number for each substitute, a natural logarithm; -inf forbids it.

        Raises
        ------
        ConfigError : an unknown scorer, or one that has scored; the wrong number of values; NaN or +inf; options that were
            searched or ranked.
        """
        cdef const double[::1] numbers
        try:
            numbers = values if _is_column(values) else array("d", list(values))
        except (TypeError, ValueError, OverflowError):
            raise ConfigError(f"{name}: found {type(values).__name__}, expected a number for each substitute.") from None
        self.score_column(name, &numbers[0] if numbers.shape[0] else NULL, numbers.shape[0])

    cdef int score_column(self, str name, const double* values, size_t n) except -1:
        cdef size_t i, at, n_scorers = self.kernel.n_scorers
        if name not in self.scorers:
            raise ConfigError(f"{name}: no such scorer. The decoder has {', '.join(self.scorers) or 'none'}.")
        if name in self.scored:
            raise ConfigError(f"{name}: it has scored these options already. Add its scores once.")
        if n != self.kernel.substitutes.size():
            raise ConfigError(f"{name}: found {n} scores, expected {self.kernel.substitutes.size()}: one for each substitute.")
        for i in range(n):
            if isnan(values[i]) or values[i] == INFINITY:
                raise ConfigError(f"{name}: the score of substitute {i} is {values[i]}, expected a natural logarithm or -inf.")
        self._check_unread(name)
        if self.kernel.scores.empty():
            self.kernel.scores.assign(n * n_scorers, 0)
        at = self.scorers.index(name)
        for i in range(n):
            self.kernel.scores[i * n_scorers + at] = values[i]
            if values[i] == -INFINITY:
                self._forbid(i)
        self.scored.add(name)
        return 0

    def forbid(self, mask: Iterable[bool | int]) -> None:
        """Take substitutes out of the search.

        Parameters
        ----------
        mask : a byte or truth value for each substitute, true for one that must not be used. What was forbidden before stays so.

        Raises
        ------
        ConfigError : the wrong number of values, or options that were searched or ranked.
        """
        cdef const uint8_t[::1] flags
        cdef size_t i
        flags = mask if isinstance(mask, (bytes, bytearray)) else bytes(map(bool, mask))
        if <size_t>flags.shape[0] != self.kernel.substitutes.size():
            expected = f"expected {self.kernel.substitutes.size()}: one for each substitute."
            raise ConfigError(f"forbid: found {flags.shape[0]} values, {expected}")
        self._check_unread("forbid")
        for i in range(self.kernel.substitutes.size()):
            if flags[i]:
                self._forbid(i)

    cdef int _check_unread(self, str name) except -1:
        """A search on another thread may be reading what is about to change."""
        if self.read:
            remedy = "Score and forbid before that, or look them up again."
            raise ConfigError(f"{name}: these options have been searched or ranked. {remedy}")
        return 0

    cdef int _forbid(self, size_t number, uint8_t why=1) except -1:
        if self.kernel.forbidden.empty():
            self.kernel.forbidden.assign(self.kernel.substitutes.size(), 0)
        self.kernel.forbidden[number] = why
        return 0

    def offering(self, uint32_t first) -> tuple[set[int], set[int]]:
        """Return two sets of tables from number ``first`` on: those that offer substitutes, and those that offer allowed ones."""
        cdef size_t i, k
        cdef const SubstituteC* at
        offer, usable = set(), set()
        for i in range(self.kernel.substitutes.size()):
            at = &self.kernel.substitutes[i]
            for k in range(at.offers_begin, at.offers_begin + at.n_offers):
                if self.kernel.offers[k].table >= first:
                    offer.add(self.kernel.offers[k].table)
                    if self.kernel.allows(i):
                        usable.add(self.kernel.offers[k].table)
        return offer, usable

    def add_offered(self, str name not None, uint32_t first) -> None:
        """Let a scorer give 1 to every substitute that a table from number ``first`` on offers, and 0 to others."""
        cdef vector[double] values
        cdef size_t i, n = self.kernel.substitutes.size()
        for i in range(n):
            values.push_back(best_offer(self.kernel, i, first) > -INFINITY)
        self.score_column(name, values.data(), n)

    def allowed(self, uint32_t number) -> bool:
        """Return whether a substitute may be used."""
        if number >= self.kernel.substitutes.size():
            raise IndexError(f"substitute {number} of {len(self)}")
        return self.kernel.allows(number)

    cdef LexiconView names(self) noexcept:
        cdef LexiconView names = self.lexicon.view()
        names.local = &self.local
        return names

    cdef tuple target(self, uint32_t number):
        cdef LexiconView names = self.names()
        cdef const SubstituteC* at
        cdef size_t k
        if number >= self.kernel.substitutes.size():
            raise IndexError(f"substitute {number} of {len(self)}")
        at = &self.kernel.substitutes[number]
        return words_of(names, self.kernel.words.data() + at.words_begin, at.n_words)


cdef tuple words_of(const LexiconView& names, const uint32_t* words, uint32_t n):
    """The words with some ids; FormatError if an altered model has ids that no word has."""
    cdef uint32_t i
    found = []
    for i in range(n):
        word = lexicon_word(names, words[i])
        if word is None:
            raise altered(f"word {words[i]} in an option")
        found.append(word)
    return tuple(found)


cdef object altered(str found):
    return FormatError("the model", found, "what was packed", "Run `paragen verify` on it, and pack it again.")


def _is_column(values):
    try:
        view = memoryview(values)
    except TypeError:
        return False
    return view.format == "d" and view.ndim == 1 and view.c_contiguous
