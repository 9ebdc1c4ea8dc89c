"""Arrays of graphs: what they are checked for, as some are read from files that may have been altered; their runs of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

from paragen.base.errors import Unexpected
from paragen.base.threads import run as run_threads
from paragen.tables.builder import Run


def check_array(name: str, array: Any, dtype: Any, size: int | None = None, *, below: int | None = None) -> None:
    """Raise Unexpected if an array is not what it should be.

    Parameters
    ----------
    dtype : of its one row; float64 are counts and probabilities: finite, and above 0.
    size : of how many elements; None: any number.
    below : what they must be below, from 0; None: any numbers.
    """
    kind = np.dtype(dtype)
    if not isinstance(array, np.ndarray) or array.dtype != kind or array.ndim != 1:
        found = f"{array.dtype} of {array.ndim} dimensions" if isinstance(array, np.ndarray) else type(array).__name__
        raise Unexpected(f"{name} as {found}", f"one row of {kind}")
    if size is not None and len(array) != size:
        raise Unexpected(f"{len(array)} {name}", str(size))
    if kind == np.float64 and not ((array > 0) & (array < np.inf)).all():
        raise Unexpected(f"{name} that are 0, negative or not finite", "numbers above 0")
    if below is not None:
        check_range(name, array, below)


def check_offsets(name: str, offsets: Any, size: int, runs: int | None = None) -> None:
    """Raise Unexpected if ``offsets`` do not divide ``size`` elements into consecutive runs, as many as ``runs`` says."""
    check_array(name, offsets, np.int64, None if runs is None else runs + 1)
    if len(offsets) == 0 or offsets[0] != 0 or offsets[-1] != size or (offsets[1:] < offsets[:-1]).any():
        raise Unexpected(f"{name} that decrease or do not end at {size}", f"ascending ones from 0 to {size}")


def check_range(name: str, numbers: np.ndarray, limit: int, least: int = 0) -> None:
    """Raise Unexpected if one of ``numbers`` is below ``least`` or not below ``limit``."""
    if len(numbers) and (numbers.min() < least or numbers.max() >= limit):
        raise Unexpected(f"{name} from {numbers.min()} to {numbers.max()}", f"{least} to {limit - 1}")


def check_ascending(name: str, numbers: np.ndarray, offsets: np.ndarray) -> None:
    """Raise Unexpected if a run of ``numbers`` does not ascend, or repeats one."""
    rising = numbers[1:] > numbers[:-1]
    starts = offsets[1:-1]
    rising[starts[(starts > 0) & (starts < len(numbers))] - 1] = True
    if not rising.all():
        raise Unexpected(f"{name} out of order", "ascending ones")


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
