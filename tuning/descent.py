"""Gradient descent on a smooth approximation of PSER, at falling temperatures [Z08 section 5]."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from paragen.tuning.line_search import Criterion
from paragen.tuning.pser import CORRECT, INCORRECT, Floats, NbestArrays

Positions = NDArray[np.intp]

_ROUNDS = 60
"""Iterations of Newton's method for theta, within a shrinking interval and starting from the last theta."""
_CLOSE = 1e-10
"""How near to n the sum of the degrees must come."""


class Objective:
    """The mean error of all sentences, as a function of scores.

    Parameters
    ----------
    lists : the n-best lists.
    n : how many paraphrases a list has [Z08: 10].
    """

    def __init__(self, lists: NbestArrays, n: int) -> None:
        self._n, self._sentences = n, lists.sentences
        self._owners, self._bounds = lists.owners, lists.bounds
        text_bounds = np.concatenate([[0], np.cumsum(np.maximum.reduceat(lists.texts, lists.bounds[:-1]) + 1)])
        self._texts = text_bounds[self._owners] + lists.texts
        self._by_text = np.argsort(self._texts, kind="stable")
        self._text_starts = np.searchsorted(self._texts[self._by_text], np.arange(text_bounds[-1]))
        self._all_in = np.diff(text_bounds) <= n
        labelled = (lists.labels == CORRECT) | (lists.labels == INCORRECT)
        substitutes = lists.label_bounds[np.repeat(self._owners, np.diff(lists.ends))] + lists.substitutes
        entries = np.repeat(np.arange(len(lists.texts)), np.diff(lists.ends))
        counts = labelled[substitutes]
        # Entry entries[i] has labelled substitute substitutes[i].
        self._entries = entries[counts]
        self._substitutes = (np.cumsum(labelled) - 1)[substitutes[counts]]
        self._labelled = np.zeros(len(lists.texts))
        self._labelled[self._entries] = 1.0
        self._substitute_owner = np.repeat(np.arange(self._sentences), np.diff(lists.label_bounds))[labelled]
        self._incorrect = (lists.labels[labelled] == INCORRECT).astype(float)
        self._last: tuple[float, Floats] | None = None  # temperature, and theta of each sentence

    def __call__(self, scores: Floats, temperature: float) -> tuple[float, Floats]:
        """Return the mean error, and its derivative with respect to each entry's score."""
        logits, inside, stands = self._degrees(scores, temperature)
        out = np.where(stands, -np.logaddexp(0.0, logits), 0.0)  # log(1 - pi)
        missing = np.exp(np.bincount(self._substitutes, out[self._entries], len(self._incorrect)))
        union = 1.0 - missing
        uncovered = np.exp(self._sum(self._labelled * out))
        wrong = np.bincount(self._substitute_owner, self._incorrect * union, self._sentences)
        labelled = np.bincount(self._substitute_owner, union, self._sentences)
        some = labelled > 0
        share = np.divide(wrong, labelled, out=np.ones(self._sentences), where=some)
        error = uncovered + (1.0 - uncovered) * share
        # With respect to log(1 - pi): dq_s = -(1 - q_s), dz = z.
        factor = np.divide(1.0 - uncovered, labelled, out=np.zeros(self._sentences), where=some)
        owner = self._substitute_owner
        by_union = factor[owner] * (self._incorrect - share[owner])
        by_out = self._labelled * (uncovered * (1.0 - share))[self._owners]
        by_out -= np.bincount(self._entries, (by_union * missing)[self._substitutes], len(scores))
        by_logit = np.where(stands, -inside * by_out, 0.0)
        return float(error.sum()) / self._sentences, self._through_theta(by_logit, inside, stands, temperature) / self._sentences

    def _sum(self, values: Floats) -> Floats:
        return np.add.reduceat(values, self._bounds[:-1])

    def _degrees(self, scores: Floats, temperature: float) -> tuple[Floats, Floats, Floats]:
        """Return (score - theta) / T and pi of each entry, and whether it represents its text: the best with that text."""
        ordered = scores[self._by_text]
        best = np.maximum.reduceat(ordered, self._text_starts)
        among = np.where(ordered == best[self._texts[self._by_text]], self._by_text, len(scores))
        stands = np.zeros(len(scores), dtype=bool)
        stands[np.minimum.reduceat(among, self._text_starts)] = True
        scaled = scores / temperature
        theta = self._thetas(scaled, stands, temperature)
        logits = np.where(stands, np.clip(scaled - theta[self._owners], -700.0, 700.0), -700.0)
        return logits, 1.0 / (1.0 + np.exp(-logits)), stands

    def _thetas(self, scaled: Floats, stands: Floats, temperature: float) -> Floats:
        """Return theta / T of each sentence; far below all scores if the list has room for all texts."""
        top = np.maximum.reduceat(np.where(stands, scaled, -np.inf), self._bounds[:-1])
        low = np.minimum.reduceat(np.where(stands, scaled, np.inf), self._bounds[:-1]) - np.log(1e6)
        theta, high = 0.5 * (low + top), top + np.log(1e6)
        lowest = float(low.min())
        if self._last is not None:
            near = self._last[1] * (self._last[0] / temperature)
            theta = np.where((near > low) & (near < high), near, theta)
        # Sentences converge after different numbers of steps: continue with those that have not.
        open_ = np.flatnonzero(~self._all_in)
        entries, sizes = self._of(open_, stands, scaled)
        for _ in range(_ROUNDS):
            if not len(open_):
                break
            starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
            at = theta[open_]
            inside = 1.0 / (1.0 + np.exp(-np.clip(entries - np.repeat(at, sizes), -700.0, 700.0)))
            excess = np.add.reduceat(inside, starts) - self._n
            slope = np.add.reduceat(inside * (1.0 - inside), starts)
            low[open_], high[open_] = np.where(excess > 0, at, low[open_]), np.where(excess > 0, high[open_], at)
            moved = at + np.divide(excess, slope, out=np.full_like(at, np.inf), where=slope > 1e-12)
            kept = (moved > low[open_]) & (moved < high[open_])
            left = np.abs(excess) >= _CLOSE
            theta[open_] = np.where(left, np.where(kept, moved, 0.5 * (low[open_] + high[open_])), at)
            entries, sizes, open_ = entries[np.repeat(left, sizes)], sizes[left], open_[left]
        self._last = temperature, theta
        return np.where(self._all_in, lowest - 1e4, theta)

    def _of(self, sentences: Positions, stands: Floats, values: Floats) -> tuple[Floats, Positions]:
        """Return the values of the entries that represent texts of some sentences, and how many each sentence has."""
        chosen = np.zeros(self._sentences, dtype=bool)
        chosen[sentences] = True
        taken = stands & chosen[self._owners]
        return values[taken], np.bincount(self._owners[taken], minlength=self._sentences)[sentences]

    def _through_theta(self, by_logit: Floats, inside: Floats, stands: Floats, temperature: float) -> Floats:
        """Turn derivatives by (score - theta) / T into derivatives by score; theta depends on all scores of a sentence."""
        slope = np.where(stands, inside * (1.0 - inside), 0.0)
        total = self._sum(slope)
        moved = np.divide(self._sum(by_logit), total, out=np.zeros(self._sentences), where=total > 1e-300)
        moved[self._all_in] = 0.0
        by_score: Floats = (by_logit - slope * moved[self._owners]) / temperature
        return by_score


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
