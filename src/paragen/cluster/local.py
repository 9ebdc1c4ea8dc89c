"""Part files processed by several processes on this machine.

Not by `concurrent.futures`: a process that is killed breaks its whole pool, with the parts of the others; its processes run the
caller's script again, and outlive a caller that is killed.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import threading
from collections import Counter, deque
from collections.abc import Generator, Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from types import FrameType
from typing import Any

from paragen.base.errors import ParagenError
from paragen.base.packages import end_of, interpreter
from paragen.base.threads import interrupts_held_back
from paragen.cluster.parts import Part, Report
from paragen.cluster.work import Outcome, Work, largest_first, sendable


def main(handle: int) -> None:
    """Work on the parts that arrive through the socket ``handle``; end when it closes, even in the middle of a part."""
    signal.signal(signal.SIGTERM, _exit)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError), Connection(handle) as connection:
        work: Work = connection.recv()
        arrived: SimpleQueue[Any] = SimpleQueue()
        threading.Thread(target=_receive, args=(connection, arrived), daemon=True).start()
        while True:
            part, output = arrived.get()
            try:
                outcome = Outcome(part, work(part, output, connection.send))
            except Exception as error:
                outcome = Outcome(part, error=sendable(error))
            connection.send(outcome)


def _receive(connection: Connection, arrived: SimpleQueue[Any]) -> None:
    """Queue what arrives; when the connection closes, end the process as SIGTERM does."""
    with suppress(EOFError, OSError):
        while True:
            arrived.put(connection.recv())
    os.kill(os.getpid(), signal.SIGTERM)


def _exit(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


_ATTEMPTS = 3
_GRACE = 5.0  # seconds for a process to end by itself
_MAIN = "from paragen.cluster.local import main; main({handle})"


def work_local(work: Work, todo: Mapping[Part, str], processes: int, report: Report) -> Generator[Outcome, None, None]:
    """Yield the outcome of each part as it is done; the largest parts are begun first.

    A process that dies in the middle of a part, killed or out of memory, is replaced and the part begun again. If the iterator is
    closed or raises, or if this process ends in any way, the others end too. A part that kills several processes is broken.

    Parameters
    ----------
    todo : the output file of each part.
    processes : at most.
    """
    queue = deque(sorted(todo, key=largest_first))
    workers: list[_Worker] = []
    try:
        for _ in range(min(processes, len(queue))):
            workers.append(_Worker(work, todo))
        yield from _outcomes(workers, queue, report)
    finally:
        _stop(workers)


def _outcomes(workers: list[_Worker], queue: deque[Part], report: Report) -> Generator[Outcome, None, None]:
    ended: Counter[Part] = Counter()
    for worker in workers:
        worker.begin(queue.popleft())
    while busy := {worker.connection: worker for worker in workers if worker.part}:
        for connection in wait(list(busy)):
            worker = busy[connection]  # type: ignore[index]
            part = worker.part
            assert part
            try:
                message = worker.connection.recv()
            except (EOFError, OSError):
                ended[part] += 1
                message = worker.replace(report)
                if ended[part] < _ATTEMPTS:
                    worker.begin(part)
                    continue
            if isinstance(message, int):
                worker.read += message
                report(message)
                continue
            worker.end(report)
            yield message
            if queue:
                worker.begin(queue.popleft())


class _Worker:
    """A process that works on one part after another, and its current part."""

    def __init__(self, work: Work, outputs: Mapping[Part, str]) -> None:
        self._work, self._outputs = work, outputs
        self.part: Part | None = None
        self.read = 0  # bytes of the part so far
        self._start()

    def _start(self) -> None:
        ours, theirs = socket.socketpair()
        with ours, theirs, interrupts_held_back():
            command, env = interpreter(_MAIN.format(handle=theirs.fileno()))
            # a group of its own, so that Ctrl-C on the terminal reaches the parent only, which ends the others in order
            self.process = subprocess.Popen(
                command, env=env, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()], process_group=0
            )
            self.connection = Connection(ours.detach())
        with suppress(OSError):  # it has already ended, which will show when it is used
            self.connection.send(self._work)

    def begin(self, part: Part) -> None:
        """Have it work on a part."""
        self.part, self.read = part, 0
        with suppress(OSError):
            self.connection.send((part, self._outputs[part]))

    def end(self, report: Report) -> None:
        """Report the rest of the part as read."""
        assert self.part
        report(self.part.size - self.read)
        self.part = None

    def replace(self, report: Report) -> Outcome:
        """Start another process in place of one that has ended; return the outcome of its part if that is given up."""
        assert self.part
        report(-self.read)
        self.read = 0
        self.connection.close()
        found = f"{_ATTEMPTS} processes ended while they worked on it (the last: {end_of(self.process.wait())})"
        self._start()
        return Outcome(self.part, error=ParagenError(f"{self.part.path}: {found}. Out of memory? Then use fewer --threads."))


def _stop(workers: Sequence[_Worker]) -> None:
    """End the processes; those at work remove unfinished output."""
    with interrupts_held_back():
        for worker in workers:
            worker.connection.close()
        for worker in workers:
            try:
                worker.process.wait(_GRACE)
            except subprocess.TimeoutExpired:
                worker.process.kill()
                worker.process.wait()
