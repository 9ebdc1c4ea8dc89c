"""Checks the options before any work is done."""

from __future__ import annotations

import operator
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError

MAX_ORDER = 16
DEFAULT_FALLBACK = (0.5, 1.0, 1.5)


def check_order(order: int) -> int:
    """Return ``order``; raise ConfigError if it is not 1 to MAX_ORDER."""
    if not isinstance(order, int) or not 1 <= order <= MAX_ORDER:
        raise ConfigError(f"order: found {order!r}, expected 1 to {MAX_ORDER}.")
    return order


def check_prune(prune: Sequence[int], order: int) -> list[int]:
    """Return one threshold for each order; the last one given applies to all further orders.

    Raises
    ------
    ConfigError : there are more thresholds than orders, one is negative, or one is lower than that of the previous order
        (n-grams would stay whose parts are gone).
    """
    try:
        thresholds = [operator.index(threshold) for threshold in prune]
    except TypeError as error:
        raise ConfigError(f"prune: found {prune!r}, expected whole numbers.") from error
    if len(thresholds) > order:
        raise ConfigError(f"prune: found {len(thresholds)} thresholds, expected at most {order}, one for each order.")
    if any(not 0 <= threshold < 1 << 62 for threshold in thresholds):
        raise ConfigError(f"prune: found {thresholds}, expected numbers of occurrences, 0 for none.")
    if thresholds != sorted(thresholds):
        raise ConfigError(
            f"prune: found {thresholds}, expected thresholds that do not decrease. "
            "A longer n-gram cannot stay when its parts are left out."
        )
    thresholds = thresholds or [0]
    return thresholds + thresholds[-1:] * (order - len(thresholds))


def check_fallback(fallback: bool | Sequence[float] | None) -> tuple[float, ...] | None:
    """Return three discounts, or None for none; the last one given applies to the missing ones.

    Raises
    ------
    ConfigError : the list is empty or has more than three, or one is out of range.
    """
    if fallback is None or fallback is False:
        return None
    if fallback is True:
        return DEFAULT_FALLBACK
    discounts = tuple(float(discount) for discount in fallback)
    if not 1 <= len(discounts) <= 3:
        raise ConfigError(f"discount fallback: found {len(discounts)} discounts, expected 1 to 3.")
    discounts += discounts[-1:] * (3 - len(discounts))
    for count, discount in enumerate(discounts, 1):
        if not 0 <= discount <= count:
            raise ConfigError(f"discount fallback: found {discount} for count {count}, expected 0 to {count}.")
    return discounts


def check_temp(temp: StrPath | None) -> str:
    """Return the folder for temporary files; raise ConfigError if it is not a folder."""
    folder = Path(temp) if temp is not None else Path(tempfile.gettempdir())
    if not folder.is_dir():
        raise ConfigError(f"temp: found {os.fspath(folder)!r}, expected an existing folder. Create it first, or name another.")
    return os.fspath(folder)


def check_threads(threads: int | None) -> int:
    """Return how many threads to use: by default one per processor, up to 16."""
    if threads is None:
        return max(1, min(16, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1))
    if not isinstance(threads, int) or not 1 <= threads <= 256:
        raise ConfigError(f"threads: found {threads!r}, expected 1 to 256.")
    return threads
