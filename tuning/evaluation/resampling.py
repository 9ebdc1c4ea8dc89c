"""How much figures owe to chance: the bootstrap over sentences [KS04], and approximate randomisation of pairs [RM05]."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from paragen.tuning.evaluation.metrics import Floats, values

_DRAWS = 1 << 22
"""Sentences drawn at once, which bounds memory."""
_GRAIN = 2.0**32
_NEAR = 1e-9
"""Differences that are equal but for rounding."""


def exact(table: Floats) -> Floats:
    """Return a table rounded to multiples of 2^-32, so that sums of up to two million rows are the same in any order."""
    return np.round(table * _GRAIN) / _GRAIN


def _chunks(rows: int, resamples: int) -> Iterator[tuple[int, int]]:
    size = max(1, _DRAWS // max(rows, 1))
    return ((first, min(first + size, resamples)) for first in range(0, resamples, size))


def resampled(table: Floats, resamples: int, seed: int) -> Floats:
    """Return the sums over samples of the rows of a table, each of as many rows as it has, drawn with replacement.

    Parameters
    ----------
    table : sentences × columns.

    Returns
    -------
    resamples × columns. The same seed draws the same sentences from any table of as many.
    """
    generator = np.random.default_rng(seed)
    rows = len(table)
    found = np.zeros((resamples, table.shape[1]))
    for first, last in _chunks(rows, resamples) if rows else ():
        drawn = generator.integers(0, rows, (last - first, rows))
        drawn += np.arange(last - first)[:, None] * rows
        times = np.bincount(drawn.ravel(), minlength=drawn.size).reshape(drawn.shape)
        found[first:last] = times.astype(np.float64) @ table
    return found


def interval(found: Floats) -> tuple[Floats, Floats]:
    """Return the 95 % percentile interval of each column, without its NaNs; NaN where it has nothing else."""
    low, high = np.full(found.shape[1], np.nan), np.full(found.shape[1], np.nan)
    for i, column in enumerate(found.T):
        known = column[~np.isnan(column)]
        if len(known):
            low[i], high[i] = np.quantile(known, (0.025, 0.975))
    return low, high


def randomised(one: Floats, other: Floats, resamples: int, seed: int) -> Floats:
    """Return for each metric how probable a difference as great as the one found is, if the two systems are the same.

    Approximate randomisation: in each trial the two lists of every sentence change sides or stay, at random; what counts is
    in how many trials the difference is at least as great, either way, as the one found. The observed one counts as a trial, too.

    Parameters
    ----------
    one, other : tables of the same sentences.

    Returns
    -------
    p of each metric, two-sided; NaN where the metric is undefined.
    """
    generator = np.random.default_rng(seed)
    rows = len(one)
    sums, apart = (one.sum(axis=0), other.sum(axis=0)), one - other
    found = np.abs(values(sums[0]) - values(sums[1]))
    extreme, known = np.ones_like(found), np.ones_like(found)
    for first, last in _chunks(rows, resamples):
        swapped = generator.integers(0, 2, (last - first, rows), dtype=np.uint8)
        moved = swapped.astype(np.float64) @ apart
        trial = np.abs(values(sums[0] - moved) - values(sums[1] + moved))
        extreme += np.sum(trial >= found - _NEAR, axis=0)
        known += np.sum(~np.isnan(trial), axis=0)
    return np.where(np.isnan(found), np.nan, extreme / known)
