"""What a fit knows of English: parts of speech, common pairs of words, similar words, how words are used, rated exchanges;
and the conditions that exchanges need around them."""

import struct
import zlib
from array import array
from math import isfinite
from typing import NamedTuple

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from libcpp.memory cimport unique_ptr
from libcpp.string_view cimport string_view
from libcpp.vector cimport vector

from paragen.text.kernel cimport Tagger, TagWord, tag_word

from paragen.base.errors import ConfigError, FormatError
from paragen.base.packfile import PackFile, write_packfile
from paragen.text.kernel import read_tagger

KNOWLEDGE_KIND, KNOWLEDGE_VERSION = "english", 4
VECTOR_SIZE, REACH, UNKNOWN_WORD, SENTENCE_BREAK = kVectorSize, kReach, kUnknownWord, kSentenceBreak
LABELS = (
    "base", "present", "third", "past", "participle", "ing", "modal", "to", "singular", "plural", "adjective", "adverb",
    "determiner", "pronoun", "preposition", "other",
)
"""Coarse parts of speech, in the order of their numbers."""
COMPANIONS, SENTENCE_END, GROUPS_BEGIN, NEVER = kCompanions, kSentenceEnd, kGroupsBegin, kNever


cdef TagWord form_of(str word):
    cdef bytes data = word.encode("utf-8", "surrogateescape")
    return tag_word(data, len(data), 0)


cdef class Knowledge:
    """The named arrays of a packed file; see tagger.hh and knowledge.hh.

    Parameters
    ----------
    packfile : an open packed file of this kind, or of a fit.

    Raises
    ------
    FormatError : a malformed array.
    """

    def __cinit__(self, packfile: PackFile):
        cdef const uint32_t[::1] pairs = packfile.section("pairs", "I")
        self.tagger = read_tagger(packfile, "tagger.weights")
        self.packfile, self.pairs = packfile, pairs
        if pairs.shape[0] & (pairs.shape[0] - 1):
            raise self._error(packfile, f"{pairs.shape[0]} slots of pairs")
        self.view.tagger = self.tagger.view
        self.view.pairs.n_slots = pairs.shape[0]
        self.view.pairs.slots = &pairs[0] if pairs.shape[0] else NULL
        self._set_vectors()
        self._set_usage(
            packfile.section("usage.labels", "B"), packfile.section("usage.forms", "I"), packfile.section("usage.rows", "B")
        )
        self._set_ratings(packfile.section("ratings", "Q"))

    @staticmethod
    def _error(packfile, found):
        return FormatError(packfile.path, found, "what was packed", "Make it again.")

    @staticmethod
    def open(path: StrPath) -> Knowledge:
        """Open the packed file ``path``; raise FormatError if it is not one."""
        return Knowledge(PackFile(path, KNOWLEDGE_KIND, KNOWLEDGE_VERSION, "python -m paragen.recipes.english"))

    def with_ratings(self, ratings: Iterable[tuple[str, str, int, int]]) -> Knowledge:
        """Return a copy with further ratings, as :func:`write_knowledge` takes them; they override those it has."""
        cdef Knowledge made = Knowledge(self.packfile)
        made._set_ratings(_ratings(ratings, self.view.ratings))
        return made

    cdef int _set_vectors(self) except -1:
        self.vectors = [self.packfile.section(f"vectors.{name}", kind) for name, kind in _VECTOR_SECTIONS]
        cdef const uint32_t[::1] forms = self.vectors[0]
        cdef const int8_t[::1] inputs = self.vectors[1], outputs = self.vectors[2], places = self.vectors[4]
        cdef const float[::1] biases = self.vectors[3], scale = self.vectors[5]
        cdef Py_ssize_t n = forms.shape[0]
        numbers = (inputs.shape[0], outputs.shape[0], biases.shape[0], places.shape[0], scale.shape[0])
        if numbers != (n * kVectorSize, n * kVectorSize, n, 2 * kReach * kVectorSize if n else 0, 1 if n else 0):
            raise self._error(self.packfile, f"{', '.join(map(str, numbers))} numbers of {n} vectors")
        self.view.vectors.n_words = n
        if n:
            self.view.vectors.forms, self.view.vectors.inputs, self.view.vectors.outputs = &forms[0], &inputs[0], &outputs[0]
            self.view.vectors.biases, self.view.vectors.places, self.view.vectors.scale = &biases[0], &places[0], scale[0]
        if not self.view.vectors.finite():
            raise self._error(self.packfile, "numbers of vectors that are not finite")
        return 0

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

    def sections(self) -> list[tuple[str, Any]]:
        """Return the named arrays by which a packed file holds it."""
        return _sections(self.tagger, self.pairs, self.vectors, self.usage, self.ratings)


class Vectors(NamedTuple):
    """Vectors of n words, as knowledge.hh says.

    Attributes
    ----------
    inputs, outputs : n x ``VECTOR_SIZE`` signed bytes each.
    biases : n numbers.
    places : 2 ``REACH`` x ``VECTOR_SIZE`` signed bytes.
    scale : by what sums of products of the bytes are multiplied.
    """

    words: Sequence[str]
    inputs: Buffer
    outputs: Buffer
    biases: Iterable[float]
    places: Buffer
    scale: float


_VECTOR_SECTIONS = (
    ("forms", "I"), ("inputs", "b"), ("outputs", "b"), ("biases", "f"), ("places", "b"), ("scale", "f"),
)


def train_vectors(
    const uint32_t[::1] text not None, const uint64_t[::1] counts not None, int epochs,
    progress: Callable[[int], object] | None = None,
) -> tuple[array[float], array[float], array[float], array[float]]:
    """Return what vectors learn from a text: inputs, outputs, biases and weights of places, as arrays of floats.

    Parameters
    ----------
    text : the numbers of its words: ``UNKNOWN_WORD`` for all that get no vector, ``SENTENCE_BREAK`` before each sentence and at
        the end.
    counts : how often each word occurs.
    epochs : passes over the text.
    progress : called after each with the number of passes done.

    Raises
    ------
    ConfigError : no text; a word without a count; fewer than 1 epoch or more than 100.
    """
    cdef unique_ptr[VectorTrainer] trainer
    cdef LearntVectors* learnt
    cdef int epoch
    cdef Py_ssize_t i
    if not 1 <= epochs <= 100:
        raise ConfigError(f"vectors: found {epochs} epochs, expected 1 to 100.")
    if text.shape[0] < 3 or counts.shape[0] < 3:
        raise ConfigError(f"vectors: found {text.shape[0]} words of {counts.shape[0]} kinds, expected a text.")
    for i in range(text.shape[0]):
        if text[i] >= <size_t>counts.shape[0]:
            raise ConfigError(f"vectors: found word {text[i]}, expected one below {counts.shape[0]}.")
    trainer.reset(new VectorTrainer(&text[0], text.shape[0], &counts[0], <uint32_t>counts.shape[0]))
    for epoch in range(epochs):
        with nogil:
            trainer.get().run(epoch / <double>epochs, (epoch + 1) / <double>epochs)
        if progress is not None:
            progress(epoch + 1)
    learnt = &trainer.get().learnt
    return floats(learnt.inputs), floats(learnt.outputs), floats(learnt.biases), floats(learnt.places)


cdef object floats(const vector[float]& numbers):
    found = array("f")
    found.frombytes(PyBytes_FromStringAndSize(<const char*>numbers.data(), numbers.size() * sizeof(float)))
    return found


def write_knowledge(
    path: StrPath, Tagger tagger not None, pairs: Iterable[tuple[str, str, int]], vectors: Vectors | None = None,
    ratings: Iterable[tuple[str, str, int, int]] = (), labels: Iterable[int] | None = None,
    usage: Mapping[str, bytes] | None = None,
) -> None:
    """Write what is known of English to the packed file ``path``, atomically.

    Parameters
    ----------
    tagger : says what part of speech a word is.
    pairs : (left word, right word, level from 1 to 255) of pairs, the most common first.
    vectors : :class:`Vectors`; None: of no word.
    ratings : (source, target, usual, best) of exchanges, words with a space between them: in what percentage of places the
        exchange is right, and how good it is where it fits best, from 0 to 100.
    labels : for each of the tagger's tags the number of one of ``LABELS``; None: "other" for all.
    usage : by word, how it is used: a row of bytes, see knowledge.hh; None: of no word.

    Raises
    ------
    ConfigError : an invalid level, rating, label or row; vectors of another size.
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
    labels = bytes([kUsageLabels - 1] * len(tagger.tags)) if labels is None else bytes(labels)
    if len(labels) != len(tagger.tags) or max(labels) >= kUsageLabels:
        raise ConfigError(f"labels: found {list(labels)}, expected one of {kUsageLabels} for each of {len(tagger.tags)} tags.")
    used = {}
    for word, row in (usage or {}).items():
        if len(row) != kUsageRow or row[0] > kCompanions - kGroupsBegin:
            raise ConfigError(f"usage: found {len(row)} bytes of {word}, group {row[:1].hex()}, expected {kUsageRow}.")
        used.setdefault(form_of(word).form, row)
    known = sorted(used)
    usage = labels, array("I", known), b"".join(used[form] for form in known)
    sections = _sections(tagger, array("I", builder.get().slots), _by_form(vectors), usage, rated)
    write_packfile(path, KNOWLEDGE_KIND, KNOWLEDGE_VERSION, sections)


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


def _sections(tagger, pairs, vectors, usage, ratings):
    names, weights = tagger.sections()
    return [("tags", names[1]), ("tagger.weights", weights[1]), ("pairs", pairs),
            *((f"vectors.{name}", part) for (name, _), part in zip(_VECTOR_SECTIONS, vectors)),
            ("usage.labels", usage[0]), ("usage.forms", usage[1]), ("usage.rows", usage[2]), ("ratings", ratings)]


def _by_form(vectors):
    """Return the arrays of vectors, in the order of the forms of their words."""
    if not vectors:
        return array("I"), b"", b"", array("f"), b"", array("f")
    n = len(vectors.words)
    inputs, outputs, places = bytes(vectors.inputs), bytes(vectors.outputs), bytes(vectors.places)
    biases = array("f", vectors.biases)
    found = len(inputs), len(outputs), len(biases), len(places)
    expected = n * VECTOR_SIZE, n * VECTOR_SIZE, n, 2 * REACH * VECTOR_SIZE
    if found != expected or not (isfinite(vectors.scale) and all(map(isfinite, biases))):
        raise ConfigError(f"vectors: found {found} numbers and the scale {vectors.scale}, expected {expected}, finite ones.")
    rows = {}
    for i, word in enumerate(vectors.words):
        rows.setdefault(form_of(word).form, i)
    order = sorted(rows)

    def of(data):
        return b"".join(data[rows[form] * VECTOR_SIZE:(rows[form] + 1) * VECTOR_SIZE] for form in order)

    return (array("I", order), of(inputs), of(outputs), array("f", [biases[rows[form]] for form in order]), places,
            array("f", [vectors.scale]))


CONDITIONS_KIND, CONDITIONS_VERSION = "conds", 1
PLACES = ("left", "right", "before", "after", "near", "verb", "subject", "head", "itself", "condition")
"""Where a test looks, in the order of their numbers."""
_NOUNS, _VERBS = "NN NNS NNP NNPS", "VB VBZ VBP VBD VBN VBG"
KINDS: dict[str, str] = {
    "noun": _NOUNS, "singular": "NN NNP", "plural": "NNS NNPS", "name": "NNP NNPS", "verb": _VERBS, "base": "VB VBP",
    "third": "VBZ", "past": "VBD", "participle": "VBN", "ing": "VBG", "modal": "MD", "adjective": "JJ JJR JJS",
    "adverb": "RB RBR RBS", "determiner": "DT PDT WDT", "pronoun": "PRP WP", "possessive": "PRP$ POS WP$", "preposition": "IN TO",
    "number": "CD", "punctuation": "# $ . , : ( ) `` ''", "infinitive": "", "end": "", "start": "", "quoted": "", "capital": "",
    "first": "", "counted": "",
}
"""Kinds of words, in the order of their bits, and the Penn tags that have them; the last seven depend on the place."""
FIRST_KIND = kFirstKindAtom
"""The atom, in a sequence, of the first kind of words; those of the others follow."""
DEEPEST = kDeepest
"""How many conditions may stand one in another."""
_TEST, _EFFECT, _RULE = struct.Struct("<IIHBB"), struct.Struct("<IhH"), struct.Struct("<III")


def kinds_of_tags(tags: Sequence[str]) -> array[int]:
    """Return for each tag the kinds of words that have it, as bits."""
    return array("I", [sum(1 << bit for bit, names in enumerate(KINDS.values()) if tag in names.split()) for tag in tags])


cdef class Conditions:
    """What exchanges need around them, as people wrote it.

    Parameters
    ----------
    path : a packed file, as :func:`write_conditions` writes it.

    Raises
    ------
    FormatError : the file is not one, or was altered.
    """

    def __cinit__(self, path: StrPath):
        cdef const uint32_t[::1] forms, form_atoms, alternatives, conditions
        cdef const uint16_t[::1] atoms_of_forms, atoms
        cdef const uint64_t[::1] pairs
        cdef const uint8_t[::1] tests, effects, rules
        cdef const char* fault
        self.packfile = packfile = PackFile(path, CONDITIONS_KIND, CONDITIONS_VERSION, "paragen pack --conditions")
        forms, form_atoms = packfile.section("forms", "I"), packfile.section("form_atoms", "I")
        atoms_of_forms, atoms = packfile.section("atoms_of_forms", "H"), packfile.section("atoms", "H")
        tests, alternatives = packfile.section("tests", _TEST.format), packfile.section("alternatives", "I")
        conditions, effects = packfile.section("conditions", "I"), packfile.section("effects", _EFFECT.format)
        rules, pairs = packfile.section("rules", _RULE.format), packfile.section("pairs", "Q")
        self.arrays = forms, form_atoms, atoms_of_forms, atoms, tests, alternatives, conditions, effects, rules, pairs
        self._names = None
        view = &self.view
        if not (len(forms) + 1 == len(form_atoms) and len(conditions) and len(alternatives) and len(rules) and len(pairs)):
            raise self._error("too few numbers")
        if pairs.shape[0] & (pairs.shape[0] - 1):
            raise self._error(f"{pairs.shape[0]} slots of pairs")
        view.n_forms, view.n_atoms_of_forms, view.n_atoms = forms.shape[0], atoms_of_forms.shape[0], atoms.shape[0]
        view.n_tests, view.n_alternatives = tests.shape[0] // _TEST.size, alternatives.shape[0] - 1
        view.n_conditions = conditions.shape[0] - 1
        view.n_effects, view.n_rules = effects.shape[0] // _EFFECT.size, rules.shape[0] // _RULE.size
        view.forms = &forms[0] if forms.shape[0] else NULL
        view.form_atoms, view.alternatives, view.conditions = &form_atoms[0], &alternatives[0], &conditions[0]
        view.atoms_of_forms = &atoms_of_forms[0] if atoms_of_forms.shape[0] else NULL
        view.atoms = &atoms[0] if atoms.shape[0] else NULL
        view.tests = <const TestC*>&tests[0] if tests.shape[0] else NULL
        view.effects = <const EffectC*>&effects[0] if effects.shape[0] else NULL
        view.rules = <const RuleC*>&rules[0]
        view.pairs.slots, view.pairs.n_slots = &pairs[0], pairs.shape[0]
        fault = view.fault()
        if fault != NULL:
            raise self._error(fault.decode())

    def _error(self, found):
        return FormatError(self.packfile.path, found, "packed conditions", "Make the model again with `paragen pack`.")

    def __reduce__(self):
        return Conditions, (self.packfile.path,)

    def __len__(self):
        """Return how many rules there are."""
        return self.view.n_rules

    @property
    def n_conditions(self) -> int:
        return self.view.n_conditions

    @property
    def digest(self) -> str:
        """The checksum of the file."""
        return self.packfile.digest

    def verify(self) -> None:
        """Check every byte of the file; raise FormatError at the first section that was altered."""
        self.packfile.verify()

    @property
    def names(self) -> list[str]:
        """How each condition is written."""
        if self._names is None:
            try:
                self._names = zlib.decompress(self.packfile.section("names")).decode("utf-8", "replace").split("\n")
            except zlib.error:
                raise self._error("names that cannot be read") from None
            if len(self._names) != self.view.n_conditions:
                raise self._error(f"{len(self._names)} names of {self.view.n_conditions} conditions")
        return self._names

    cdef ConditionsView of_tags(self, const uint32_t[::1] kinds) except *:
        """Return the arrays, with the kinds of a tagger's tags, which must stay alive."""
        cdef ConditionsView view = self.view
        view.kinds_of_tags, view.n_tags = &kinds[0] if kinds.shape[0] else NULL, kinds.shape[0]
        return view


cdef uint64_t fingerprint_of(str source, str target) except? 0:
    cdef bytes before = source.encode("utf-8", "surrogateescape"), after = target.encode("utf-8", "surrogateescape")
    cdef uint64_t one = RatingView.phrase(string_view(before, len(before)))
    return RatingView.fingerprint(one, RatingView.phrase(string_view(after, len(after))))


def write_conditions(
    path: StrPath, words: Mapping[str, Sequence[int]],
    conditions: Sequence[Sequence[Sequence[tuple[int, bool, int, Sequence[int], Sequence[Sequence[int]]]]]],
    names: Sequence[str], rules: Sequence[tuple[int, Sequence[tuple[int, int, bool]]]], pairs: Sequence[tuple[str, str, int]],
    Conditions base=None,
) -> None:
    """Write conditions to the packed file ``path``, atomically.

    Parameters
    ----------
    words : by word, the numbers of its atoms: what tests look for.
    conditions : for each its alternatives, which are tests that must all hold: (number in ``PLACES``, whether it must not hold,
        bits of ``KINDS``, atoms, sequences of atoms); of the place "condition", the atoms are the number of an earlier one.
    names : for each condition how it is written.
    rules : (usual, effects): in what percentage of places the exchange is right where none of the conditions holds; for each
        effect the condition, the percentage where it holds, and whether it bans the exchange.
    pairs : (source, target, number of its rule), words with a space between them; of the same pair the first counts.
    base : conditions to which these are added, and which they override.

    Raises
    ------
    ConfigError : too many words or rules for the file.
    """
    cdef unique_ptr[PairRulesBuilder] builder
    cdef uint64_t print_, slot
    made = _Arrays(base)
    made.add_words(words)
    if made.n_atoms > FIRST_KIND or len(made.rules) // _RULE.size + len(rules) >= 1 << 24:
        raise ConfigError(f"conditions: found more than {FIRST_KIND} words or {1 << 24} rules, expected fewer.")
    first_condition, first_rule = len(made.conditions) - 1, len(made.rules) // _RULE.size
    for condition in conditions:
        made.add_condition(condition, first_condition)
    for usual, effects in rules:
        made.add_rule(usual, effects, first_condition)
    before = [] if base is None else [slot for slot in base.packfile.section("pairs", "Q") if slot]
    builder.reset(new PairRulesBuilder(len(pairs) + len(before)))
    for source, target, rule in pairs:
        print_ = fingerprint_of(source, target)
        builder.get().add(print_, print_ & (<uint64_t>-1 >> 24), <uint64_t>(first_rule + rule + 1))
    for slot in before:
        builder.get().add(slot >> 24, slot >> 24, slot & 0xFFFFFF)
    every = names if base is None else [*base.names, *names]
    write_packfile(path, CONDITIONS_KIND, CONDITIONS_VERSION, [
        *made.sections(), ("pairs", array("Q", builder.get().slots)), ("names", zlib.compress("\n".join(every).encode(), 9)),
    ])


class _Arrays:
    """The arrays of a file of conditions, which begin with those of ``base``."""

    def __init__(self, base):
        def section(name, item, empty=()):
            return array(item, empty if base is None else base.packfile.section(name, item))

        self.by_form, self.atoms = {}, section("atoms", "H")
        self.alternatives, self.conditions = section("alternatives", "I", [0]), section("conditions", "I", [0])
        self.tests, self.effects, self.rules = (
            bytearray() if base is None else bytearray(base.packfile.section(name)) for name in ("tests", "effects", "rules")
        )
        form_atoms, atoms_of_forms = section("form_atoms", "I", [0]), section("atoms_of_forms", "H")
        for i, form in enumerate(section("forms", "I")):
            self.by_form[form] = set(atoms_of_forms[form_atoms[i] : form_atoms[i + 1]])
        self.first_atom = self.n_atoms = max(atoms_of_forms, default=-1) + 1

    def add_words(self, words):
        for word, numbers in words.items():
            self.by_form.setdefault(form_of(word).form, set()).update(self.first_atom + number for number in numbers)
            self.n_atoms = max(self.n_atoms, self.first_atom + max(numbers, default=-1) + 1)

    def add_condition(self, alternatives, first_condition):
        for tests in alternatives:
            for place, negated, kinds, atoms, sequences in tests:
                if PLACES[place] == "condition":
                    self.tests += _TEST.pack(0, first_condition + atoms[0], 0, 0, place | negated << 7)
                    continue
                begin = len(self.atoms)
                self.atoms.extend(sorted({self.first_atom + atom for atom in atoms}))
                n = len(self.atoms) - begin
                for sequence in sequences:
                    self.atoms.append(len(sequence))
                    self.atoms.extend(atom if atom >= FIRST_KIND else self.first_atom + atom for atom in sequence)
                self.tests += _TEST.pack(kinds, begin, n, len(sequences), place | negated << 7)
            self.alternatives.append(len(self.tests) // _TEST.size)
        self.conditions.append(len(self.alternatives) - 1)

    def add_rule(self, usual, effects, first_condition):
        self.rules += _RULE.pack(len(self.effects) // _EFFECT.size, len(effects), usual)
        for condition, share, never in effects:
            change = round(256 * (log_odds(share / 100) - log_odds(usual / 100)))
            self.effects += _EFFECT.pack(first_condition + condition, change, never)

    def sections(self):
        forms = sorted(self.by_form)
        form_atoms, atoms_of_forms = array("I", [0]), array("H")
        for form in forms:
            atoms_of_forms.extend(sorted(self.by_form[form]))
            form_atoms.append(len(atoms_of_forms))
        return [
            ("forms", array("I", forms)), ("form_atoms", form_atoms), ("atoms_of_forms", atoms_of_forms), ("atoms", self.atoms),
            ("tests", bytes(self.tests)), ("alternatives", self.alternatives), ("conditions", self.conditions),
            ("effects", bytes(self.effects)), ("rules", bytes(self.rules)),
        ]
