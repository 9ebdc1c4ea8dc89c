"""How well the words of the two patterns of a pair are aligned with each other [Z09 §3.4]: features h6 and h7."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from paragen.base.threads import run
from paragen.tables.bilingual.alignment.hmm import Sides, estimate, parts
from paragen.tables.bilingual.alignment.kernel import AlignmentModel

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
