"""Exact search for the weights with the least error on merged n-best lists: lines, and Powell's sets of them [Z08 section 5]."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paragen.tuning.nbest import Floats, NbestArrays
from paragen.tuning.space import Space
from paragen.tuning.sweep import sweep

CORRECT_WORTH = 1e-6
"""How much one more distinct correct substitute per sentence is worth in mean PSER: it breaks ties."""
_EDGE = 0.05
_FAR = 0.01
"""How near a point may come to the end of an interval, where two scores are equal: the first is a fraction of the interval's
length, the second a distance beyond which it need not stay away."""
_REACH = 4.0
"""How far a line extends, in units of the start's distance from 0."""
LEAST_GAIN = 1e-9
"""A smaller gain is rounding."""


class Profile(NamedTuple):
    """A step function on a line: between ``at[i]`` and ``at[i + 1]`` it is ``values[i]``."""

    at: Floats
    values: Floats


class Criterion:
    """The criterion by which weights are compared on merged lists: mean PSER, #DCS to break ties, and distance from the start.

    Parameters
    ----------
    lists : the n-best lists.
    space : the space of the points.
    n : how many paraphrases of a list count.
    regularisation : the cost, in mean PSER, of a point as far from the start as the start is from 0; it grows with the
        square of the distance.
    """

    def __init__(self, lists: NbestArrays, space: Space, n: int, regularisation: float) -> None:
        self.lists, self.space, self.n = lists, space, n
        self.regularisation = regularisation

    def error(self, point: Floats) -> tuple[float, int]:
        """Return mean PSER and #DCS at a point."""
        scores = self.space.scores(point)
        _, _, error, correct = sweep(self.lists, scores, np.zeros_like(scores), self.n, 0.0, 0.0)
        return float(error.sum()) / self.lists.sentences, int(correct.sum())

    def __call__(self, point: Floats) -> float:
        """Return the criterion at a point; lower is better."""
        error, correct = self.error(point)
        return error - CORRECT_WORTH * correct / self.lists.sentences + self.distance_cost(point)

    def distance_cost(self, point: Floats) -> float:
        """Return the cost of the distance from the start."""
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
        last = np.flatnonzero(np.append(places[1:] > places[:-1], True))  # of the changes at the same place
        return Profile(np.append(places[last], high), values[last])


def reach(space: Space, point: Floats, direction: Floats) -> tuple[float, float]:
    """Return the ends of a line: limited by its reach from the point, and by the bounds of the space."""
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
    """Return the minimum of the criterion on a line, and its point.

    Parameters
    ----------
    criterion : of the weights.
    point, direction : the line ``point + t direction``.
    value : the criterion at ``point``, which is returned if nothing is better.
    """
    low, high = reach(criterion.space, point, direction)
    if not low < high:
        return value, point
    profile = criterion.profile(point, direction, low, high)
    begins, ends = profile.at[:-1], profile.at[1:]
    # Within an interval only the distance from the start varies: it is least where the line comes nearest.
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


_ITERATIONS = 20
_ENOUGH = 1e-5
"""A round that gains less than this is the last."""


def powell(criterion: Criterion, point: Floats, generator: np.random.Generator) -> tuple[float, Floats]:
    """Return the minimum of the criterion that line searches from ``point`` find, and its point.

    The directions start as the axes. After each round its overall displacement replaces the direction that gained most, if the
    test of Press et al. says that this helps. Since PSER is a step function, which may show none of these directions a slope,
    each round also tries as many random directions.

    Parameters
    ----------
    criterion : of the weights.
    point : where to begin.
    generator : of the random directions.
    """
    size = len(point)
    directions = list(np.eye(size))
    value = criterion(point)
    for _ in range(_ITERATIONS):
        before, begin, gains = value, point, []
        for direction in directions:
            found, point = line_search(criterion, point, direction, value)
            gains.append(value - found)
            value = found
        way = point - begin
        if np.any(way):
            value, point, directions = _along_the_way(criterion, before, begin, (value, point), way, directions, gains)
        for direction in generator.standard_normal((size, size)):
            value, point = line_search(criterion, point, direction, value)
        if not value < before - _ENOUGH:
            break
    return value, point


def _along_the_way(
    criterion: Criterion, before: float, begin: Floats, now: tuple[float, Floats], way: Floats, directions: list[Floats],
    gains: list[float],
) -> tuple[float, Floats, list[Floats]]:
    """Search along the displacement of a round; adopt its direction if the test of Press et al. allows it."""
    value, point = now
    beyond = criterion(np.maximum(2.0 * point - begin, criterion.space.lowest))
    best = int(np.argmax(gains))
    gain = gains[best]
    if beyond < before:
        test = 2.0 * (before - 2.0 * value + beyond) * (before - value - gain) ** 2 - gain * (before - beyond) ** 2
        if test < 0:
            value, point = line_search(criterion, point, way, value)
            directions = [*directions[:best], *directions[best + 1 :], way / np.sqrt(np.einsum("f,f->", way, way))]
    return value, point, directions
