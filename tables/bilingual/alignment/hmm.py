"""Aligns the words of sentence pairs of one language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np

from paragen.base.threads import run
from paragen.tables.bilingual.alignment.kernel import AlignmentModel

PASSES = (3, 3)
"""Passes over the text: as IBM model 1, then with jumps (the model of Vogel, Ney and Tillmann 1996); as Giza++ begins [ON03]."""
THRESHOLD = 0.35
"""Words i and j are linked if the geometric mean of p(j|i) and p(i|j) exceeds it: both must agree."""
_PAIRS = 500  # of sentences a thread takes at a time

Progress = Callable[[float], object]


@dataclass(frozen=True)
class Sides:
    """Sentence pairs as numbers: words of either side (uint32), offsets of its sentences (uint64); words in all."""

    one: np.ndarray
    one_begins: np.ndarray
    other: np.ndarray
    other_begins: np.ndarray
    n_words: int

    def __len__(self) -> int:
        return len(self.one_begins) - 1


def align_words(sides: Sides, links: BinaryIO, mirrored: BinaryIO, threads: int = 1, progress: Progress | None = None) -> None:
    """Write a line of links ``i-j`` for each pair, and to ``mirrored`` the same links as ``j-i``.

    The model is a hidden Markov model with one lexicon for both directions, as both sides are one language; a word is taken
    to be its own counterpart before any text is seen. Expected counts are summed as whole numbers, so that the same pairs
    give the same links whatever the threads.
    """
    model = AlignmentModel(sides.one, sides.one_begins, sides.other, sides.other_begins, sides.n_words)
    done, total = 0, (sum(PASSES) + 1) * len(sides)

    def reporting(ranges: Iterator[range]) -> Iterator[range]:
        nonlocal done
        for part in ranges:
            yield part
            done += len(part)
            if progress:
                progress(done / total)

    estimate(model, len(sides), threads, reporting)

    def link(chunk: Sequence[range]) -> list[tuple[bytes, bytes]]:
        return [model.links(part.start, part.stop, THRESHOLD) for part in chunk]

    for there, back in run(link, reporting(parts(len(sides))), threads, chunk=1):
        links.write(there)
        mirrored.write(back)


def estimate(
    model: AlignmentModel, n: int, threads: int, reporting: Callable[[Iterator[range]], Iterator[range]] = iter
) -> None:
    """Train a model on its first ``n`` pairs, in all :data:`PASSES`; ``reporting`` sees which pairs a thread takes next."""
    for number in range(sum(PASSES)):
        jumps = number >= PASSES[0]

        def count(chunk: Sequence[range], jumps: bool = jumps) -> list[None]:
            for part in chunk:
                model.expect(part.start, part.stop, jumps)
            return [None] * len(chunk)

        for _ in run(count, reporting(parts(n)), threads, chunk=1):
            pass
        model.estimate(jumps)


def parts(n: int) -> Iterator[range]:
    """Yield the numbers of ``n`` pairs of sentences, as many at a time as a thread takes."""
    return (range(begin, min(begin + _PAIRS, n)) for begin in range(0, n, _PAIRS))
