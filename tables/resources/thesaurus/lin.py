"""Similar words in parsed text (Lin 1998, [Z08 section 4])."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from paragen.base.destination import StrPath
from paragen.tables.builder import Run
from paragen.tables.io.writing import Pair
from paragen.tables.resources.opposites import opposites
from paragen.tables.resources.opposites.opposites import REASON
from paragen.tables.resources.thesaurus.inflections import Inflections
from paragen.tables.resources.thesaurus.information import Features, features_of, mutual_information
from paragen.tables.resources.thesaurus.options import ThesaurusOptions
from paragen.tables.resources.thesaurus.similarity import similar_words
from paragen.tables.resources.thesaurus.triples import Triples, count_triples
from paragen.tables.resources.thesaurus.words import PARTS


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
