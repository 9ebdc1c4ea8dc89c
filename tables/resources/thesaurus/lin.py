"""Similar words in parsed text (Lin 1998, [Z08 section 4]), and their forms: past tense with past tense, plural with plural."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paragen.base.destination import StrPath
from paragen.base.threads import run
from paragen.tables.builder import Run
from paragen.tables.inflection.opposites import REASON, opposites
from paragen.tables.io.writing import Pair
from paragen.tables.resources.kernel import nearest
from paragen.tables.resources.options import ThesaurusOptions
from paragen.tables.resources.thesaurus.triples import Triples, count_triples
from paragen.tables.resources.thesaurus.words import PARTS, Reading, Word


class LinThesaurus:
    """A thesaurus built from parsed text.

    Attributes
    ----------
    sentences, tokens : in the text.
    triples : how many distinct ones.
    words : how many were compared.
    """

    def __init__(self, paths: Sequence[StrPath], options: ThesaurusOptions, run: Run) -> None:
        self._options, self._run = options, run
        size = max(1, sum(map(os.path.getsize, paths)))
        self._triples = count_triples(paths, options.left_out, progress=run.counter("reading", size))
        self.sentences, self.tokens, self.words = self._triples.sentences, self._triples.tokens, 0
        self.triples = len(self._triples.counts)

    def pairs(self) -> Iterator[Pair]:
        """Yield matching forms of similar words, and their similarity; a pair may occur more than once."""
        triples = self._triples
        inflections = Inflections(triples)
        information = mutual_information(triples)
        counts = np.array([inflections.counts.get(word, 0) for word in triples.words], np.int64)
        parts = np.array([word.part for word in triples.words])
        for number, part in enumerate(PARTS):
            yield from self._pairs_of(triples, information, (counts >= self._options.min_count) & (parts == part), inflections)
            self._run.report("comparing", number + 1, len(PARTS))

    def _pairs_of(
        self, triples: Triples, information: NDArray[np.float64], wanted: NDArray[np.bool_], inflections: Inflections
    ) -> Iterator[Pair]:
        features = features_of(triples, information, wanted, self._options.min_features)
        if features is None:
            return
        self.words += len(features.words)
        options = self._options
        found = self._similar(features, triples)
        for word, other, score in _mutual(found) if options.mutual else found:
            for source, target in inflections.pairs(triples.words[word], triples.words[other]):
                yield source, target, score

    def _similar(self, features: Features, triples: Triples) -> Iterator[tuple[int, int, float]]:
        """Yield each word's nearest words that are not its opposites, best first."""
        options = self._options
        spare = 0 if options.keep_opposites else opposites().most
        found = similar_words(features, top=options.top + spare, threshold=options.threshold, threads=self._run.threads)
        if options.keep_opposites:
            yield from found
            return
        for word, near in groupby(found, itemgetter(0)):
            opposed = opposites().of(triples.words[word].lemma)
            kept = 0
            for pair in near:
                lemma = triples.words[pair[1]].lemma
                if kept == options.top:
                    break
                if lemma in opposed:
                    self._run.skips.add(REASON, f"{triples.words[word].lemma} -> {lemma}")
                else:
                    kept += 1
                    yield pair


def _mutual(found: Iterator[tuple[int, int, float]]) -> Iterator[tuple[int, int, float]]:
    """Yield the pairs that were found in both directions."""
    rows = list(found)
    pairs = {(word, other) for word, other, _ in rows}
    return (row for row in rows if (row[1], row[0]) in pairs)


_BLOCK = 64
"""Words a thread takes at a time."""

Nearest = tuple[NDArray[np.int32], NDArray[np.float64]]
"""For some words, the numbers of their nearest words (-1 for none) and the similarities."""


def similar_words(features: Features, *, top: int, threshold: float, threads: int = 1) -> Iterator[tuple[int, int, float]]:
    """Yield (word, similar word, similarity) for the ``top`` nearest words of each word, in order, best first.

    Sim(e1, e2) is the information of the features that both have, divided by that of all their features [Z08 eq. 5]. Ties go
    to the first word. The result is the same for any number of threads.

    Parameters
    ----------
    features : of the words to compare.
    threshold : least similarity.
    threads : 0 for one per processor.
    """
    n_words = len(features.words)
    top = min(top, n_words)

    def block(firsts: Sequence[int]) -> list[Nearest]:
        return [
            nearest(features.by_word, features.by_feature, features.totals, first, min(first + _BLOCK, n_words), top, threshold)
            for first in firsts
        ]

    numbers, firsts = features.words.tolist(), range(0, n_words, _BLOCK)
    for first, found in zip(firsts, run(block, firsts, threads, chunk=1), strict=True):
        yield from _rows(numbers, first, found)


def _rows(numbers: list[int], first: int, found: Nearest) -> Iterator[tuple[int, int, float]]:
    for row, (others, scores) in enumerate(zip(found[0].tolist(), found[1].tolist(), strict=True), first):
        for other, score in zip(others, scores, strict=True):
            if other >= 0:
                yield numbers[row], numbers[other], score


Matrix = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float32]]
"""Where each row begins, the columns, the values."""


class Features(NamedTuple):
    """The features of some words: a feature is a relation and the word at its other end.

    Attributes
    ----------
    words : numbers of the words, ascending.
    by_word, by_feature : words x features, and features x words: information, above 0, in nats.
    totals : (words,) the information of all features of a word.
    """

    words: NDArray[np.int64]
    by_word: Matrix
    by_feature: Matrix
    totals: NDArray[np.float64]


def mutual_information(triples: Triples) -> NDArray[np.float64]:
    """Return I(w, r, w') = log(c(w, r, w') c(*, r, *) / (c(w, r, *) c(*, r, w'))) of each triple (Lin 1998)."""
    counts = triples.counts.astype(np.float64)
    n_words = len(triples.words)
    by_head = _sums(triples.relations * n_words + triples.heads, counts)
    by_dependent = _sums(triples.relations * n_words + triples.dependents, counts)
    by_relation = _sums(triples.relations, counts)
    return np.log(counts * by_relation / (by_head * by_dependent))  # whole numbers, so no information is exactly 0


def _sums(keys: NDArray[np.int64], counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return for each key the sum of its counts; these are whole numbers, so their order does not matter."""
    _, inverse = np.unique(keys, return_inverse=True)
    return np.asarray(np.bincount(inverse, counts), np.float64)[inverse]


def features_of(
    triples: Triples, information: NDArray[np.float64], wanted: NDArray[np.bool_], min_features: int
) -> Features | None:
    """Return the features of the ``wanted`` words that have enough of them; None if there are no such words.

    The features of a word are its dependents and its head; only information above 0 counts.
    """
    positive = information > 0
    known = information[positive]
    heads, relations, dependents = (
        column[positive] for column in (triples.heads, triples.relations, triples.dependents)
    )  # fmt: skip
    n_words = len(triples.words)
    words = np.concatenate([heads, dependents])
    features = np.concatenate([relations * 2 * n_words + dependents, (relations * 2 + 1) * n_words + heads])
    values = np.concatenate([known, known])
    enough = wanted & (np.bincount(words, minlength=n_words) >= min_features)
    taken = enough[words]
    if not taken.any():
        return None
    rows, row_of = np.unique(words[taken], return_inverse=True)
    _, column_of = np.unique(features[taken], return_inverse=True)
    values = values[taken].astype(np.float32)
    by_word = _compressed(row_of, column_of, values)
    totals = np.asarray(np.bincount(row_of, values.astype(np.float64), len(rows)), np.float64)
    return Features(rows, by_word, _compressed(column_of, row_of, values), totals)


def _compressed(rows: NDArray[np.int64], columns: NDArray[np.int64], values: NDArray[np.float32]) -> Matrix:
    order = np.lexsort((columns, rows))
    begins = np.concatenate([[0], np.cumsum(np.bincount(rows))]).astype(np.int64)
    return begins, columns[order].astype(np.int32), values[order]


_MIN_OF_ALL = 0.1
"""The least share of a form's occurrences that must be the word: "says" is a noun only by tagging errors."""
_MIN_OF_FORM = 0.25
"""The least share of those that must have the tag: "strolled" is a base form only by tagging errors."""
_MIN_OF_TAG = 0.05
"""The least share of a word's occurrences with that tag that must have the form."""
_MIN_OF_WORD = 0.001
"""The least share of a word's occurrences that must have the tag: "rices" is not a plural that anybody says."""
_INFLECTED = frozenset(("NNS", "VBZ", "VBG", "VBD", "VBN", "JJR", "JJS", "RBR", "RBS"))


class Inflections:
    """The forms of words found in the text.

    Attributes
    ----------
    counts : how often each word occurred, in forms that are the word often enough.
    """

    def __init__(self, triples: Triples) -> None:
        self.counts: dict[Word, int] = defaultdict(int)
        self._forms: dict[Word, dict[str, list[str]]] = {}
        as_word: dict[tuple[Word, str], int] = defaultdict(int)
        by_word: dict[Word, list[tuple[int, Reading]]] = defaultdict(list)
        for reading, count in triples.readings.items():
            as_word[reading.word, reading.form] += count
        for reading, count in triples.readings.items():
            if as_word[reading.word, reading.form] >= _MIN_OF_ALL * triples.forms[reading.form]:
                self.counts[reading.word] += count
                by_word[reading.word].append((count, reading))
        for word, readings in by_word.items():
            self._forms[word] = _forms_of(word, readings)

    def pairs(self, word: Word, other: Word) -> Iterator[tuple[str, str]]:
        """Yield the forms of a word, each with the other word's form for the same tag, the most frequent if there are several."""
        others = self._forms[other]
        for tag, forms in sorted(self._forms[word].items()):
            if tag in others:
                yield from ((form, others[tag][0]) for form in forms)


def _forms_of(word: Word, readings: list[tuple[int, Reading]]) -> dict[str, list[str]]:
    """Return the forms of a word by tag, the most frequent first."""
    totals: dict[str, int] = defaultdict(int)
    of_form: dict[str, int] = defaultdict(int)
    for count, reading in readings:
        totals[reading.tag] += count
        of_form[reading.form] += count
    forms: dict[str, list[str]] = defaultdict(list)
    for count, reading in sorted(readings, key=lambda item: (-item[0], item[1])):
        if not reading.tag and reading.form != word.lemma:  # without a tag, it is unknown which form it is
            continue
        usual = count >= _MIN_OF_FORM * of_form[reading.form] and count >= _MIN_OF_TAG * totals[reading.tag]
        if usual and totals[reading.tag] >= _MIN_OF_WORD * sum(totals.values()):
            forms[reading.tag].append(reading.form)
    return {tag: _without_lemma(found, word.lemma) if tag in _INFLECTED else found for tag, found in forms.items()}


def _without_lemma(forms: list[str], lemma: str) -> list[str]:
    """Return inflected forms without the base form, which taggers confuse with them, unless there is no other (cut)."""
    return [form for form in forms if form != lemma] or forms
