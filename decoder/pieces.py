"""Very long lines, decoded in pieces so that memory stays bounded."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

MAX_WORDS = 512
"""Longest sentence searched as a whole; a longer line is cut after so many words, and each piece is a sentence."""


def split_pieces(sentences: Sequence) -> tuple[list, list[list[int]]]:
    """Cut sentences that are too long.

    Returns
    -------
    pieces : list of (words, keep)
    owners : for each sentence the numbers of its pieces
    """
    pieces: list = []
    owners: list[list[int]] = []
    for words, keep in sentences:
        first = len(pieces)
        if len(words) <= MAX_WORDS:
            pieces.append((words, keep))
        else:
            for at in range(0, len(words), MAX_WORDS):
                pieces.append((words[at : at + MAX_WORDS], None if keep is None else keep[at : at + MAX_WORDS]))
        owners.append(list(range(first, len(pieces))))
    return pieces, owners


def join_pieces(found: list[list], pieces: list, owners: list[list[int]], n: int) -> list[list]:
    """Put the derivations of pieces together again: the n best combinations for each sentence."""
    results = []
    for numbers in owners:
        derivations, offset = found[numbers[0]], len(pieces[numbers[0]][0])
        for number in numbers[1:]:
            derivations = _combine(derivations, [_shift(d, offset) for d in found[number]], n)
            offset += len(pieces[number][0])
        results.append(derivations)
    return results


def _shift(derivation, offset: int):
    def moved(steps):
        return tuple(step._replace(begin=step.begin + offset, end=step.end + offset) for step in steps)

    return derivation._replace(edits=moved(derivation.edits), steps=moved(derivation.steps))


def _combine(left: list, right: list, n: int) -> list:
    """Return the n best pairs of two lists sorted by score."""
    if not left or not right:
        return []
    heap, seen, result = [(-left[0].score - right[0].score, 0, 0)], {(0, 0)}, []
    while heap and len(result) < n:
        _, i, k = heapq.heappop(heap)
        a, b = left[i], right[k]
        result.append(
            type(a)(
                a.score + b.score,
                tuple(x + y for x, y in zip(a.features, b.features)),
                a.edits + b.edits,
                a.steps + b.steps,
            )
        )
        for pair in ((i + 1, k), (i, k + 1)):
            if pair[0] < len(left) and pair[1] < len(right) and pair not in seen:
                seen.add(pair)
                heapq.heappush(heap, (-left[pair[0]].score - right[pair[1]].score, *pair))
    return result
