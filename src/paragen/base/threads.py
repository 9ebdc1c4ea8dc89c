"""Work on several threads, in order and in bounded memory; what signals may not interrupt."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from threading import Lock, current_thread, get_ident, local, main_thread
from typing import Any, TypeVar

from paragen.base.errors import ConfigError

Item = TypeVar("Item")
Result = TypeVar("Result")
Work = Callable[[Sequence[Item]], Sequence[Result]]

CHUNK = 8
"""Items a thread takes at a time: about ten milliseconds of decoding."""
MAX_THREADS = 256
_AHEAD = 3
"""Chunks in flight for each thread."""


def thread_count(threads: int) -> int:
    """Return how many threads to start: ``threads``, or for 0 one per processor this process may use.

    Raises
    ------
    ConfigError : negative, or more than `MAX_THREADS`.
    """
    if not 0 <= threads <= MAX_THREADS:
        raise ConfigError(f"threads: found {threads}, expected 1 to {MAX_THREADS}, or 0 for one per processor.")
    if threads:
        return threads
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def record_errors(items: Iterable[Item], raised: list[BaseException]) -> Iterator[Item]:
    """Yield ``items`` and record what they raise, for callers of native code that keeps only an error's text."""
    try:
        yield from items
    except BaseException as error:
        raised.append(error)
        raise


def run(work: Work[Item, Result], items: Iterable[Item], threads: int = 1, chunk: int = CHUNK) -> Iterator[Result]:
    """Yield the results of ``work`` on chunks of ``items``, in order.

    An error from ``items`` or ``work`` is raised after all results that precede it. With one thread the next item is not read
    until the last result has been taken.
    """
    count = thread_count(threads)
    return _run_here(work, items) if count == 1 else _run_threads(work, iter(items), count, chunk)


def _run_here(work: Work[Item, Result], items: Iterable[Item]) -> Iterator[Result]:
    for item in items:
        yield from work([item])


def _run_threads(work: Work[Item, Result], items: Iterator[Item], threads: int, chunk: int) -> Iterator[Result]:
    with Workers(work, threads) as workers:
        error: Exception | None = None
        while error is None:
            taken, error = _take(items, chunk)
            if not taken:
                break
            workers.submit(taken)
            while workers.full or workers.ready:
                yield from workers.next()
        while workers.pending:
            yield from workers.next()
        if error is not None:
            raise error


def _take(items: Iterator[Item], chunk: int) -> tuple[list[Item], Exception | None]:
    """Return up to ``chunk`` items, and the error that ended them, if one did."""
    taken: list[Item] = []
    try:
        for item in islice(items, chunk):
            taken.append(item)  # one by one, to keep what preceded an error
    except Exception as error:
        return taken, error
    return taken, None


_here = local()


def pause() -> None:
    """Run the check set by :func:`checked_by`, if any.

    Native code calls this now and then, holding the GIL, so that an exception raised here can end the work: a signal's on the
    main thread, or that of :class:`Workers` on another.
    """
    check: Callable[[], object] | None = getattr(_here, "check", None)
    if check is not None:
        check()


@contextmanager
def checked_by(check: Callable[[], object]) -> Iterator[None]:
    """Within the block, let :func:`pause` call ``check`` on this thread; an exception it raises ends the work."""
    before = getattr(_here, "check", None)
    _here.check = check
    try:
        yield
    finally:
        _here.check = before


class _LeftError(BaseException):
    """Ends the current work of a thread whose results nobody is waiting for any more."""


class Workers:
    """Threads that work on chunks; results come back in the order of submission.

    If the block is left before all results have been taken, by Ctrl-C for example, work in progress ends early.
    """

    def __init__(self, work: Work[Item, Result], threads: int) -> None:
        from concurrent.futures import ThreadPoolExecutor

        self._work, self._limit = work, threads * _AHEAD
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="paragen")
        self._futures: deque[Any] = deque()
        self._lock = Lock()
        self._working: set[int] = set()  # threads
        self._left = False

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *exception: object) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            self._left = True
            if self._working:
                self._interrupt()
        self._pool.shutdown(wait=True)

    def _interrupt(self) -> None:
        from ctypes import c_ulong, py_object, pythonapi

        for thread in self._working:
            pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), py_object(_LeftError))

    def _run(self, chunk: Sequence[Any]) -> Sequence[Any]:
        """Work on a chunk. The lock ensures that an interrupt is raised here and not in the pool's own code."""
        thread = get_ident()
        with self._lock:
            if self._left:
                raise _LeftError
            self._working.add(thread)
        try:
            return self._work(chunk)
        finally:
            with self._lock:
                self._working.discard(thread)

    @property
    def pending(self) -> int:
        """How many chunks have results that have not been taken yet."""
        return len(self._futures)

    @property
    def full(self) -> bool:
        """Whether enough chunks are in flight."""
        return len(self._futures) >= self._limit

    @property
    def ready(self) -> bool:
        """Whether the oldest chunk is done."""
        return bool(self._futures) and self._futures[0].done()

    def submit(self, chunk: Sequence[Any]) -> None:
        """Submit a chunk."""
        self._futures.append(self._pool.submit(self._run, chunk))

    def next(self) -> Sequence[Any]:
        """Return the results of the oldest chunk, waiting for them; raise what its work raised."""
        return self._futures.popleft().result()  # type: ignore[no-any-return]


ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals that end a program."""


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Hold back signals that would end the program until the block ends, then deliver them.

    For work that must not be left half done, such as a process that has been started but not recorded yet. Does nothing outside
    the main thread, as signals raise nothing there.
    """
    if current_thread() is not main_thread():
        yield
        return
    waiting: list[int] = []
    # Handlers, not a mask: a masked signal goes to another thread, and its handler still runs here.
    before: dict[int, Any] = {}
    try:
        for ending in ENDING:
            handler = signal.getsignal(ending)
            if handler not in (None, signal.SIG_IGN):
                before[ending] = handler
                signal.signal(ending, lambda number, frame: waiting.append(number))
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in waiting:
            signal.raise_signal(number)
