"""Answers the sentences of some inputs in order: reads ahead, on one thread or several, and writes what is ready."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from paragen.base.errors import ParagenError

if TYPE_CHECKING:
    from paragen.io.pace import Pace
    from paragen.io.sink import Sink
    from paragen.io.source import Input, Line, Source

CHUNK = 8
"""Lines answered and written together."""
Work = Callable[[Sequence[Any]], Any]
"""Returns the output for some records in pieces, on any thread; an iterator is consumed while writing."""


class Reader(Protocol):
    """Turns lines into records."""

    def read(self, line: Line) -> Any:
        """Return the record of a line; raise ParagenError for one that cannot be read."""

    def finish(self) -> None:
        """Raise ParagenError if there should have been more lines."""


class _Task(NamedTuple):
    """Records of an input that are answered together.

    Parameters
    ----------
    heading : written before the answers.
    last : whether they are the last of those that have arrived.
    """

    given: Input
    records: list[Any]
    heading: bytes
    last: bool


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
    # Sentences leave no reference cycles: frequent collections cost a tenth of the time of an n-best list.
    gc.set_threshold(100_000)
    with sink as written, shown or nullcontext() as pace, closing(_tasks(source, reader, chunk, headed, pace)) as tasks:
        if threads != 1 and (count := _thread_count(threads)) > 1:
            _answer_on_threads(tasks, work, count, written)
            return
        for task in tasks:
            if task.records or task.heading:
                written.write(task.given, chain([task.heading], work(task.records)))


def _thread_count(threads: int) -> int:
    from paragen.base.threads import thread_count

    return thread_count(threads)


def _tasks(source: Source, reader: Reader, chunk: int, headed: bool, pace: Pace | None) -> Generator[_Task]:
    """Yield records as they arrive; an error ends them."""
    shown = None
    for given, (lines, before) in source.batches():
        if pace is not None and given is not shown:
            pace.begin(given.name)
            shown = given
        heading = before.encode("utf-8", "surrogateescape") if headed else b""
        for begin in range(0, max(len(lines), 1), chunk):
            taken, records, failure = lines[begin : begin + chunk], list[Any](), None
            try:
                for line in taken:
                    records.append(reader.read(line))  # one by one, to keep those before an error
            except ParagenError as error:
                failure = error
            yield _Task(given, records, heading, begin + chunk >= len(lines))
            if failure is not None:
                raise failure
            if pace is not None:
                pace.done(given.on_disk(sum(line.size for line in taken)), len(taken))
            heading = b""
    reader.finish()


def _answer_on_threads(tasks: Iterator[_Task], work: Work, threads: int, written: Sink) -> None:
    """Answer records on several threads, and write the answers in order, as soon as they are ready."""
    from paragen.base.threads import Workers

    waiting: deque[_Task] = deque()
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
