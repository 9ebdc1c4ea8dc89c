"""Signals that end a program, held back for a moment."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Let signals that would end the program wait until the block is left, and raise there what they raise.

    For work that must not be left half done, as a process that is started and not yet known. In another thread than the main
    one, where no signal raises anything, this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []
    # Handlers, not a mask: a masked signal goes to another thread, and its handler runs here all the same.
    before: dict[int, Any] = {}
    try:
        for ending in _ENDING:
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
