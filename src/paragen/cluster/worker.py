"""A worker process: works on part files for its parent, and ends with it."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import SimpleQueue
from types import FrameType
from typing import Any

from paragen.cluster.work import Outcome, Work, sendable


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
