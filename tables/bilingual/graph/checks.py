"""What the arrays of graphs and of their parts are checked for: some are read from files that may have been altered."""

from __future__ import annotations

from typing import Any

import numpy as np

from paragen.base.errors import Unexpected


def check_array(name: str, array: Any, dtype: Any, size: int | None = None) -> None:
    """Raise Unexpected if ``array`` is not one row of ``dtype``, with ``size`` elements unless that is None."""
    kind = np.dtype(dtype)
    if not isinstance(array, np.ndarray) or array.dtype != kind or array.ndim != 1:
        found = f"{array.dtype} of {array.ndim} dimensions" if isinstance(array, np.ndarray) else type(array).__name__
        raise Unexpected(f"{name} as {found}", f"one row of {kind}")
    if size is not None and len(array) != size:
        raise Unexpected(f"{len(array)} {name}", str(size))


def check_offsets(name: str, offsets: Any, size: int) -> None:
    """Raise Unexpected if ``offsets`` do not divide ``size`` elements into consecutive runs."""
    check_array(name, offsets, np.int64)
    if len(offsets) == 0 or offsets[0] != 0 or offsets[-1] != size or (offsets[1:] < offsets[:-1]).any():
        raise Unexpected(f"{name} that decrease or do not end at {size}", f"ascending ones from 0 to {size}")


def check_range(name: str, numbers: np.ndarray, limit: int, least: int = 0) -> None:
    """Raise Unexpected if one of ``numbers`` is below ``least`` or not below ``limit``."""
    if len(numbers) and (numbers.min() < least or numbers.max() >= limit):
        raise Unexpected(f"{name} from {numbers.min()} to {numbers.max()}", f"{least} to {limit - 1}")


def check_positive(name: str, numbers: np.ndarray) -> None:
    """Raise Unexpected if one of ``numbers`` is not finite and above 0."""
    if not ((numbers > 0) & (numbers < np.inf)).all():
        raise Unexpected(f"{name} that are 0, negative or not finite", "numbers above 0")


def ascend_within(numbers: np.ndarray, offsets: np.ndarray) -> bool:
    """Return whether each run of ``numbers`` ascends, without repetition."""
    rising = numbers[1:] > numbers[:-1]
    starts = offsets[1:-1]
    rising[starts[(starts > 0) & (starts < len(numbers))] - 1] = True
    return bool(rising.all())
