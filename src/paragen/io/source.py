"""Text as it arrives: standard input, or files named on the command line, plain or compressed, line by line."""

from __future__ import annotations

import io
import select
import sys
from collections.abc import Generator, Iterator, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from paragen.base.compression import Unpacked
from paragen.base.errors import FormatError, ParagenError
from paragen.base.input_files import BEGINNINGS, refuse_wrong_file
from paragen.base.settings import size_shown
from paragen.io.lines import Batch, Form, Line, Reader
from paragen.io.notices import STANDARD_INPUT, notice

if TYPE_CHECKING:
    from paragen.io.notices import Pace

MAX_LINE = 1 << 20
"""Bytes of the longest line, or row of a table, unless the user says otherwise: hundreds of pages."""
_BLOCK = 1 << 16
_REMEDY = "Fix it, or choose --errors replace, --errors ignore or --errors surrogateescape (bytes stay as they are)."


class Input:
    """One input, opened when its first bytes are asked for.

    Parameters
    ----------
    path : the file, or "-" for standard input; whatever its name, it may be compressed.
    expected : what it should hold, for the error about a file that is known to hold something else; "": anything.

    Attributes
    ----------
    name : its name in errors.
    file : to be closed in the end; None for standard input, and before it is opened.
    """

    def __init__(self, path: str, expected: str = "") -> None:
        self.path, self.name = path, "standard input" if path == STANDARD_INPUT else path
        self._expected = expected
        self.file: io.FileIO | None = None
        self._stream: Unpacked | None = None

    @property
    def stream(self) -> Unpacked:
        """Its bytes, unpacked, as they arrive.

        Raises
        ------
        OSError : it cannot be opened.
        FormatError : its first bytes are those of another kind of file.
        """
        if self._stream is None:
            if self.path == STANDARD_INPUT:
                source: Any = sys.stdin.buffer if sys.stdin else open(0, "rb")  # noqa: SIM115 - closed: an OSError that says so
                if source.isatty():
                    notice("reading sentences from the terminal, one a line; end with Ctrl-D.")
            else:
                source = self.file = io.FileIO(self.path)
            self._stream = Unpacked(self.name, source, live=True)
            if self._expected and self._stream.head.startswith(BEGINNINGS):
                refuse_wrong_file(self.name, self._stream.head, self._expected)
        return self._stream

    def on_disk(self, size: int) -> float:
        """Return an estimate of the bytes on disk for that many bytes of text."""
        return size * self.stream.taken / max(self.stream.given, 1)

    @property
    def more_waits(self) -> bool:
        """Whether reading would not block; a stream that cannot tell is taken for a file, which does not."""
        if self.stream.waiting:
            return True
        try:
            return bool(select.select([self.stream], [], [], 0)[0])
        except (OSError, ValueError, AttributeError, TypeError):
            return True


class Task(NamedTuple):
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


class PlainLines:
    """Text with one sentence per line.

    Parameters
    ----------
    longest : bytes of the longest line; None: as usual.
    """

    def __init__(self, longest: int | None = None) -> None:
        self._longest = longest or MAX_LINE

    def batches(self, given: Input, errors: str, before: int) -> Iterator[Batch]:
        """Yield the lines as they arrive."""
        return map(Batch, arriving_lines(given, given.name, errors, before, longest=self._longest))


class Source(NamedTuple):
    """The inputs of a verb, one after the other.

    Parameters
    ----------
    forms : by name of a file, or "-" for standard input, in order: what reads it.
    errors : how to handle bytes that are not UTF-8, as in `bytes.decode`.
    joined : whether they are answered together: lines are numbered through, and the last line of an input is ended for the next.
    """

    forms: Sequence[tuple[str, Form]]
    errors: str = "strict"
    joined: bool = True

    def records(self, reader: Reader, chunk: int, headed: bool, pace: Pace | None) -> Generator[Task]:
        """Yield the records of the inputs as they arrive, at most ``chunk`` together; an error ends them.

        Parameters
        ----------
        reader : turns lines into records.
        headed : whether to write the text before the sentences of an input, too.
        pace : shows how far the work is; None: nothing is shown.

        Raises
        ------
        OSError : an input cannot be read.
        FormatError : an input cannot be understood, after all that comes before was yielded.
        """
        shown = None
        for given, (lines, before) in self._batches():
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
                yield Task(given, records, heading, begin + chunk >= len(lines))
                if failure is not None:
                    raise failure
                if pace is not None:
                    pace.done(given.on_disk(sum(line.size for line in taken)), len(taken))
                heading = b""
        reader.finish()

    def _batches(self) -> Iterator[tuple[Input, Batch]]:
        """Yield each input with its sentences as they arrive."""
        before = 0
        for number, (path, form) in enumerate(self.forms, 1):
            given = Input(path, "text in UTF-8, plain or compressed" if self.errors == "strict" else "")
            before = before if self.joined else 0
            try:
                for batch in form.batches(given, self.errors, before):
                    lines = batch.lines
                    if lines and self.joined and number < len(self.forms) and not lines[-1].end:
                        lines[-1] = lines[-1]._replace(end=(lines[-2].end if len(lines) > 1 else "") or "\n")
                    before += len(lines)
                    yield given, batch
            finally:
                if given.file is not None:
                    given.file.close()


def arriving_lines(
    given: Input | BinaryIO, name: str, errors: str = "strict", before: int = 0, row: int = 1, longest: int = MAX_LINE
) -> Iterator[list[Line]]:
    """Yield lines as they arrive: all that one read completed, then those of the next.

    Parameters
    ----------
    given : an input, or a stream that is read from its current position.
    name : its name in errors.
    errors : how to handle bytes that are not UTF-8, as in `bytes.decode`.
    before : how many lines the inputs before this one had, if they are numbered together.
    row : the number of the first line in its input.
    longest : bytes of the longest line; little more of a longer one is read.

    Raises
    ------
    FormatError : a line that is not UTF-8, or too long, after the lines before it were yielded.
    """
    stream: Any = given.stream if isinstance(given, Input) else given
    read = getattr(stream, "read1", stream.read)  # what is available, at least a byte
    size, pieces = 0, list[bytes]()  # of a line that has not ended
    while True:
        block: bytes = read(_BLOCK)
        first, newline, others = block.partition(b"\n")
        pieces.append(first)
        size += len(first)
        if size > longest:
            raise too_long(f"{name}:{row}", longest)
        if block and not newline:
            continue
        lines = [b"".join(pieces), *(others.split(b"\n") if newline else [])]
        pieces = [lines.pop()] if newline else []
        size = sum(map(len, pieces))
        found: list[Line] = []
        for line in lines:
            if not (line or newline):
                break
            if len(line) > longest:
                yield found
                raise too_long(f"{name}:{row}", longest)
            end = newline.decode()
            if newline and line.endswith(b"\r"):
                line, end = line[:-1], "\r\n"
            try:
                found.append(Line(before + row, line.decode("utf-8", errors), end, name, row))
            except UnicodeDecodeError as error:
                yield found
                found_there = f"broken UTF-8 (byte 0x{line[error.start]:02x} at {error.start})"
                raise FormatError(f"{name}:{row}", found_there, "UTF-8", _REMEDY) from None
            row += 1
        if found or newline:
            yield found
        if not block:
            return
        if size > longest:
            raise too_long(f"{name}:{row}", longest)


def too_long(where: str, longest: int, what: str = "line", remedy: str = "") -> FormatError:
    """Return the error for a line, or something else, of more than ``longest`` bytes."""
    remedy = remedy or "Is this text, a sentence or a record a line? If so, allow more with --max-line."
    return FormatError(where, f"a {what} of more than {size_shown(longest)}", "a shorter one", remedy)
