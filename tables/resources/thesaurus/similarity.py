"""The words most similar to each word [Z08 eq. 5]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from paragen.base.threads import Workers, thread_count
from paragen.tables.resources.thesaurus.information import Features
from paragen.tables.resources.thesaurus.similarity_kernel import nearest

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

    numbers = features.words.tolist()
    with Workers(block, thread_count(threads)) as workers:
        first = 0
        for begin in range(0, n_words, _BLOCK):
            workers.submit([begin])
            while workers.full:
                yield from _rows(numbers, first, workers.next()[0])
                first += _BLOCK
        while workers.pending:
            yield from _rows(numbers, first, workers.next()[0])
            first += _BLOCK


def _rows(numbers: list[int], first: int, found: Nearest) -> Iterator[tuple[int, int, float]]:
    for row, (others, scores) in enumerate(zip(found[0].tolist(), found[1].tolist(), strict=True), first):
        for other, score in zip(others, scores, strict=True):
            if other >= 0:
                yield numbers[row], numbers[other], score
