"""Powell's direction set: line searches along directions that learn from one another (Press and others 1992, section 10.5)."""

from __future__ import annotations

import numpy as np

from paragen.tuning.line_search import Criterion, line_search
from paragen.tuning.nbest import Floats

_ITERATIONS = 20
_ENOUGH = 1e-5
"""A round that gains less is the last."""


def powell(criterion: Criterion, point: Floats, generator: np.random.Generator) -> tuple[float, Floats]:
    """Return the least of the criterion that line searches from ``point`` find, and its point.

    The directions begin as the axes. After each round the direction of its whole way takes the place of the one that
    gained most, where Press and others' test says that this helps. Since PSER is a step function, which can hide a slope
    from all of them, each round also tries as many random directions.

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
    """Search along the way of a round; take its direction in where the test of Press and others allows it."""
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
