"""The space in which weights are searched, and exact search of the least error along its lines [Z08 section 5]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from paragen.decoder.features import FIT, RESERVED
from paragen.tuning.pser import Floats, NbestArrays
from paragen.tuning.sweep import sweep

DIGITS = 6
"""Significant digits of tuned weights."""


class Space:
    """Turns weights into points and back.

    A point has a coordinate for each weight that is searched: the weight times the spread of its feature, so that steps of
    the same length change scores by about the same amount in every direction, divided by `unit`, so that the start is at
    distance 1 from 0. A feature that is the same for all paraphrases of each sentence cannot matter and keeps its weight, as do
    weights fixed by the user. Weights of the language model, of tables and of the fit stay at or above 0, or their initial
    value if that is lower: a model that prefers unlikely text makes no sense.

    Parameters
    ----------
    names : of the features.
    lists : the n-best lists.
    start : weights by name, where the search begins.
    fixed : names of weights that are not searched.

    Attributes
    ----------
    free : the indices of the features that a point has coordinates for.
    unit : roughly how much scores change in a step of length 1.
    origin : the start.
    lowest : the lower bound of each coordinate.
    entries, offset : the score of each entry is ``entries @ point + offset``.
    """

    def __init__(self, names: Sequence[str], lists: NbestArrays, start: Mapping[str, float], fixed: Sequence[str] = ()) -> None:
        self._names = list(names)
        self._start = np.array([start[name] for name in names])
        spread = spreads(lists)
        self.free = [i for i, name in enumerate(names) if spread[i] > 0 and name not in fixed]
        length = float(np.sqrt(np.square(self._start[self.free] * spread[self.free]).sum()))
        self.unit: float = length if length > 0 else float(np.sqrt(len(self.free)))
        self._spread = spread[self.free] / self.unit
        bounded = [names[i] in ("lm", FIT) or names[i] not in RESERVED for i in self.free]
        self.origin: Floats = self._start[self.free] * self._spread
        self.lowest: Floats = np.where(bounded, np.minimum(self.origin, 0.0), -np.inf)
        self._bounded = np.array(bounded, dtype=bool)
        held = np.delete(self._start, self.free) * np.delete(spread, self.free)
        self._scalable = not held.any()
        self.entries: Floats = np.ascontiguousarray(lists.features[:, self.free] / self._spread)
        rest = [i for i in range(len(names)) if i not in self.free]
        self.offset: Floats = np.einsum("kf,f->k", lists.features[:, rest], self._start[rest])

    @property
    def searched(self) -> list[str]:
        """The names of the weights that a point has coordinates for."""
        return [self._names[i] for i in self.free]

    def point(self, weights: Mapping[str, float]) -> Floats:
        """Return the point for weights by name."""
        return np.array([weights[self._names[i]] for i in self.free]) * self._spread

    def weights(self, point: Floats) -> dict[str, float]:
        """Return the weights of a point, rounded to six digits.

        Only ratios of weights matter. The weights are scaled to the length of the start, so that the decoder's beam prunes as
        before, unless the user fixed a weight that matters.
        """
        values = self._start.copy()
        values[self.free] = self.scaled(point) / self._spread
        return {name: float(f"{value:.{DIGITS}g}") + 0.0 for name, value in zip(self._names, values, strict=True)}

    def scaled(self, point: Floats) -> Floats:
        """Return the point scaled to distance 1 from 0, if scale is free."""
        length = float(np.sqrt(np.square(point).sum()))
        return point / length if self._scalable and length > 0 else point

    def scores(self, point: Floats) -> Floats:
        """Return the score of each entry."""
        scores: Floats = self.offset + np.einsum("kf,f->k", self.entries, point)
        return scores

    def pull_back(self, by_score: Floats) -> Floats:
        """Turn derivatives with respect to each entry's score into those with respect to each coordinate."""
        by_coordinate: Floats = np.einsum("kf,k->f", self.entries, by_score)
        return by_coordinate

    def uniform(self) -> Floats:
        """Return the point with equal coordinates for language model, tables and fit, and the others as at the start."""
        point = self.origin.copy()
        point[self._bounded] = 1.0 / np.sqrt(max(int(self._bounded.sum()), 1))
        return self.scaled(point)

    def random(self, generator: np.random.Generator) -> Floats:
        """Return a random point at distance 1 from 0."""
        point = generator.standard_normal(len(self.free))
        return self.scaled(np.where(self._bounded, np.abs(point), point))


def spreads(lists: NbestArrays) -> Floats:
    """Return the range of each feature over the entries of a sentence, averaged over the sentences where it varies.

    The other sentences are left out; otherwise the weight of a seldom used table would seem to matter little, and would grow
    without limit.
    """
    starts = lists.bounds[:-1]
    ranges = np.maximum.reduceat(lists.features, starts, axis=0) - np.minimum.reduceat(lists.features, starts, axis=0)
    ranges[ranges < 1e-9 * (1.0 + np.abs(lists.features).max(axis=0))] = 0.0
    means: Floats = ranges.sum(axis=0) / np.maximum((ranges > 0).sum(axis=0), 1)
    return means


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
