"""Places vertices in the plane, approximating given distances."""

from __future__ import annotations

import numpy as np

_ROUNDS = 300
_PUSHES = 400
_SPARE = 0.25  # boxes are pushed further by this share, so that they soon stay apart


def places(distances: np.ndarray) -> np.ndarray:
    """Return a place in the plane for each of n vertices, whose distances are as close as possible to those given.

    Classical scaling first, then stress majorisation (SMACOF), in which an error counts relative to the distance.

    Parameters
    ----------
    distances : [n, n], symmetric; 0 on the diagonal.

    Returns
    -------
    [n, 2]; the centre is at 0, the widest extent is along the first axis, and the first vertex is on the positive side of both.
    """
    n = len(distances)
    centring = np.eye(n) - 1 / n
    values, vectors = np.linalg.eigh(-0.5 * centring @ distances**2 @ centring)
    found = np.zeros((n, 2))
    found[:, : min(n, 2)] = (vectors * np.sqrt(np.maximum(values, 0)))[:, ::-1][:, :2]
    found += 1e-6 * np.column_stack([np.cos(np.arange(n)), np.sin(np.arange(n))])  # so that no two coincide
    with np.errstate(divide="ignore"):
        weights = np.where(distances > 0, 1 / np.maximum(distances, 1e-12) ** 2, 0)
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.pinv(laplacian)
    for _ in range(_ROUNDS):
        apart = np.linalg.norm(found[:, None] - found[None], axis=2)
        pull = -weights * distances / np.where(apart > 0, apart, 1)
        np.fill_diagonal(pull, 0)
        np.fill_diagonal(pull, -pull.sum(axis=1))
        found = inverse @ (pull @ found)
    found -= found.mean(axis=0)
    found = found @ np.linalg.svd(found)[2].T
    for axis in found.T:  # which may point either way
        telling = np.flatnonzero(np.abs(axis) > 1e-6 * np.abs(axis).max(initial=1e-12))
        axis *= np.sign(axis[telling[0]]) if len(telling) else 1
    return np.asarray(found)


def pushed_apart(centres: np.ndarray, boxes: np.ndarray, gap: float) -> np.ndarray:
    """Return places at which boxes do not overlap, moved as little as it takes.

    Parameters
    ----------
    centres, boxes : [n, 2]; where the boxes are, how wide and high.
    gap : to leave between them.
    """
    centres = centres.copy()
    for _ in range(_PUSHES):
        moved = False
        for i in range(len(centres)):
            for k in range(i + 1, len(centres)):
                between = centres[k] - centres[i]
                overlap = (boxes[i] + boxes[k]) / 2 + gap - np.abs(between)
                if (overlap > 1e-6).all():
                    axis = int(np.argmin(overlap))
                    push = (overlap[axis] / 2 + _SPARE) * (1 if between[axis] >= 0 else -1)
                    centres[i, axis] -= push
                    centres[k, axis] += push
                    moved = True
        if not moved:
            break
    return centres
