"""One call at a time: what a compiled object is protected by while a call changes it."""

from __future__ import annotations

import threading


class Exclusive:
    """Context manager that lets one call in and refuses any other until it is done.

    Kernels change their memory without Python's lock, and call back into Python: a second call in between, by another thread or
    by the callback, would find it half changed.

    Raises
    ------
    RuntimeError : on entering, while another call is inside.
    """

    __slots__ = ("_lock",)

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("another call is using this object; it takes one at a time")

    def __exit__(self, *_: object) -> None:
        self._lock.release()
