"""Protects a compiled object while a call changes it: one call at a time."""

from __future__ import annotations

import threading


class Exclusive:
    """Context manager that lets one call in and refuses any other until it is done.

    Kernels change their memory without holding the GIL, and call back into Python: a second call in the meantime, from another
    thread or from the callback, would find that memory half changed.

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
