"""Aligns the words of pairs of one language by a hidden Markov model: links of sentences, scores of patterns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

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


def estimate(model: AlignmentModel, n: int, threads: int, reporting: Callable[[Iterator[range]], Iterator[range]] = iter) -> None:
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


Floats = npt.NDArray[np.float64]


def numbered(sources: Any, targets: Any, learnt: int) -> Sides:
    """Return the words and slots of pairs of patterns as numbers, in the order of their texts.

    Words that are not in the pairs the alignment is learnt from share the last number: which word it is makes no difference.

    Parameters
    ----------
    sources, targets : arrays of pyarrow, of strings whose words have one space between them.
    learnt : how many of the pairs, from the first, the alignment is learnt from.
    """
    import pyarrow
    import pyarrow.compute as compute

    split = [compute.split_pattern(side, " ") for side in (sources, targets)]
    words = [compute.list_flatten(side) for side in split]
    counts = [compute.list_value_length(side).to_numpy(zero_copy_only=False) for side in split]
    coded = pyarrow.chunked_array([*_chunks(words[0]), *_chunks(words[1])], pyarrow.string()).combine_chunks().dictionary_encode()
    names = coded.dictionary
    begins = [np.concatenate([[0], np.cumsum(lengths)]).astype(np.uint64) for lengths in counts]
    codes = np.split(coded.indices.to_numpy(), [len(words[0])])
    known = np.zeros(len(names), np.bool_)
    for side, offsets in zip(codes, begins, strict=True):
        known[side[: int(offsets[learnt])]] = True
    order = compute.sort_indices(names).to_numpy()
    order = order[known[order]]
    place = np.full(len(names), len(order), np.uint32)
    place[order] = np.arange(len(order), dtype=np.uint32)
    return Sides(place[codes[0]], begins[0], place[codes[1]], begins[1], len(order) + 1)


def _chunks(array: Any) -> Sequence[Any]:
    return array.chunks if hasattr(array, "chunks") else [array]


def alignment_scores(sides: Sides, learnt: int, threads: int = 1) -> tuple[Floats, Floats]:
    """Return score_MWA(e2|e1) and score_MWA(e1|e2) of pairs: log p(words of one | words of the other), per word.

    The hidden Markov model of `align_words` is trained on the pairs, in both directions. A slot is a word like any other.

    Parameters
    ----------
    sides : the patterns.
    learnt : how many of them, from the first, the model is trained on.
    """
    model = AlignmentModel(sides.one, sides.one_begins, sides.other, sides.other_begins, sides.n_words, learnt=learnt)
    estimate(model, learnt, threads)

    def score(chunk: Sequence[range]) -> list[tuple[Floats, Floats]]:
        return [model.log_likelihoods(part.start, part.stop) for part in chunk]

    scores = list(run(score, parts(len(sides)), threads, chunk=1))
    there, back = ([pair[i] for pair in scores] for i in (0, 1))
    return np.concatenate(there), np.concatenate(back)
