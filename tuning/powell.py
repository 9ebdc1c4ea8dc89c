"""Powell's direction-set method: line searches along directions that adapt (Press et al. 1992, section 10.5)."""

from __future__ import annotations

import numpy as np

from paragen.tuning.line_search import Criterion, line_search
from paragen.tuning.nbest import Floats

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
