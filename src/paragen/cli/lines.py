"""Lines of a byte stream as they arrive, with their numbers and ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, cast

from paragen.base.errors import FormatError

if TYPE_CHECKING:
    from paragen.cli.frames import Frame
    from paragen.cli.inputs import Input

_BLOCK = 1 << 16
_REMEDY = "Mend it, or choose --errors replace, --errors ignore or --errors surrogateescape (bytes stay as they are)."


class Line(NamedTuple):
    """A line without its end.

    Parameters
    ----------
    number : counts from 1, over all inputs that are answered together.
    text : without its end.
    end : what ended it, "" for a last line without end.
    name, row : the input that has it, and which line of that it is, from 1.
    frame : what stands around it, where it is only a part of a line; ``end`` follows after that.
    """

    number: int
    text: str
    end: str
    name: str
    row: int
    frame: Frame | None = None

    @property
    def size(self) -> int:
        """How many bytes it has in its input."""
        parts = (self.frame.before, self.text, self.frame.after, self.end) if self.frame else (self.text, self.end)
        return sum(len(part.encode("utf-8", "surrogatepass")) for part in parts)

    @property
    def where(self) -> str:
        """What errors call it."""
        return f"{self.name}:{self.row}"


class PlainLines:
    """A sentence a line."""

    def lines(self, given: Input, errors: str, before: int) -> Iterator[list[Line]]:
        """Give the lines as they arrive."""
        return batches(cast(BinaryIO, given.stream), given.name, errors, before)

    def heading(self) -> str:
        """Return nothing: there is none."""
        return ""


def batches(stream: BinaryIO, name: str, errors: str = "strict", before: int = 0, row: int = 1) -> Iterator[list[Line]]:
    """Give the lines of ``stream`` as they arrive: all that one read completed, then all of the next.

    Parameters
    ----------
    stream : is read from its current position.
    name : what errors call it.
    errors : what to do with bytes that are no UTF-8, as `bytes.decode` has it.
    before : how many lines inputs before this one had, which are answered together with it.
    row : which line of its input the first one is.

    Raises
    ------
    FormatError : a line that is not UTF-8, after the lines before it were given.
    """
    number = row
    rest: list[bytes] = []
    while block := _read(stream):
        first, newline, others = block.partition(b"\n")
        rest.append(first)
        if not newline:
            continue
        lines = [b"".join(rest), *others.split(b"\n")]
        rest = [lines.pop()]
        yield from _decoded(lines, number, name, errors, b"\n", before)
        number += len(lines)
    last = b"".join(rest)
    if last:
        yield from _decoded([last], number, name, errors, b"", before)


def _read(stream: BinaryIO) -> bytes:
    """Return what is there, waiting for at least a byte; nothing at the end."""
    read: Any = getattr(stream, "read1", stream.read)
    return read(_BLOCK)  # type: ignore[no-any-return]


def _decoded(
    lines: list[bytes], number: int, name: str, errors: str, newline: bytes, before: int
) -> Iterator[list[Line]]:
    found: list[Line] = []
    for line in lines:
        end = newline
        if newline and line.endswith(b"\r"):
            line, end = line[:-1], b"\r\n"
        try:
            found.append(Line(before + number, line.decode("utf-8", errors), end.decode(), name, number))
        except UnicodeDecodeError as error:
            yield found
            found_there = f"broken UTF-8 (byte 0x{line[error.start]:02x} at {error.start})"
            raise FormatError(f"{name}:{number}", found_there, "UTF-8", _REMEDY) from None
        number += 1
    yield found
