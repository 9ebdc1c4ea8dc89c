"""Runs a verb in its own process, and measures its time and memory."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from pathlib import Path

from paragen.base.errors import ParagenError
from paragen.base.packages import end_of, interpreter
from paragen.base.threads import interrupts_held_back

_PR_SET_PDEATHSIG = 1  # linux/prctl.h
_SAMPLE_SECONDS = 0.2  # seconds between memory samples
_MAIN = "from paragen.cli import main; sys.exit(main())"


@dataclass(frozen=True)
class Usage:
    """What a process took, with its children: wall-clock and CPU seconds, and peak memory in bytes."""

    seconds: float
    cpu: float
    memory: int


def run_verb(arguments: Sequence[str]) -> Usage:
    """Run ``paragen ARGUMENTS…`` with this installation; its output goes where this process's does.

    Raises
    ------
    ParagenError : it failed, and has printed why.
    KeyboardInterrupt : it was interrupted.
    """
    command, env = interpreter(_MAIN, arguments)
    begin = time.perf_counter()
    child = None
    try:
        with interrupts_held_back():
            child = subprocess.Popen(command, env=env, preexec_fn=partial(_die_with_parent, os.getpid()))
        with _Memory(child.pid) as memory:
            _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    finally:
        if child is not None and child.returncode is None:  # this process is being stopped
            child.terminate()
            child.wait()
    if child.returncode == 130:
        raise KeyboardInterrupt
    if child.returncode:
        verb = " ".join(takewhile(lambda word: not word.startswith("-"), arguments))
        raise ParagenError(f"`paragen {verb}` failed ({end_of(child.returncode)}).")
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return Usage(time.perf_counter() - begin, usage.ru_utime + usage.ru_stime, max(memory.peak, peak))


def _die_with_parent(parent: int) -> None:
    """Make the system end the process when its parent is killed; Linux only: elsewhere the step goes on to its end."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # it was killed before
            os._exit(128 + signal.SIGTERM)


class _Memory:
    """Watches the resident memory of a process and its descendants; without /proc, ``peak`` stays 0."""

    def __init__(self, pid: int) -> None:
        self.peak = 0
        self._pid, self._done = pid, threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> _Memory:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._done.wait(_SAMPLE_SECONDS):
            self.peak = max(self.peak, _resident(self._pid))


def _resident(pid: int) -> int:
    """Return the memory in bytes of a process and its descendants; a shared page counts once per process."""
    total = 0
    with suppress(OSError, ValueError, IndexError):
        total = int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        for task in os.listdir(f"/proc/{pid}/task"):
            children = Path(f"/proc/{pid}/task/{task}/children").read_text().split()
            total += sum(_resident(int(child)) for child in children)
    return total
