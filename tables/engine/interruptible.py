"""Long native work, done so that signals are heard meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

Result = TypeVar("Result")

_POLL = 0.2  # seconds


def interruptibly(work: Callable[[], Result], cancel: Callable[[], object], tick: Callable[[], object] | None = None) -> Result:
    """Do ``work`` in a thread of its own and wait for it in this one, which Python gives its signals to.

    Parameters
    ----------
    work : called once; what it raises is raised here.
    cancel : called where the waiting ends by a signal; must make ``work`` end soon.
    tick : called now and then meanwhile.
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
