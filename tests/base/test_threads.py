"""Work on several threads: in order, and ended early where nobody waits for it any more."""

from __future__ import annotations

import threading

import pytest

from paragen.base.errors import ParagenError
from paragen.base.threads import Workers, pause, run


def test_leaving_ends_the_work_at_hand():
    begun = threading.Semaphore(0)

    def work(chunk):
        begun.release()
        while True:
            pause()

    with pytest.raises(KeyboardInterrupt), Workers(work, 2) as workers:
        for number in range(4):
            workers.submit([number])
        begun.acquire()
        begun.acquire()
        raise KeyboardInterrupt
    assert not begun.acquire(blocking=False)  # what had not begun never does
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("paragen")]


def test_an_error_ends_the_work_that_comes_after_it():
    behind = threading.Event()

    def work(chunk):
        if chunk[0] == 1:
            behind.wait()
            raise ParagenError("one")
        while chunk[0] > 1:
            behind.set()
            pause()
        return chunk

    found = run(work, range(3), threads=2, chunk=1)
    assert next(found) == 0
    with pytest.raises(ParagenError, match="one"):
        next(found)


def test_work_that_is_done_is_left_alone():
    assert list(run(lambda chunk: [number * 2 for number in chunk], range(1000), threads=3, chunk=7)) == list(range(0, 2000, 2))
