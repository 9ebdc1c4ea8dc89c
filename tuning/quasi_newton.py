"""Descent by BFGS within bounds, for a handful of variables (Nocedal and Wright 2006, chapters 3, 6 and 16.7)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from paragen.tuning.nbest import Floats

Loss = Callable[[Floats], tuple[float, Floats]]
"""Gives the value at a point and the gradient there."""

_SUFFICIENT = 1e-4
_HALVINGS = 30
_FLAT = 1e-7
"""A slope, or a share of the value gained by a step, that counts as none."""


def minimise(loss: Loss, point: Floats, lowest: Floats, steps: int) -> Floats:
    """Return where a descent from ``point`` ends.

    Coordinates at their bound that want to leave are held; in the others each step is that of BFGS, cut at the bounds and
    halved until the value falls enough. It is written here because it must give the same bytes whatever linear algebra
    is installed, and because of a few variables.

    Parameters
    ----------
    loss : what to minimise; once differentiable nearly everywhere.
    point : where to begin, within the bounds.
    lowest : the bound of each coordinate from below.
    steps : how many at most.
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
        if fresh:  # nothing is known of the curvature: begin with a small part of the way to 0
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
    """Return the first point with value and gradient, of steps each half the last, where the value falls enough."""
    length = 1.0
    for _ in range(_HALVINGS):
        there = np.maximum(point + length * direction, lowest)
        lower, gradient = loss(there)
        if lower <= value + _SUFFICIENT * _dot(slope, there - point) and lower < value:
            return there, lower, gradient
        length *= 0.5
    return None


def _updated(inverse: Floats, step: Floats, change: Floats, fresh: bool) -> Floats:
    """Return the inverse of the Hessian as BFGS changes it after a step; the same where the curvature is not positive."""
    curvature = _dot(step, change)
    if not curvature > 1e-12 * np.sqrt(_dot(step, step) * _dot(change, change)):
        return inverse
    if fresh:
        inverse = np.eye(len(step)) * (curvature / _dot(change, change))
    along = np.eye(len(step)) - np.einsum("f,g->fg", step, change) / curvature
    updated: Floats = np.einsum("fg,gh,kh->fk", along, inverse, along) + np.einsum("f,g->fg", step, step) / curvature
    return updated
