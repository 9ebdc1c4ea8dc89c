"""Verbs that answer standard input line for line: reading ahead, threads, order, errors."""

from __future__ import annotations

import gc
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, Protocol

from paragen.base.errors import ParagenError
from paragen.cli.console import notice, progress

if TYPE_CHECKING:
    from paragen.cli.lines import Line

CHUNK = 8
"""Lines answered and written together."""
Work = Callable[[Sequence[Any]], Any]
"""Makes of some records, on any thread, the pieces of what is to be written; an iterator of them is run while writing."""


class Reader(Protocol):
    """Makes records of lines."""

    def read(self, line: Line) -> Any:
        """Return the record of a line; raise ParagenError for one that cannot be read."""

    def finish(self) -> None:
        """Raise ParagenError if there should have been more lines."""


def encoded(text: str, form: str) -> bytes:
    """Return the bytes of an answer; those that were no UTF-8 come back as they were."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half a surrogate pair, which JSON can hold and UTF-8 cannot
        return text.encode("utf-8", "backslashreplace" if form == "jsonl" else "replace")


def _progress(source: BinaryIO, what: str) -> Any:
    """Show progress where the input is a file and the output goes elsewhere than to the terminal."""
    from contextlib import nullcontext

    try:
        status = os.fstat(source.fileno())
    except (OSError, ValueError, AttributeError):
        return nullcontext()
    if not stat.S_ISREG(status.st_mode) or sys.stdout.isatty():
        return nullcontext()
    return progress(status.st_size, what)


def answer(
    reader: Reader, work: Work, *, errors: str, threads: int, what: str, chunk: int = CHUNK, heading: bytes = b""
) -> None:
    """Answer the lines of standard input on standard output.

    Parameters
    ----------
    reader : makes records of lines.
    work : makes answers of records.
    errors : what to do with bytes that are no UTF-8.
    threads : how many; 0: one for each processor.
    what : what is done, for the progress bar.
    chunk : how many lines are answered together.
    heading : what is written before all.
    """
    source = sys.stdin.buffer if sys.stdin else open(0, "rb")  # noqa: SIM115 - closed: an OSError that says so
    if source.isatty():
        notice("reading sentences from the terminal, one a line; end with Ctrl-D.")
    # What a sentence leaves behind has no cycles: looking for some often costs an n-best list a tenth of its time.
    gc.set_threshold(100_000)
    with _progress(source, what) as report:
        _stream(_Input(source, reader, errors, chunk, report), work, threads, heading)


class _Input(NamedTuple):
    source: BinaryIO
    reader: Reader
    errors: str
    chunk: int
    report: Callable[[int], object] | None


def _stream(given: _Input, work: Work, threads: int, heading: bytes) -> None:
    """Answer what arrives and write it as soon as it is ready; before an error, all that came before it."""
    from paragen.base.threads import Workers, thread_count

    output = sys.stdout.buffer if sys.stdout else open(1, "wb")  # noqa: SIM115

    def write(found: Iterable[bytes]) -> None:
        for data in found:
            output.write(data)
        output.flush()

    output.write(heading)
    count = thread_count(threads)
    failure: list[ParagenError] = []
    chunks = _chunks(given, failure)
    if count == 1:
        for chunk, _ in chunks:
            if chunk:
                write(work(chunk))
    else:
        with Workers(work, count) as workers:
            for chunk, idle in chunks:
                if chunk:
                    workers.submit(chunk)
                while workers.pending and (idle or workers.full or workers.ready):
                    write(workers.next())
            while workers.pending:
                write(workers.next())
    if failure:
        raise failure[0]


def _chunks(given: _Input, failure: list[ParagenError]) -> Iterator[tuple[list[Any], bool]]:
    """Give records as they arrive, and whether the input keeps us waiting after them; an error ends them."""
    from paragen.cli.lines import batches, more_waits

    try:
        for batch in batches(given.source, "standard input", given.errors):
            lines = iter(batch)
            while taken := list(islice(lines, given.chunk)):
                yield _records(given.reader, taken, failure), False
                if failure:
                    return
                if given.report:
                    given.report(sum(len(line.text.encode("utf-8", "surrogatepass")) + len(line.end) for line in taken))
            if not more_waits(given.source):
                yield [], True
        given.reader.finish()
    except ParagenError as error:
        failure.append(error)


def _records(reader: Reader, lines: Sequence[Line], failure: list[ParagenError]) -> list[Any]:
    """Return the records of ``lines``, or of those before the first that cannot be read."""
    records: list[Any] = []
    try:
        for line in lines:
            records.append(reader.read(line))  # one by one: what came before an error counts
    except ParagenError as error:
        failure.append(error)
    return records
