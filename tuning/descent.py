"""Gradient descent on the smoothed error, at falling temperatures [Z08 section 5]."""

from __future__ import annotations

from paragen.tuning.line_search import Criterion
from paragen.tuning.nbest import Floats
from paragen.tuning.objective import Objective
from paragen.tuning.quasi_newton import minimise

TEMPERATURES = (0.3, 0.15, 0.07, 0.03, 0.015, 0.007)
"""As fractions of the typical range, at the start, of the scores of a sentence's paraphrases due to one feature."""
_STEPS = 40


def descend(objective: Objective, criterion: Criterion, point: Floats) -> Floats:
    """Return where descent from a point ends, on the smoothed error plus the cost of the distance from the start.

    At each temperature, BFGS continues from where the previous one ended, within the bounds of the space.

    Parameters
    ----------
    objective : the smoothed error, as a function of scores.
    criterion : has the space, and the cost of the distance.
    point : where to begin.
    """
    space = criterion.space
    scale = space.unit / max(len(point), 1) ** 0.5  # roughly how much one coordinate of a point makes scores differ
    for share in TEMPERATURES:

        def loss(at: Floats, temperature: float = share * scale) -> tuple[float, Floats]:
            error, by_score = objective(space.scores(at), temperature)
            gradient = space.pull_back(by_score) + criterion.distance_gradient(at)
            return error + criterion.distance_cost(at), gradient

        point = minimise(loss, point, space.lowest, _STEPS)
    return space.scaled(point)
