"""Runs long native work while signals are still handled."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

Result = TypeVar("Result")

_POLL = 0.2  # seconds


def interruptibly(work: Callable[[], Result], cancel: Callable[[], object], tick: Callable[[], object] | None = None) -> Result:
    """Run ``work`` in a separate thread and wait for it in this one, in which Python handles signals.

    Parameters
    ----------
    work : called once; what it raises is raised here.
    cancel : called if a signal ends the wait; must make ``work`` end soon.
    tick : called from time to time while waiting.
    """
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(work)
        try:
            while not wait([future], _POLL).done:
                if tick:
                    tick()
        except BaseException:
            cancel()
            raise
        return future.result()
