"""Signals that end a program, held back for a moment."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals that end a program."""


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Hold back signals that would end the program until the block ends, then deliver them.

    For work that must not be left half done, such as a process that has been started but not recorded yet. Does nothing outside
    the main thread, as signals raise nothing there.
    """
    if threading.current_thread() is not threading.main_thread():
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
