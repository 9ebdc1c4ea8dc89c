"""Exact search along a line for the weights with the least error on merged n-best lists [Z08 section 5]."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paragen.tuning.nbest import Floats, Lists
from paragen.tuning.space import Space
from paragen.tuning.sweep import sweep

CORRECT_WORTH = 1e-6
"""What a distinct correct substitute a sentence more is worth in mean PSER: it decides between equals."""
_EDGE = 0.05
_FAR = 0.01
"""How near to the end of an interval a point may come, where two scores are equal: this share of its length, but the point
itself need be no farther than this from the end."""
_REACH = 4.0
"""How far a line goes, in distances of the start from 0."""
LEAST_GAIN = 1e-9
"""A lesser gain is rounding."""


class Profile(NamedTuple):
    """A step function on a line: between ``at[i]`` and ``at[i + 1]`` the value is ``values[i]``."""

    at: Floats
    values: Floats


class Criterion:
    """What weights are compared by, on merged lists: mean PSER, #DCS among equals, and how far they lie from the start.

    Parameters
    ----------
    lists : the n-best lists.
    space : the space of the points.
    n : how many paraphrases of a list count.
    regularisation : what a point as far from the start as the start is from 0 costs, in mean PSER; it grows with the
        square of the distance.
    """

    def __init__(self, lists: Lists, space: Space, n: int, regularisation: float) -> None:
        self.lists, self.space, self.n = lists, space, n
        self.regularisation = regularisation

    def error(self, point: Floats) -> tuple[float, int]:
        """Return mean PSER and #DCS at a point."""
        scores = self.space.scores(point)
        _, _, error, correct = sweep(self.lists, scores, np.zeros_like(scores), self.n, 0.0, 0.0)
        return float(error.sum()) / self.lists.sentences, int(correct.sum())

    def __call__(self, point: Floats) -> float:
        """Return the criterion at a point: the less, the better."""
        error, correct = self.error(point)
        return error - CORRECT_WORTH * correct / self.lists.sentences + self.distance_cost(point)

    def distance_cost(self, point: Floats) -> float:
        """Return what the distance from the start costs."""
        apart = point - self.space.origin
        return self.regularisation * float(np.einsum("f,f->", apart, apart))

    def distance_gradient(self, point: Floats) -> Floats:
        """Return the derivative of :meth:`distance_cost`."""
        return 2.0 * self.regularisation * (point - self.space.origin)

    def profile(self, point: Floats, direction: Floats, low: float, high: float) -> Profile:
        """Return the criterion without the distance along ``point + t direction`` for t from ``low`` to ``high``."""
        lists = self.lists
        slope = np.einsum("kf,f->k", self.space.entries, direction)
        sentence, at, error, correct = sweep(lists, self.space.scores(point), slope, self.n, low, high)
        value = error - CORRECT_WORTH * correct
        change = np.diff(value, prepend=0.0)
        starts = np.flatnonzero(np.diff(sentence, prepend=-1))
        change[starts] = value[starts]
        order = np.argsort(at, kind="stable")
        places, values = at[order], np.cumsum(change[order]) / lists.sentences
        last = np.flatnonzero(np.append(places[1:] > places[:-1], True))  # of what changes at the same place
        return Profile(np.append(places[last], high), values[last])


def reach(space: Space, point: Floats, direction: Floats) -> tuple[float, float]:
    """Return from where to where a line may go: so far from the point, and within the bounds of the space."""
    length = float(np.sqrt(np.einsum("f,f->", direction, direction)))
    low, high = -_REACH / length, _REACH / length
    room = space.lowest - point
    for gap, step in zip(room, direction, strict=True):
        if step > 0:
            low = max(low, gap / step)
        elif step < 0:
            high = min(high, gap / step)
    return min(low, 0.0), max(high, 0.0)


def line_search(criterion: Criterion, point: Floats, direction: Floats, value: float) -> tuple[float, Floats]:
    """Return the least of the criterion on a line, and the point that has it.

    Parameters
    ----------
    criterion : of the weights.
    point, direction : the line ``point + t direction``.
    value : the criterion at ``point``, which stays where nothing is better.
    """
    low, high = reach(criterion.space, point, direction)
    if not low < high:
        return value, point
    profile = criterion.profile(point, direction, low, high)
    begins, ends = profile.at[:-1], profile.at[1:]
    # Within an interval only the distance from the start counts: its least is where the line comes nearest.
    apart = point - criterion.space.origin
    squared, along = (float(np.einsum("f,f->", direction, other)) for other in (direction, apart))
    margin = np.minimum(_EDGE * (ends - begins), _FAR / squared**0.5)
    at = np.clip(-along / squared, begins + margin, ends - margin)
    found = profile.values + criterion.distance_cost(point) + criterion.regularisation * (2 * at * along + at**2 * squared)
    for i in np.argsort(found, kind="stable")[:3]:
        if not found[i] < value - LEAST_GAIN:
            break
        there = np.maximum(point + at[i] * direction, criterion.space.lowest)
        if (exact := criterion(there)) < value - LEAST_GAIN:  # not only by rounding
            return exact, there
    return value, point
