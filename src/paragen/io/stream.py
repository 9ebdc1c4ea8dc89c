"""Answers the sentences of some inputs in order: reads ahead, on one thread or several, and writes what is ready."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from itertools import chain
from typing import TYPE_CHECKING, Any

from paragen.base.errors import ParagenError

if TYPE_CHECKING:
    from paragen.io.lines import Reader
    from paragen.io.notices import Pace
    from paragen.io.sink import Sink
    from paragen.io.source import Source, Task

CHUNK = 8
"""Lines answered and written together."""
Work = Callable[[Sequence[Any]], Any]
"""Returns the output for some records in pieces, on any thread; an iterator is consumed while writing."""


def answer(
    source: Source,
    reader: Reader,
    work: Work,
    sink: AbstractContextManager[Sink],
    *,
    threads: int = 1,
    chunk: int = CHUNK,
    headed: bool = False,
    shown: AbstractContextManager[Pace | None] | None = None,
) -> None:
    """Answer the sentences of some inputs, one input after another.

    Parameters
    ----------
    source : the inputs.
    reader : turns lines into records.
    work : turns records into answers.
    sink : where answers go, opened here.
    threads : how many; 0: one for each processor.
    chunk : how many lines are answered together.
    headed : whether to write the text before the sentences of an input, too.
    shown : shows the progress; None: nothing is shown.

    Raises
    ------
    ParagenError, OSError : an input cannot be read on; whatever comes before is answered and written first.
    """
    with sink as written, shown or nullcontext() as pace, closing(source.records(reader, chunk, headed, pace)) as tasks:
        if threads != 1 and (count := _thread_count(threads)) > 1:
            _answer_on_threads(tasks, work, count, written)
            return
        for task in tasks:
            if task.records or task.heading:
                written.write(task.given, chain([task.heading], work(task.records)))


def _thread_count(threads: int) -> int:
    from paragen.base.threads import thread_count

    return thread_count(threads)


def _answer_on_threads(tasks: Iterator[Task], work: Work, threads: int, written: Sink) -> None:
    """Answer records on several threads, and write the answers in order, as soon as they are ready."""
    from paragen.base.threads import Workers

    waiting: deque[Task] = deque()
    failure: Exception | None = None
    with Workers(work, threads) as workers:

        def write_oldest() -> None:
            task = waiting.popleft()
            written.write(task.given, chain([task.heading], workers.next()))

        while True:
            try:
                task = next(tasks)
            except StopIteration:
                break
            except (ParagenError, OSError) as error:
                failure = error
                break
            if task.records or task.heading:
                waiting.append(task)
                workers.submit(task.records)
            idle = task.last and not task.given.more_waits
            while workers.pending and (idle or workers.full or workers.ready):
                write_oldest()
        while workers.pending:
            write_oldest()
    if failure is not None:
        raise failure
