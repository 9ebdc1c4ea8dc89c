"""Texts that are searched in pieces: those of several lines, and very long ones."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import replace

from paragen.decoder.derivation import Derivation
from paragen.decoder.settings import SearchSettings

PIECES_AT_ONCE = 16  # between two calls of the search an interrupt is noticed

Search = Callable[[Sequence[int], SearchSettings], list[list[Derivation]]]
"""Finds the n best derivations of each window, given the windows' numbers."""


def search_pieces(search: Search, lines: Sequence[Sequence[int]], settings: SearchSettings) -> list[Derivation]:
    """Search the lines of a text and put their derivations together.

    Parameters
    ----------
    lines : the windows of each line.
    settings : bounds on the number of edits hold for a line, not for each piece of it.
    """
    found: list[list[Derivation]] = []
    if settings.min_edits or settings.max_edits is not None:
        for line in lines:
            found += [search([window], share)[0] for window, share in zip(line, _shares(search, line, settings), strict=True)]
    else:
        windows = [window for line in lines for window in line]
        for first in range(0, len(windows), PIECES_AT_ONCE):
            found += search(windows[first : first + PIECES_AT_ONCE], settings)
    derivations = _joined(found, settings.n)
    return _differing(derivations) if settings.distinct_by == "edits" else derivations


def _shares(search: Search, windows: Sequence[int], settings: SearchSettings) -> list[SearchSettings]:
    """Share out the bounds on edits: each piece, left to right, gets as many as its best derivation makes of those left."""
    if len(windows) == 1:
        return [settings]
    least, most = settings.min_edits, settings.max_edits
    shares = []
    for window in windows:
        ((best, *_),) = search([window], replace(settings, n=1, min_edits=least, max_edits=most))
        edits = best.n_edits
        shares.append(replace(settings, min_edits=min(least, edits), max_edits=None if most is None else edits))
        least = max(0, least - edits)
        most = None if most is None else most - edits
    return shares


def _joined(lists: list[list[Derivation]], n: int) -> list[Derivation]:
    """Return the n best ways to take one derivation of each list, best first."""
    while len(lists) > 1:  # in pairs of neighbours, so that little is copied often
        pairs = [_combine(lists[i], lists[i + 1], n) for i in range(0, len(lists) - 1, 2)]
        lists = pairs + lists[2 * len(pairs) :]
    return lists[0]


def _combine(left: list[Derivation], right: list[Derivation], n: int) -> list[Derivation]:
    """Return the n best pairs of two lists sorted by score."""
    if not left or not right:
        return []
    heap, seen = [(-left[0].score - right[0].score, 0, 0)], {(0, 0)}
    result: list[Derivation] = []
    while heap and len(result) < n:
        _, i, k = heapq.heappop(heap)
        a, b = left[i], right[k]
        features = tuple([x + y for x, y in zip(a.features, b.features, strict=True)])
        result.append(Derivation(a.score + b.score, features, a.edits + b.edits, a.steps + b.steps))
        for pair in ((i + 1, k), (i, k + 1)):
            if pair[0] < len(left) and pair[1] < len(right) and pair not in seen:
                seen.add(pair)
                heapq.heappush(heap, (-left[pair[0]].score - right[pair[1]].score, *pair))
    return result


def _differing(derivations: list[Derivation]) -> list[Derivation]:
    """Keep those with an edit that none before them has."""
    seen: set[tuple[int, int, tuple[str, ...]]] = set()
    kept: list[Derivation] = []
    for derivation in derivations:
        edits = {(edit.begin, edit.end, edit.words) for edit in derivation.edits}
        if not kept or not edits <= seen:
            kept.append(derivation)
        seen |= edits
    return kept
