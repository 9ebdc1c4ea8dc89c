"""Very long lines, searched in pieces so that memory stays bounded."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import replace

from paragen.decoder.derivation import Derivation
from paragen.decoder.settings import Settings

MAX_WORDS = 512
"""Longest sentence searched as a whole; a longer line is cut, and each piece is a sentence of its own."""

SENTENCE_ENDS = frozenset(".!?…。！？")
PIECES_AT_ONCE = 16  # between two calls of the search an interrupt is noticed

Edits = Sequence[tuple[int, int, tuple[str, ...]]]
Words = tuple[Sequence[str], bytes | None] | tuple[Sequence[str], bytes | None, Edits]
Search = Callable[[Sequence[Words], Settings], list[list[Derivation]]]


def decode_pieces(search: Search, sentences: Sequence[Words], settings: Settings) -> list[list[Derivation]]:
    """Search each sentence, those that are too long piece by piece.

    Parameters
    ----------
    search : finds the n best derivations of each of some sentences.
    sentences : (words, keep), or (words, keep, allowed); see :meth:`paragen.decoder.search.Decoder.decode`.
    settings : bounds on the number of edits hold for a sentence, not for each piece of it.
    """
    if all(len(words) <= MAX_WORDS for words, *_ in sentences):
        return search(sentences, settings)
    whole = iter(search([sentence for sentence in sentences if len(sentence[0]) <= MAX_WORDS], settings))
    return [
        next(whole) if len(words) <= MAX_WORDS else _decode_long(search, _cut(words, *rest), settings)
        for words, *rest in sentences
    ]


def piece_ends(words: Sequence[str]) -> list[int]:
    """Return where the pieces of a line end: after the last sentence end in the second half of what fits, or after as much as
    fits."""
    ends: list[int] = []
    begin = 0
    while begin < len(words):
        end = min(begin + MAX_WORDS, len(words))
        if end < len(words):
            stops = (at for at in range(end, end - MAX_WORDS // 2, -1) if words[at - 1] in SENTENCE_ENDS)
            end = next(stops, end)
        ends.append(end)
        begin = end
    return ends


def _cut(words: Sequence[str], keep: bytes | None, allowed: Edits | None = None) -> list[Words]:
    ends = piece_ends(words)
    return [piece(words, keep, allowed, begin, end) for begin, end in zip([0, *ends], ends, strict=False)]


def piece(words: Sequence[str], keep: bytes | None, allowed: Edits | None, begin: int, end: int) -> Words:
    """Return words ``begin`` to ``end`` as a sentence of their own."""
    part = words[begin:end], keep and keep[begin:end]
    if allowed is None:
        return part
    inside = [(first - begin, last - begin, target) for first, last, target in allowed if begin <= first and last <= end]
    return *part, inside


def _decode_long(search: Search, pieces: list[Words], settings: Settings) -> list[Derivation]:
    if settings.min_edits or settings.max_edits is not None:
        found = [search([piece], share)[0] for piece, share in zip(pieces, _shares(search, pieces, settings), strict=True)]
    else:
        found = []
        for first in range(0, len(pieces), PIECES_AT_ONCE):
            found += search(pieces[first : first + PIECES_AT_ONCE], settings)
    (derivations,) = join_pieces(found, pieces, [list(range(len(pieces)))], settings.n)
    return _differing(derivations) if settings.distinct_by == "edits" else derivations


def _shares(search: Search, pieces: list[Words], settings: Settings) -> list[Settings]:
    """Give each piece, from left to right, as many of the edits as its best derivation makes of what is left."""
    least, most = settings.min_edits, settings.max_edits
    shares = []
    for piece in pieces:
        ((best, *_),) = search([piece], replace(settings, n=1, min_edits=least, max_edits=most))
        edits = len(best.edits)
        shares.append(replace(settings, min_edits=min(least, edits), max_edits=None if most is None else edits))
        least = max(0, least - edits)
        most = None if most is None else most - edits
    return shares


def join_pieces(found: list[list], pieces: list, owners: list[list[int]], n: int) -> list[list]:
    """Put the derivations of pieces together again.

    Parameters
    ----------
    found : for each piece its derivations, best first
    pieces : (words, keep)
    owners : for each sentence the numbers of its pieces
    n : how many combinations are wanted for each sentence

    Returns
    -------
    for each sentence the best combinations, best first
    """
    results = []
    for numbers in owners:
        lists, offset = [], 0
        for number in numbers:
            lists.append([_shift(derivation, offset) for derivation in found[number]] if offset else found[number])
            offset += len(pieces[number][0])
        while len(lists) > 1:  # in pairs of neighbours, so that little is copied often
            pairs = [_combine(*lists[i : i + 2], n) for i in range(0, len(lists) - 1, 2)]
            lists = pairs + lists[2 * len(pairs) :]
        results.append(lists[0])
    return results


def _shift(derivation, offset: int):
    def moved(steps):
        return tuple([step._replace(begin=step.begin + offset, end=step.end + offset) for step in steps])

    return derivation._replace(edits=moved(derivation.edits), steps=moved(derivation.steps))


def _combine(left: list, right: list, n: int) -> list:
    """Return the n best pairs of two lists sorted by score."""
    if not left or not right:
        return []
    heap, seen, result = [(-left[0].score - right[0].score, 0, 0)], {(0, 0)}, []
    while heap and len(result) < n:
        _, i, k = heapq.heappop(heap)
        a, b = left[i], right[k]
        features = tuple([x + y for x, y in zip(a.features, b.features, strict=True)])
        result.append(type(a)(a.score + b.score, features, a.edits + b.edits, a.steps + b.steps))
        for pair in ((i + 1, k), (i, k + 1)):
            if pair[0] < len(left) and pair[1] < len(right) and pair not in seen:
                seen.add(pair)
                heapq.heappush(heap, (-left[pair[0]].score - right[pair[1]].score, *pair))
    return result


def _differing(derivations: list[Derivation]) -> list[Derivation]:
    """Keep those that have an edit which none before them has."""
    seen: set = set()
    kept = []
    for derivation in derivations:
        edits = {(edit.begin, edit.end, edit.words) for edit in derivation.edits}
        if not kept or not edits <= seen:
            kept.append(derivation)
        seen |= edits
    return kept
