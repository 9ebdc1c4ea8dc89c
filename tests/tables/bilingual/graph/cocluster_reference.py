"""Co-clustering as its definition reads, on dense matrices."""

from __future__ import annotations

import numpy as np

_SAME = 1 - 1e-9


def divergences(joint: np.ndarray, rows: np.ndarray, columns: np.ndarray, alpha: float) -> np.ndarray:
    """Return KL(p(Y|x) || q(Y|X)) of each row x and row cluster X, smoothed; nan for clusters without rows."""
    n, m = joint.shape
    cost = np.full((n, n), np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        for each in np.unique(rows):
            total = joint[rows == each].sum()
            q = np.zeros(m)
            for other in np.unique(columns):
                inside = columns == other
                q[inside] = joint[:, inside].sum(axis=0) / joint[:, inside].sum()  # p(y|Y)
                q[inside] *= joint[np.ix_(rows == each, inside)].sum() / total  # p(Y|X)
            q = (q + alpha / m) / (1 + alpha)
            given = joint / joint.sum(axis=1, keepdims=True)
            cost[:, each] = np.where(given > 0, given * np.log(given / q), 0).sum(axis=1)
    return cost


def gains(joint: np.ndarray, rows: np.ndarray, columns: np.ndarray, alpha: float) -> np.ndarray:
    """Return how much lower costs are than that of a uniform distribution; 0 for clusters that have nothing to do with a row."""
    m = joint.shape[1]
    given = joint / joint.sum(axis=1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        uniform = np.where(given > 0, given * np.log(given * m), 0).sum(axis=1) + np.log((1 + alpha) / alpha)
    gain = uniform[:, None] - divergences(joint, rows, columns, alpha)
    return np.where(np.isnan(gain) | (gain < 1e-12), 0, gain)


def best(gain: np.ndarray) -> int:
    """Return the first of those that are as good as the best."""
    return int(np.argmax(gain >= gain.max() * _SAME))


def cocluster(
    joint: np.ndarray, alpha: float, soft: int, share: float, rounds: int
) -> tuple[list[list[int]], list[list[int]], list[tuple[float, float]]]:
    """Return the clusters of each row, of each column, and the cost before and after each step, of p(x,y)."""
    tables = joint, joint.T
    assigned = [np.arange(side) for side in joint.shape]
    costs = []
    for _ in range(rounds):
        moved = False
        for k, table in enumerate(tables):
            mass = table.sum(axis=1)
            gain = gains(table, assigned[k], assigned[1 - k], alpha)
            chosen = np.array([best(row) for row in gain])
            cost = divergences(table, assigned[k], assigned[1 - k], alpha)
            before, after = (float(mass @ np.take_along_axis(cost, to[:, None], 1)[:, 0]) for to in (assigned[k], chosen))
            costs.append((before, after))
            moved |= not np.array_equal(chosen, assigned[k])
            assigned[k] = chosen
        if not moved:
            break
    found = [
        numbered([softly(row, soft, share) for row in gains(tables[k], assigned[k], assigned[1 - k], alpha)]) for k in range(2)
    ]
    return found[0], found[1], costs


def softly(gain: np.ndarray, soft: int, share: float) -> list[int]:
    """Return the clusters of a row by what it gains in each."""
    gain, chosen = gain.copy(), list[int]()
    least = gain.max() * share * _SAME
    while len(chosen) < soft and gain.max() > 0 and gain.max() >= least:
        chosen.append(best(gain))
        gain[chosen[-1]] = 0
    return chosen


def numbered(clusters: list[list[int]]) -> list[list[int]]:
    """Number clusters in the order of their first rows."""
    number: dict[int, int] = {}
    return [sorted(number.setdefault(each, len(number)) for each in sorted(some)) for some in clusters]
