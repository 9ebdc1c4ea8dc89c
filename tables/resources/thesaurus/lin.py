"""Similar words of parsed text (Lin 1998, [Z08 section 4])."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

import numpy as np

from paragen.tables.io.skips import Skips
from paragen.tables.io.writing import Pair
from paragen.tables.resources.opposites import opposites
from paragen.tables.resources.opposites.opposites import REASON
from paragen.tables.resources.thesaurus.inflections import Inflections
from paragen.tables.resources.thesaurus.information import Features, features_of, mutual_information
from paragen.tables.resources.thesaurus.limits import Limits
from paragen.tables.resources.thesaurus.similarity import similar_words
from paragen.tables.resources.thesaurus.triples import Triples, count_triples
from paragen.tables.resources.thesaurus.words import PARTS

Progress = Callable[[str, float], object]
"""Called with the name of a step and which part of it is done."""


class LinThesaurus:
    """A thesaurus of parsed text.

    Attributes
    ----------
    sentences, tokens : of the text.
    triples : distinct ones.
    words : that were compared.
    skips : what was left out.
    """

    def __init__(
        self, paths: Sequence[str | os.PathLike[str]], limits: Limits, threads: int = 1, progress: Progress | None = None
    ) -> None:
        self._limits, self._threads, self._progress = limits, threads, progress
        self._triples = count_triples(paths, limits.left_out, progress=self._reading(paths))
        self.sentences, self.tokens, self.words = self._triples.sentences, self._triples.tokens, 0
        self.triples = len(self._triples.counts)
        self.skips = Skips()

    def pairs(self) -> Iterator[Pair]:
        """Yield the forms of similar words, inflected alike, and their similarity; a pair may come more than once."""
        triples = self._triples
        inflections = Inflections(triples)
        information = mutual_information(triples)
        counts = np.array([inflections.counts.get(word, 0) for word in triples.words], np.int64)
        parts = np.array([word.part for word in triples.words])
        for number, part in enumerate(PARTS):
            yield from self._pairs_of(triples, information, (counts >= self._limits.min_count) & (parts == part), inflections)
            if self._progress:
                self._progress("comparing", (number + 1) / len(PARTS))

    def _pairs_of(self, triples: Triples, information, wanted, inflections: Inflections) -> Iterator[Pair]:
        features = features_of(triples, information, wanted, self._limits.min_features)
        if features is None:
            return
        self.words += len(features.words)
        limits = self._limits
        found = self._similar(features, triples)
        for word, other, score in _mutual(found) if limits.mutual else found:
            for source, target in inflections.pairs(triples.words[word], triples.words[other]):
                yield source, target, score

    def _similar(self, features: Features, triples: Triples) -> Iterator[tuple[int, int, float]]:
        """Yield each word's nearest that are no opposites of it, the best first."""
        limits = self._limits
        spare = 0 if limits.keep_opposites else opposites().most
        found = similar_words(features, top=limits.top + spare, threshold=limits.threshold, threads=self._threads)
        if limits.keep_opposites:
            yield from found
            return
        for word, near in groupby(found, itemgetter(0)):
            opposed = opposites().of(triples.words[word].lemma)
            kept = 0
            for pair in near:
                lemma = triples.words[pair[1]].lemma
                if kept == limits.top:
                    break
                if lemma in opposed:
                    self.skips.add(REASON, f"{triples.words[word].lemma} -> {lemma}")
                else:
                    kept += 1
                    yield pair

    def _reading(self, paths: Sequence[str | os.PathLike[str]]) -> Callable[[int], None] | None:
        report = self._progress
        if report is None:
            return None
        total = max(1, sum(map(os.path.getsize, paths)))
        done = 0

        def read(size: int) -> None:
            nonlocal done
            done += size
            report("reading", done / total)

        return read


def _mutual(found: Iterator[tuple[int, int, float]]) -> Iterator[tuple[int, int, float]]:
    """Yield the pairs that were found both ways."""
    rows = list(found)
    pairs = {(word, other) for word, other, _ in rows}
    return (row for row in rows if (row[1], row[0]) in pairs)
