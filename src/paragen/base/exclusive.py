"""Protects a compiled object that calls change: from other calls at the same time, and after a call that failed."""

from __future__ import annotations

import threading


class Shared:
    """Context manager of calls that may run at the same time; once one of them fails, it lets no other in.

    What a call raises half-way (input that it refuses, an exhausted memory, Ctrl-C, an error of a callback) leaves the object
    half changed. Whatever is asked of it afterwards would be answered from that state.

    Raises
    ------
    ValueError : on entering, after a call that failed.
    """

    __slots__ = ("_failure",)

    def __init__(self) -> None:
        self._failure: str | None = None

    def __enter__(self) -> None:
        if self._failure is not None:
            raise ValueError(f"an earlier call of this object failed ({self._failure}); it takes no others. Make a new one.")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        if kind is not None and self._failure is None:
            self._failure = f"{kind.__name__}: {error}"[:200]


class Exclusive(Shared):
    """The same, but lets one call in at a time, and refuses any other until it is done.

    Kernels change their memory without holding the GIL, and call back into Python: a second call in the meantime, from another
    thread or from the callback, would find that memory half changed.

    Raises
    ------
    RuntimeError : on entering, while another call is inside.
    """

    __slots__ = ("_lock",)

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("another call is using this object; it takes one at a time")
        try:
            super().__enter__()
        except ValueError:
            self._lock.release()
            raise

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        super().__exit__(kind, error, trace)
        self._lock.release()
