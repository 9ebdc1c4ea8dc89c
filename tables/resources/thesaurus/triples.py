"""Counts dependency triples (word, relation, word) in parsed text (Lin 1998).

Relations are those of Universal Dependencies, or of spaCy's English pipelines; prepositions are part of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from paragen.base.destination import StrPath
from paragen.base.errors import ParagenError
from paragen.tables.parses.conllu import ConlluReader, ParsedBatch
from paragen.tables.resources.options import LEFT_OUT
from paragen.tables.resources.thesaurus.words import Reader, Reading, Word

_OBLIQUE = frozenset(("obl", "nmod"))
"""Relations of nouns whose preposition depends on them [UD]."""
_OF_PREPOSITION = frozenset(("pobj", "pcomp"))
_PREPOSITION = frozenset(("prep", "agent"))

Numbers = NDArray[np.int64]


def base(relation: str) -> str:
    """Return a relation without its subtype: nmod for nmod:poss."""
    return relation.partition(":")[0]


class Dependencies:
    """The relevant dependencies of a batch, one per element.

    Attributes
    ----------
    heads, dependents : indices of words in the batch.
    relations : ids of relations in the batch's pool.
    prepositions : ids of forms; -1 for none.
    """

    def __init__(self, batch: ParsedBatch, names: list[str], left_out: frozenset[str] = LEFT_OUT) -> None:
        bases = [base(name) for name in names]
        sentence = np.repeat(batch.begins[:-1], np.diff(batch.begins))
        heads = np.where(batch.heads < 0, -1, batch.heads + sentence)
        relations = batch.relations.astype(np.int64)
        prepositions = _own_prepositions(batch, heads, bases)
        prepositions[~_among(bases, _OBLIQUE)[relations]] = -1
        # pobj(on, chair), prep(sit, on) become prep(sit, chair) with "on"
        through = (heads >= 0) & _among(bases, _OF_PREPOSITION)[relations]
        through[through] = _among(bases, _PREPOSITION)[relations[heads[through]]]
        over = heads[through]
        prepositions[through] = batch.forms[over]
        relations[through], heads[through] = relations[over], heads[over]
        counts = (heads >= 0) & (~_among(bases, left_out)[relations] | through)
        self.dependents: Numbers = np.flatnonzero(counts)
        self.heads: Numbers = heads[counts]
        self.relations: Numbers = relations[counts]
        self.prepositions: Numbers = prepositions[counts]


def _among(bases: list[str], wanted: frozenset[str]) -> NDArray[np.bool_]:
    return np.array([name in wanted for name in bases], bool)


def _own_prepositions(batch: ParsedBatch, heads: Numbers, bases: list[str]) -> Numbers:
    """Return for each word the form of the first preposition that depends on it, or -1."""
    found = np.full(len(heads), -1, np.int64)
    cases = np.flatnonzero((heads >= 0) & _among(bases, frozenset(("case",)))[batch.relations])
    owners, first = np.unique(heads[cases], return_index=True)
    found[owners] = batch.forms[cases[first]]
    return found


_WORD_BITS, _RELATION_BITS = 24, 16
_WAITING = 1 << 24
"""Maximum keys waiting to be counted: 128 MiB."""
_SENTENCES = 20_000

Name = TypeVar("Name", Word, str)


@dataclass(frozen=True)
class Triples:
    """Counts of dependencies between words.

    Attributes
    ----------
    words : the words, sorted.
    readings : the readings in the text, with counts.
    forms : how often each form occurred, in any reading.
    heads, relations, dependents : (triples,) numbers of words and of relations; every triple once.
    counts : (triples,) how often each occurred.
    sentences, tokens : in the text.
    """

    words: list[Word]
    readings: dict[Reading, int]
    forms: dict[str, int]
    heads: Numbers
    relations: Numbers
    dependents: Numbers
    counts: Numbers
    sentences: int
    tokens: int


def count_triples(
    paths: Sequence[StrPath], left_out: frozenset[str] = LEFT_OUT, progress: Callable[[int], object] | None = None
) -> Triples:
    """Count the triples of CoNLL-U files.

    Parameters
    ----------
    paths : the files.
    left_out : relations that are ignored.
    progress : called with the number of bytes read since the last call.

    Raises
    ------
    FormatError : a file is something else.
    """
    counting = _Counting(left_out)
    for path in paths:
        file = ConlluReader(path, numbered=False, progress=progress)
        counting.begin_file()
        for batch in file.batches(_SENTENCES):
            counting.add(batch, file)
    return counting.result()


class _Counting:
    """Numbers words and relations in order of appearance, and counts packed triples."""

    def __init__(self, left_out: frozenset[str]) -> None:
        self._reader, self._left_out = Reader(), left_out
        self._words: dict[Word, int] = {}
        self._readings: dict[Reading, int] = {}
        self._forms: dict[str, int] = {}
        self._relations: dict[str, int] = {}
        self._waiting: list[Numbers] = []
        self._n_waiting = 0
        self._keys, self._counts = np.empty(0, np.int64), np.empty(0, np.int64)
        self.sentences = self.tokens = 0
        self.begin_file()

    def begin_file(self) -> None:
        """Forget the ids of the previous file."""
        self._token_readings: dict[tuple[int, ...], tuple[str, Reading | None, int]] = {}

    def add(self, batch: ParsedBatch, file: ConlluReader) -> None:
        """Count the words and triples of some sentences."""
        self.sentences += len(batch.units)
        self.tokens += len(batch.forms)
        words = self._words_of(batch, file)
        found = Dependencies(batch, file.relation_texts(), self._left_out)
        heads, dependents = words[found.heads], words[found.dependents]
        known = (heads >= 0) & (dependents >= 0)
        relations = self._relations_of(found.relations[known], found.prepositions[known], file)
        keys = ((heads[known] << _RELATION_BITS | relations) << _WORD_BITS) | dependents[known]
        self._waiting.append(keys)
        self._n_waiting += len(keys)
        if self._n_waiting >= _WAITING:
            self._count()

    def _words_of(self, batch: ParsedBatch, file: ConlluReader) -> Numbers:
        """Return the number of each token's word, -1 for none, and count its readings."""
        columns = np.stack([batch.forms, batch.lemmas, batch.tags, batch.upos])
        distinct, inverse, counts = _distinct_columns(columns)
        texts = [file.form_texts(), file.lemma_texts(), file.tag_texts(), file.upos_texts()]
        numbers = np.empty(len(counts), np.int64)
        for place, (ids, count) in enumerate(zip(distinct, counts.tolist(), strict=True)):
            if ids not in self._token_readings:
                self._token_readings[ids] = self._read(*(pool[number] for pool, number in zip(texts, ids, strict=True)))
            form, reading, numbers[place] = self._token_readings[ids]
            self._forms[form] = self._forms.get(form, 0) + count
            if reading:
                self._readings[reading] = self._readings.get(reading, 0) + count
        if len(self._words) >= 1 << _WORD_BITS:
            raise ParagenError(f"the text has more than {1 << _WORD_BITS} distinct words. Give fewer files at a time.")
        return numbers[inverse]

    def _read(self, form: str, lemma: str, tag: str, upos: str) -> tuple[str, Reading | None, int]:
        """Return a token's lookup form, its reading, and the number of its word."""
        reading = self._reader.reading(form, lemma, tag, upos)
        if reading is None:
            return self._reader.text(form), None, -1
        return reading.form, reading, self._words.setdefault(reading.word, len(self._words))

    def _relations_of(self, relations: Numbers, prepositions: Numbers, file: ConlluReader) -> Numbers:
        """Return the number of each relation with its preposition."""
        names, forms = file.relation_texts(), file.form_texts()
        distinct, inverse, _ = _distinct_columns(np.stack([relations, prepositions + 1]))
        numbers = np.empty(len(distinct), np.int64)
        for place, (relation, preposition) in enumerate(distinct):
            name = names[relation] + (f":{forms[preposition - 1]}" if preposition else "")
            if name not in self._relations and len(self._relations) >= (1 << _RELATION_BITS) - 1:
                name = names[relation]  # after tens of thousands of "prepositions", a new one is a parsing error
            numbers[place] = self._relations.setdefault(name, len(self._relations))
        return numbers[inverse]

    def _count(self) -> None:
        keys, counts = np.unique(np.concatenate([*self._waiting, np.empty(0, np.int64)]), return_counts=True)
        keys, counts = np.concatenate([self._keys, keys]), np.concatenate([self._counts, counts])
        self._keys, inverse = np.unique(keys, return_inverse=True)
        self._counts = np.bincount(inverse, counts, len(self._keys)).astype(np.int64)
        self._waiting, self._n_waiting = [], 0

    def result(self) -> Triples:
        """Return the counts, with words and relations numbered in text order."""
        self._count()
        words, new_word = _sorted_numbers(self._words)
        _, new_relation = _sorted_numbers(self._relations)
        heads = new_word[self._keys >> (_RELATION_BITS + _WORD_BITS)]
        relations = new_relation[(self._keys >> _WORD_BITS) & ((1 << _RELATION_BITS) - 1)]
        dependents = new_word[self._keys & ((1 << _WORD_BITS) - 1)]
        order = np.lexsort((dependents, relations, heads))
        return Triples(
            words, self._readings, self._forms, heads[order], relations[order], dependents[order], self._counts[order],
            self.sentences, self.tokens,
        )  # fmt: skip


def _distinct_columns(columns: NDArray[np.integer]) -> tuple[list[tuple[int, ...]], Numbers, Numbers]:
    """Return the distinct columns, the index of each column among them, and how often each occurs."""
    inverse = columns[0].astype(np.int64)
    for row in columns[1:]:
        _, inverse = np.unique(inverse * (int(row.max(initial=0)) + 1) + row, return_inverse=True)
    _, first, inverse, counts = np.unique(inverse, return_index=True, return_inverse=True, return_counts=True)
    return list(zip(*(row[first].tolist() for row in columns), strict=True)), inverse, counts


def _sorted_numbers(numbers: dict[Name, int]) -> tuple[list[Name], Numbers]:
    """Return the sorted texts, and the new number of each old one."""
    texts = sorted(numbers)
    new = np.empty(len(texts), np.int64)
    for number, text in enumerate(texts):
        new[numbers[text]] = number
    return texts, new
