"""Reads text files line by line, plain or compressed; anything but UTF-8 text is an error that names the line."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import BinaryIO

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.opened import OpenedFile
from paragen.base.sizes import size_shown

_TEXT = "plain text in UTF-8, one sentence per line (plain or compressed)"
MAX_LINE = 1 << 24
"""Bytes of the longest line: the records of a dictionary may be long."""
_MAX_TEXT = 1 << 28  # of what is not read line by line
_BATCH = 1000
_FULL = 1 << 24  # bytes of a batch
_MAX_EMPTY = 10_000_000  # in a row; gigabytes of empty lines compress to a few bytes, and would keep any reader busy
_IS_IT = "Is this the right file?"
_UNTIDY = (b"\t", b"\r", b"\v", b"\f", b"  ", b" \n", b"\n ")


def numbered_lines(path: StrPath, expected: str = _TEXT) -> Iterator[tuple[int, str]]:
    r"""Yield the number, from 1, and the text of each line, verbatim without its end (``\n`` or ``\r\n``).

    Parameters
    ----------
    path : a text file, plain or compressed.
    expected : what the file should be, for messages.

    Raises
    ------
    FormatError : it is something else, or damaged, or a line is not UTF-8, contains NUL or is longer than `MAX_LINE`.
    """
    yield from _numbered(path, expected, MAX_LINE)


def _numbered(path: StrPath, expected: str, longest: int) -> Iterator[tuple[int, str]]:
    with Lines(path, expected, tidy=False, longest=longest) as lines:
        while batch := lines.take(_BATCH, _FULL):
            first = lines.number - len(batch) + 1
            yield from ((number, line.removesuffix("\r")) for number, line in enumerate(batch, first))


def whole_text(path: StrPath, expected: str = _TEXT) -> str:
    """Return the lines of a file as one text, for formats that are not read line by line; see :func:`numbered_lines`.

    Raises
    ------
    FormatError : as there, or it is larger than 256 MiB.
    """
    parts, size = [], 0
    for _, line in _numbered(path, expected, _MAX_TEXT):
        size += len(line) + 1
        if size > _MAX_TEXT:
            raise FormatError(os.fspath(path), f"more than {size_shown(_MAX_TEXT)} of text", expected, _IS_IT)
        parts.append(line)
    return "\n".join(parts)


def whole_lines(stream: BinaryIO, path: str, expected: str, longest: int = MAX_LINE) -> Iterator[bytes]:
    """Yield the lines of a stream with their ends.

    Raises
    ------
    FormatError : one is longer than ``longest`` bytes; little more of it is read.
    """
    for number, line in enumerate(iter(partial(stream.readline, longest + 1), b""), 1):
        if len(line) > longest and not line.endswith(b"\n"):
            raise FormatError(f"{path}:{number}", f"a line of more than {size_shown(longest)}", expected, _IS_IT)
        yield line


class Lines(OpenedFile):
    """The lines of a text file, plain or compressed, in batches; with ``tidy``, runs of white space become single spaces.

    Attributes
    ----------
    number : of the last line taken, from 1.
    """

    def __init__(self, path: StrPath, expected: str = _TEXT, tidy: bool = True, longest: int = MAX_LINE) -> None:
        super().__init__(path, expected)
        self._whole = whole_lines(self._stream, self.path, expected, longest)
        self._tidy, self.number = tidy, 0
        self._empty = 0  # empty lines since the last non-empty one
        if b"\0" in self.head:  # checked here, before a file without line ends is read into memory whole
            self.__exit__()
            raise self._broken(1 + self.head[: self.head.index(b"\0")].count(b"\n"), "NUL")

    def take(self, count: int, size: int | None = None) -> list[str]:
        """Return the next lines, at most ``count``, or fewer as soon as they have ``size`` bytes.

        Raises
        ------
        FormatError : a line is too long, is not UTF-8 or contains NUL, or there are empty lines without end.
        """
        data = b"".join(islice(self._whole, count) if size is None else self._within(count, size))
        if not data:
            return []
        self._empty = self._empty + data.count(b"\n") if data[:1].isspace() and not data.strip() else 0
        if self._empty > _MAX_EMPTY:
            found = f"{self._empty} empty lines in a row"
            raise FormatError(f"{self.path}:{self.number + 1}", found, self._expected, "Is it damaged?")
        if data.endswith(b"\n"):
            data = data[:-1]
        if b"\0" in data:
            raise self._broken(self.number + 1 + data[: data.index(b"\0")].count(b"\n"), "NUL")
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            line = self.number + 1 + data[: error.start].count(b"\n")
            column = error.start - (data.rfind(b"\n", 0, error.start) + 1)
            raise self._broken(line, f"broken UTF-8 (byte 0x{data[error.start]:02x} at {column})") from None
        if self._tidy and (data[:1] == b" " or data[-1:] == b" " or any(white in data for white in _UNTIDY)):
            text = b"\n".join(b" ".join(line.split()) for line in data.split(b"\n")).decode()
        lines = text.split("\n")
        self.number += len(lines)
        return lines

    def _within(self, count: int, size: int) -> Iterator[bytes]:
        """Yield lines with their ends, as long as those before them have fewer than ``size`` bytes."""
        for line in islice(self._whole, count):
            yield line
            size -= len(line)
            if size <= 0:
                return

    def skip(self) -> None:
        """Skip the remaining lines, but count them."""
        self.number += sum(1 for _ in self._whole)

    def _broken(self, line: int, found: str) -> FormatError:
        return FormatError(f"{self.path}:{line}", found, "UTF-8 text", "Convert it with iconv.")
