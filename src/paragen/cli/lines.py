"""Lines of a byte stream as they arrive, with their numbers and ends."""

from __future__ import annotations

import select
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

from paragen.base.errors import FormatError
from paragen.base.unpacked import compression

_BLOCK = 1 << 16
_REMEDY = "Mend it, or choose --errors replace, --errors ignore or --errors surrogateescape (bytes stay as they are)."
# How files begin that people give by mistake.
_WRONG_FILES = {
    b"\x28\xb5\x2f\xfd": "Is this a Zstandard file? Unpack it: `zstdcat FILE | paragen decode`.",
    b"\xff\xfe": "Is this UTF-16? Convert it: `iconv -f UTF-16 -t UTF-8 FILE | paragen decode`.",
    b"\xfe\xff": "Is this UTF-16? Convert it: `iconv -f UTF-16 -t UTF-8 FILE | paragen decode`.",
}


class Line(NamedTuple):
    """A line without its end; ``number`` counts from 1; ``end`` is what ended it, "" for a last line without end."""

    number: int
    text: str
    end: str


def batches(stream: BinaryIO, name: str, errors: str = "strict") -> Iterator[list[Line]]:
    """Give the lines of ``stream`` as they arrive: all that one read completed, then all of the next.

    Raises
    ------
    FormatError : a line that is not UTF-8, after the lines before it were given.
    """
    number = 1
    rest: list[bytes] = []
    while block := _read(stream):
        first, newline, others = block.partition(b"\n")
        rest.append(first)
        if not newline:
            continue
        lines = [b"".join(rest), *others.split(b"\n")]
        rest = [lines.pop()]
        yield from _decoded(lines, number, name, errors, b"\n")
        number += len(lines)
    last = b"".join(rest)
    if last:
        yield from _decoded([last], number, name, errors, b"")


def _read(stream: BinaryIO) -> bytes:
    """Return what is there, waiting for at least a byte; nothing at the end."""
    read: Any = getattr(stream, "read1", stream.read)
    return read(_BLOCK)  # type: ignore[no-any-return]


def _decoded(lines: list[bytes], number: int, name: str, errors: str, newline: bytes) -> Iterator[list[Line]]:
    found: list[Line] = []
    for line in lines:
        end = newline
        if newline and line.endswith(b"\r"):
            line, end = line[:-1], b"\r\n"
        try:
            found.append(Line(number, line.decode("utf-8", errors), end.decode()))
        except UnicodeDecodeError as error:
            yield found
            remedy = _remedy(line) if number == 1 else _REMEDY
            raise FormatError(
                f"{name}:{number}", f"broken UTF-8 (byte 0x{line[error.start]:02x} at {error.start})", "UTF-8", remedy
            ) from None
        number += 1
    yield found


def _remedy(first: bytes) -> str:
    if kind := compression(first):
        return f"Is this a {kind} file? Unpack it: `{kind} -dc FILE | paragen decode`."
    return next((hint for mark, hint in _WRONG_FILES.items() if first.startswith(mark)), _REMEDY)


def more_waits(stream: BinaryIO) -> bool:
    """Tell whether reading would return at once; a stream that cannot tell is taken for a file, which does."""
    try:
        return bool(select.select([stream], [], [], 0)[0])
    except (OSError, ValueError, AttributeError, TypeError):
        return True
