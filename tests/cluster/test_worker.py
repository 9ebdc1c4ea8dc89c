"""A process that works on parts for another: what it answers, and how it ends."""

from __future__ import annotations

import signal
import socket
import threading
from multiprocessing.connection import Connection

import pytest
from part_answers import Capitals

import paragen
from paragen.cluster import local as worker
from paragen.cluster.parts import find_parts
from paragen.cluster.work import Work, reference_to


@pytest.fixture
def handlers():
    """Puts back what signals do."""
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def test_what_a_worker_answers(corpus, english_model, tmp_path, handlers):
    folder = corpus(a="one\n", b="broken\n", c="full\n")
    (tmp_path / "marks").mkdir()
    ours, theirs = socket.socketpair()
    connection, messages, ignored = Connection(ours.detach()), [], []

    def ask():
        connection.send(Work(reference_to(paragen.load(english_model)), Capitals(str(tmp_path / "marks"))))
        for part in find_parts([folder]):
            connection.send((part, str(tmp_path / part.name)))
            while isinstance(message := connection.recv(), int):
                messages.append(message)
            messages.append(message)
        ignored.append(signal.getsignal(signal.SIGINT))
        ignored.extend(thread.daemon for thread in threading.enumerate() if thread not in before)
        connection.close()

    before = threading.enumerate()
    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    with pytest.raises(SystemExit) as ended:
        worker.main(theirs.detach())
    asking.join()
    assert ended.value.code == 128 + signal.SIGTERM and ignored == [signal.SIG_IGN, True, True]
    assert signal.getsignal(signal.SIGTERM) is worker._exit
    outcomes = [message for message in messages if not isinstance(message, int)]
    assert sum(message for message in messages if isinstance(message, int)) == 4 + 7 + 5
    assert [(one.part.name, one.counts, one.is_broken) for one in outcomes] == [
        ("a.txt", {"sentences": 1}, False), ("b.txt", {}, True), ("c.txt", {}, False),
    ]  # fmt: skip
    assert [str(one.error) for one in outcomes[1:]] == [
        f"{folder}/b.txt:1: found a broken line, expected another.", "[Errno 28] No space left on device: 'c.txt'",
    ]  # fmt: skip
    assert (tmp_path / "a.txt").read_text() == "ONE\n" and not (tmp_path / "b.txt").exists()


def test_a_worker_that_nobody_asks_ends(handlers):
    ours, theirs = socket.socketpair()
    ours.close()
    assert worker.main(theirs.detach()) is None
