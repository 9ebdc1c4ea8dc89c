"""Runs of rows: of equal values in ordered columns, or between offsets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import TypeVar

import numpy as np

from paragen.base.threads import run as run_threads
from paragen.tables.builder import Run

Item = TypeVar("Item")
Made = TypeVar("Made")


def first_of_run(*columns: np.ndarray) -> np.ndarray:
    """Return for each row whether it is the first of a run: whether any column differs from the row before."""
    first = np.zeros(len(columns[0]), np.bool_)
    first[:1] = True
    for column in columns:
        first[1:] |= column[1:] != column[:-1]
    return first


def run_lengths(numbers: np.ndarray) -> np.ndarray:
    """Return how long each run of equal numbers is."""
    return np.diff(np.append(np.flatnonzero(first_of_run(numbers)), len(numbers)))


def place_in_run(numbers: np.ndarray) -> np.ndarray:
    """Return the place of each number among its equals, from 0; numbers ascend."""
    return np.arange(len(numbers)) - np.searchsorted(numbers, numbers)


def share_of_run(counts: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Return counts as shares of the sum of their run; a run may be empty."""
    sums = np.add.reduceat(np.append(counts, 0.0), offsets[:-1]) if len(offsets) > 1 else np.empty(0)
    return np.asarray(counts / np.repeat(sums, np.diff(offsets)))


def chunks(offsets: np.ndarray, rows: int) -> list[tuple[int, int]]:
    """Return consecutive ranges of runs with about ``rows`` rows each, at least one run."""
    starts = np.searchsorted(offsets, np.arange(0, offsets[-1], rows))
    return list(pairwise(np.unique([0, *starts.tolist(), len(offsets) - 1]).tolist()))


def on_each(items: Iterable[Item], work: Callable[[Item], Made], run: Run) -> list[Made]:
    """Return the results of ``work`` for each item, on the threads of the run."""
    return list(run_threads(lambda some: [work(each) for each in some], items, run.workers, 1))


def in_threads(
    work: Callable[[int, int], Made], offsets: np.ndarray, rows: int, run: Run, step: str | None = None
) -> Iterator[Made]:
    """Yield the result of ``work`` for each of the `chunks`, in their order, while threads of the run work on the next ones.

    ``step`` is the name that progress is reported under; None: not reported.
    """
    ranges = chunks(offsets, rows)
    more = run.counter(step, float(len(offsets) - 1)) if step else None
    made = run_threads(lambda some: [work(*each) for each in some], ranges, run.workers, 1)
    for part, (begin, end) in zip(made, ranges, strict=True):
        yield part
        if more:
            more(end - begin)
