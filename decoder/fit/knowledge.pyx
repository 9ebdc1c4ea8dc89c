"""What a fit knows of English besides a model's own tables and language model: parts of speech, common pairs of words, similar
words, rated exchanges."""

from array import array

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libcpp.memory cimport unique_ptr
from libcpp.string_view cimport string_view
from libcpp.vector cimport vector

from paragen.decoder.options cimport Options
from paragen.text.tagger cimport Tagger, TagWord, tag_word

from paragen.base.errors import ConfigError, FormatError
from paragen.base.packfile import PackFile, write_packfile
from paragen.text.tagger import read_tagger

KIND, VERSION = "english", 3
VECTOR_SIZE = kVectorSize
LABELS = (
    "base", "present", "third", "past", "participle", "ing", "modal", "to", "singular", "plural", "adjective", "adverb",
    "determiner", "pronoun", "preposition", "other",
)
"""Coarse parts of speech, in the order of their numbers."""
COMPANIONS, SENTENCE_END, GROUPS_BEGIN, NEVER = kCompanions, kSentenceEnd, kGroupsBegin, kNever

cdef extern from "decoder/fit/collocations.hh" namespace "paragen" nogil:
    cdef cppclass CollocationBuilder:
        CollocationBuilder(size_t n_pairs) except +
        void add(const TagWord& left, const TagWord& right, uint8_t level)
        vector[uint32_t] slots

cdef extern from "decoder/fit/ratings.hh" namespace "paragen" nogil:
    cdef cppclass RatingBuilder:
        RatingBuilder(size_t n_pairs) except +
        void add(string_view source, string_view target, uint8_t usual, uint8_t best)
        void add_all(const RatingView& others)
        vector[uint64_t] slots


cdef TagWord form_of(str word):
    cdef bytes data = word.encode("utf-8", "surrogateescape")
    return tag_word(data, len(data), 0)


cdef class Knowledge:
    """The named arrays of a packed file; see tagger.hh, collocations.hh, vectors.hh, usage.hh and ratings.hh.

    Parameters
    ----------
    packfile : an open packed file of this kind, or of a fit.

    Raises
    ------
    FormatError : a malformed array.
    """

    def __cinit__(self, packfile):
        cdef const uint32_t[::1] pairs = packfile.section("pairs", "I")
        cdef const uint32_t[::1] forms = packfile.section("vectors.forms", "I")
        cdef const int8_t[::1] words = packfile.section("vectors.words", "b")
        cdef const int8_t[::1] near = packfile.section("vectors.near", "b")
        self.tagger = read_tagger(packfile, "tagger.weights")
        self.packfile, self.pairs, self.forms, self.words, self.near = packfile, pairs, forms, words, near
        if pairs.shape[0] & (pairs.shape[0] - 1):
            raise self._error(packfile, f"{pairs.shape[0]} slots of pairs")
        if not words.shape[0] == near.shape[0] == forms.shape[0] * <Py_ssize_t>kVectorSize:
            raise self._error(packfile, f"{words.shape[0]} and {near.shape[0]} numbers of {forms.shape[0]} vectors")
        self.view.tagger = self.tagger.view
        self.view.pairs.n_slots = pairs.shape[0]
        self.view.pairs.slots = &pairs[0] if pairs.shape[0] else NULL
        self.view.vectors.n_words = forms.shape[0]
        if forms.shape[0]:
            self.view.vectors.forms, self.view.vectors.words, self.view.vectors.near = &forms[0], &words[0], &near[0]
        self._set_usage(packfile.section("usage.labels", "B"), packfile.section("usage.forms", "I"), packfile.section("usage.rows", "B"))
        self._set_ratings(packfile.section("ratings", "Q"))

    @staticmethod
    def _error(packfile, found):
        return FormatError(packfile.path, found, "what was packed", "Make it again.")

    @staticmethod
    def open(path):
        """Open the packed file ``path``; raise FormatError if it is not one."""
        return Knowledge(PackFile(path, KIND, VERSION, "python -m paragen.resources.english.build"))

    def with_ratings(self, ratings):
        """Return a copy with further ratings, as :func:`write_knowledge` takes them; they override those it has."""
        cdef Knowledge made = Knowledge(self.packfile)
        made._set_ratings(_ratings(ratings, self.view.ratings))
        return made

    cdef int _set_usage(self, const uint8_t[::1] labels, const uint32_t[::1] forms, const uint8_t[::1] rows) except -1:
        if labels.shape[0] != <Py_ssize_t>len(self.tagger.tags):
            raise self._error(self.packfile, f"{labels.shape[0]} labels of {len(self.tagger.tags)} tags")
        if rows.shape[0] != forms.shape[0] * <Py_ssize_t>kUsageRow:
            raise self._error(self.packfile, f"{rows.shape[0]} bytes of {forms.shape[0]} words")
        self.usage = labels, forms, rows
        self.view.usage.labels, self.view.usage.n_tags, self.view.usage.n_words = &labels[0], labels.shape[0], forms.shape[0]
        if forms.shape[0]:
            self.view.usage.forms, self.view.usage.rows = &forms[0], &rows[0]
        return 0

    cdef int _set_ratings(self, const uint64_t[::1] slots) except -1:
        if slots.shape[0] & (slots.shape[0] - 1):
            raise self._error(self.packfile, f"{slots.shape[0]} slots of ratings")
        self.ratings = slots
        self.view.ratings.n_slots, self.view.ratings.slots = slots.shape[0], &slots[0] if slots.shape[0] else NULL
        return 0

    def sections(self):
        """Return the named arrays by which a packed file holds it."""
        return _sections(self.tagger, self.pairs, self.forms, self.words, self.near, self.usage, self.ratings)


def write_knowledge(path, Tagger tagger not None, pairs, vectors, ratings=(), labels=None, usage=None):
    """Write what is known of English to the packed file ``path``, atomically.

    Parameters
    ----------
    tagger : says what part of speech a word is.
    pairs : (left word, right word, level from 1 to 255) of pairs, the most common first.
    vectors : by word, what it is like and what stands around it: two sequences of ``VECTOR_SIZE`` numbers from -1 to 1.
    ratings : (source, target, usual, best) of exchanges, words with a space between them: in what percentage of places the
        exchange is right, and how good it is where it fits best, from 0 to 100.
    labels : for each of the tagger's tags the number of one of ``LABELS``; None: "other" for all.
    usage : by word, how it is used: a row of bytes, see usage.hh; None: of no word.

    Raises
    ------
    ConfigError : an invalid level, vector, rating, label or row.
    """
    cdef unique_ptr[CollocationBuilder] builder
    cdef TagWord left, right
    cdef uint8_t level
    pairs = list(pairs)
    builder.reset(new CollocationBuilder(len(pairs)))
    for one, other, height in pairs:
        if not 1 <= height <= 255:
            raise ConfigError(f"pairs: found level {height} of {one} {other}, expected 1 to 255.")
        left, right, level = form_of(one), form_of(other), height
        builder.get().add(left, right, level)
    cdef RatingView unrated
    rated = _ratings(ratings, unrated)
    rows = {}
    for word, (like, near) in vectors.items():
        rows.setdefault(form_of(word).form, (_bytes(like), _bytes(near)))
    order = sorted(rows)
    labels = bytes([kUsageLabels - 1] * len(tagger.tags)) if labels is None else bytes(labels)
    if len(labels) != len(tagger.tags) or max(labels) >= kUsageLabels:
        raise ConfigError(f"labels: found {list(labels)}, expected one of {kUsageLabels} for each of {len(tagger.tags)} tags.")
    used = {}
    for word, row in (usage or {}).items():
        if len(row) != kUsageRow or row[0] > kCompanions - kGroupsBegin:
            raise ConfigError(f"usage: found {len(row)} bytes of {word}, group {row[:1].hex()}, expected {kUsageRow}.")
        used.setdefault(form_of(word).form, row)
    known = sorted(used)
    write_packfile(path, KIND, VERSION, _sections(
        tagger, array("I", builder.get().slots), array("I", order),
        b"".join(rows[form][0] for form in order), b"".join(rows[form][1] for form in order),
        (labels, array("I", known), b"".join(used[form] for form in known)), rated,
    ))


cdef _ratings(ratings, const RatingView& others):
    """Return the slots of ``ratings``, and of those of ``others`` that they do not override."""
    cdef unique_ptr[RatingBuilder] builder
    cdef bytes source, target
    ratings = list(ratings)
    builder.reset(new RatingBuilder(len(ratings) + others.n_keys()))
    for before, after, usual, best in ratings:
        if not (0 <= usual <= 100 and 0 <= best <= 100):
            raise ConfigError(f"ratings: found {usual} and {best} of {before} -> {after}, expected 0 to 100.")
        source, target = before.encode("utf-8", "surrogateescape"), after.encode("utf-8", "surrogateescape")
        builder.get().add(string_view(source, len(source)), string_view(target, len(target)), usual, best)
    builder.get().add_all(others)
    return array("Q", builder.get().slots)


def _sections(tagger, pairs, forms, words, near, usage, ratings):
    names, weights = tagger.sections()
    return [("tags", names[1]), ("tagger.weights", weights[1]), ("pairs", pairs), ("vectors.forms", forms),
            ("vectors.words", words), ("vectors.near", near), ("usage.labels", usage[0]), ("usage.forms", usage[1]),
            ("usage.rows", usage[2]), ("ratings", ratings)]


def _bytes(numbers):
    found = array("b", [max(-127, min(127, round(127 * number))) for number in numbers])
    if len(found) != VECTOR_SIZE:
        raise ConfigError(f"vectors: found one of {len(found)} numbers, expected {VECTOR_SIZE}.")
    return found.tobytes()


cdef int read_marks(Options options, vector[uint8_t]* found) except -1:
    cdef const uint8_t[::1] marks
    found.clear()
    for sentence in options.sentences:
        if sentence.marks is None:
            found.resize(found.size() + <size_t>len(sentence.words), 0)
            continue
        marks = sentence.marks
        if marks.shape[0]:
            found.insert(found.end(), &marks[0], &marks[0] + marks.shape[0])
    if found.size() != options.kernel.source.size():
        raise ConfigError("fit: these options' sentences were changed since they were looked up.")
    return 0
