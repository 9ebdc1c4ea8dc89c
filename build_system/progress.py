"""Says what a build does: pip shows nothing of it, so it goes to the terminal that ``PARAGEN_PROGRESS`` names."""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress


class Progress:
    """A line for each thing that is done, with the seconds since the beginning.

    Parameters
    ----------
    total : how many modules are to be compiled.
    """

    def __init__(self, total: int) -> None:
        self._total, self._done = total, 0
        self._begin, self._lock = time.monotonic(), threading.Lock()
        if total:
            self.say(f"compiling {total} modules")

    def done(self, name: str) -> None:
        """Say that a module is compiled."""
        with self._lock:
            self._done += 1
            self.say(f"compiled {self._done} of {self._total}: {name}")

    def say(self, what: str) -> None:
        """Say what is done or begins."""
        line = f"{time.monotonic() - self._begin:4.0f} s  {what}\n"
        if terminal := os.environ.get("PARAGEN_PROGRESS"):
            with suppress(OSError), open(terminal, "a", encoding="utf-8") as file:
                file.write(line)
        else:
            print(line, end="", flush=True)
