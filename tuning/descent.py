"""Descent of the gradient of the smoothed error, sharper and sharper [Z08 section 5]."""

from __future__ import annotations

from paragen.tuning.line_search import Criterion
from paragen.tuning.nbest import Floats
from paragen.tuning.objective import Objective
from paragen.tuning.quasi_newton import minimise

TEMPERATURES = (0.3, 0.15, 0.07, 0.03, 0.015, 0.007)
"""As shares of how far the scores of a sentence's paraphrases typically range at the start, by one feature."""
_STEPS = 40


def descend(objective: Objective, criterion: Criterion, point: Floats) -> Floats:
    """Return where the gradient of the smoothed error, with the cost of the distance from the start, leads from a point.

    BFGS goes down at each temperature from where the last ended, within the bounds of the space.

    Parameters
    ----------
    objective : the smoothed error, by score.
    criterion : has the space, and the cost of the distance.
    point : where to begin.
    """
    space = criterion.space
    scale = space.unit / max(len(point), 1) ** 0.5  # how much one coordinate of a point makes scores differ, about
    for share in TEMPERATURES:

        def loss(at: Floats, temperature: float = share * scale) -> tuple[float, Floats]:
            error, by_score = objective(space.scores(at), temperature)
            gradient = space.pull_back(by_score) + criterion.distance_gradient(at)
            return error + criterion.distance_cost(at), gradient

        point = minimise(loss, point, space.lowest, _STEPS)
    return space.scaled(point)
