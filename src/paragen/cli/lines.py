"""Lines of a byte stream as they arrive, with their numbers and ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, cast

from paragen.base.errors import FormatError
from paragen.base.sizes import size_shown

if TYPE_CHECKING:
    from paragen.cli.frames import Frame
    from paragen.cli.inputs import Input

MAX_LINE = 1 << 20
"""Bytes of the longest line, or row of a table, unless the user says otherwise: hundreds of pages."""
_BLOCK = 1 << 16
_REMEDY = "Mend it, or choose --errors replace, --errors ignore or --errors surrogateescape (bytes stay as they are)."


class Line(NamedTuple):
    """A line without its end.

    Parameters
    ----------
    number : counts from 1, over all inputs that are answered together.
    text : without its end.
    end : its line end, "" for a last line without one.
    name, row : its input, and its number there, from 1.
    frame : the text around it, if it is only a part of a line; ``end`` follows that.
    """

    number: int
    text: str
    end: str
    name: str
    row: int
    frame: Frame | None = None

    @property
    def size(self) -> int:
        """Its size in its input, in bytes."""
        parts = (self.frame.before, self.text, self.frame.after, self.end) if self.frame else (self.text, self.end)
        return sum(len(part.encode("utf-8", "surrogatepass")) for part in parts)

    @property
    def where(self) -> str:
        """Its name in errors."""
        return f"{self.name}:{self.row}"


class PlainLines:
    """Text with one sentence per line.

    Parameters
    ----------
    longest : bytes of the longest line; None: as usual.
    """

    def __init__(self, longest: int | None = None) -> None:
        self._longest = longest or MAX_LINE

    def lines(self, given: Input, errors: str, before: int) -> Iterator[list[Line]]:
        """Yield the lines as they arrive."""
        return batches(cast(BinaryIO, given.stream), given.name, errors, before, longest=self._longest)

    def heading(self) -> str:
        """Return "": lines have no heading."""
        return ""


def batches(
    stream: BinaryIO, name: str, errors: str = "strict", before: int = 0, row: int = 1, longest: int = MAX_LINE
) -> Iterator[list[Line]]:
    """Yield the lines of ``stream`` as they arrive: all that one read completed, then those of the next.

    Parameters
    ----------
    stream : read from its current position.
    name : its name in errors.
    errors : how to handle bytes that are not UTF-8, as in `bytes.decode`.
    before : how many lines the inputs before this one had, if they are numbered together.
    row : the number of the first line in its input.
    longest : bytes of the longest line; little more of a longer one is read.

    Raises
    ------
    FormatError : a line that is not UTF-8, or too long, after the lines before it were yielded.
    """
    number, size = row, 0
    rest: list[bytes] = []
    while block := _read(stream):
        first, newline, others = block.partition(b"\n")
        rest.append(first)
        size += len(first)
        if size > longest:
            raise too_long(f"{name}:{number}", longest)
        if not newline:
            continue
        lines = [b"".join(rest), *others.split(b"\n")]
        rest = [lines.pop()]
        size = len(rest[0])
        whole = next((i for i, line in enumerate(lines) if len(line) > longest), len(lines)) if longest < _BLOCK else len(lines)
        yield from _decoded(lines[:whole], number, name, errors, b"\n", before)
        number += whole
        if whole < len(lines) or size > longest:
            raise too_long(f"{name}:{number}", longest)
    last = b"".join(rest)
    if last:
        yield from _decoded([last], number, name, errors, b"", before)


def too_long(where: str, longest: int, what: str = "line", remedy: str = "") -> FormatError:
    """Return the error for a line, or something else, of more than ``longest`` bytes."""
    remedy = remedy or "Is this text, a sentence or a record a line? If so, allow more with --max-line."
    return FormatError(where, f"a {what} of more than {size_shown(longest)}", "a shorter one", remedy)


def _read(stream: BinaryIO) -> bytes:
    """Return the bytes available, waiting for at least one; nothing at the end."""
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
