"""BFGS descent within bounds, for a handful of variables (Nocedal and Wright 2006, chapters 3, 6 and 16.7)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from paragen.tuning.nbest import Floats

Loss = Callable[[Floats], tuple[float, Floats]]
"""Returns the value and the gradient at a point."""

_SUFFICIENT = 1e-4
_HALVINGS = 30
_FLAT = 1e-7
"""A smaller slope, or a smaller relative gain of a step, counts as zero."""


def minimise(loss: Loss, point: Floats, lowest: Floats, steps: int) -> Floats:
    """Return where a descent from ``point`` ends.

    Coordinates that would leave their bound are held; the others take BFGS steps, clipped to the bounds and halved until the
    value decreases enough. Written here because the result must be the same to the byte whatever linear algebra is installed,
    and because there are few variables.

    Parameters
    ----------
    loss : what to minimise; once differentiable nearly everywhere.
    point : where to begin, within the bounds.
    lowest : the lower bound of each coordinate.
    steps : the maximum number of steps.
    """
    value, gradient = loss(point)
    size = len(point)
    inverse, held = np.eye(size), np.zeros(size, dtype=bool)
    fresh = True
    for _ in range(steps):
        now_held = (point <= lowest) & (gradient > 0)
        if np.any(now_held != held):
            inverse, held, fresh = np.eye(size), now_held, True
        slope = np.where(held, 0.0, gradient)
        if np.abs(slope).max(initial=0.0) < _FLAT:
            break
        direction = np.where(held, 0.0, -_times(inverse, slope))
        if not _dot(direction, slope) < 0:
            inverse, direction, fresh = np.eye(size), -slope, True
        if fresh:  # the curvature is unknown: start with a small fraction of the distance to 0
            direction *= 0.1 * np.sqrt((1.0 + _dot(point, point)) / _dot(direction, direction))
        found = _halved(loss, point, value, slope, direction, lowest)
        if found is None:
            if fresh:
                break
            inverse, fresh = np.eye(size), True
            continue
        there, lower, other = found
        inverse = _updated(inverse, there - point, np.where(held, 0.0, other - gradient), fresh)
        done, fresh = value - lower < _FLAT * (1e-3 + abs(value)), False
        point, value, gradient = there, lower, other
        if done:
            break
    return point


def _dot(x: Floats, y: Floats) -> float:
    return float(np.einsum("f,f->", x, y))


def _times(matrix: Floats, x: Floats) -> Floats:
    product: Floats = np.einsum("fg,g->f", matrix, x)
    return product


def _halved(
    loss: Loss, point: Floats, value: float, slope: Floats, direction: Floats, lowest: Floats
) -> tuple[Floats, float, Floats] | None:
    """Halve the step until the value decreases enough; return that point with its value and gradient."""
    length = 1.0
    for _ in range(_HALVINGS):
        there = np.maximum(point + length * direction, lowest)
        lower, gradient = loss(there)
        if lower <= value + _SUFFICIENT * _dot(slope, there - point) and lower < value:
            return there, lower, gradient
        length *= 0.5
    return None


def _updated(inverse: Floats, step: Floats, change: Floats, fresh: bool) -> Floats:
    """Return the BFGS update of the inverse Hessian after a step; unchanged if the curvature is not positive."""
    curvature = _dot(step, change)
    if not curvature > 1e-12 * np.sqrt(_dot(step, step) * _dot(change, change)):
        return inverse
    if fresh:
        inverse = np.eye(len(step)) * (curvature / _dot(change, change))
    along = np.eye(len(step)) - np.einsum("f,g->fg", step, change) / curvature
    updated: Floats = np.einsum("fg,gh,kh->fk", along, inverse, along) + np.einsum("f,g->fg", step, step) / curvature
    return updated
