"""Reads text files line by line, plain or gzip, checked: what is no text in UTF-8 is an error that names the line."""

from __future__ import annotations

import gzip
import io
import os
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, TypeVar

from paragen.base.errors import FormatError
from paragen.base.gzip_errors import whole_gzip
from paragen.base.wrong_files import refuse_wrong_file

_TEXT = "plain text in UTF-8, a sentence a line (plain or gzip)"
_BATCH = 1000
_HEAD = 1 << 12
_MAX_EMPTY = 10_000_000  # lines together; gigabytes of them are a few bytes of gzip, and keep any reader busy
_MARK = b"\xef\xbb\xbf"
_Read = TypeVar("_Read")
_UNTIDY = (b"\t", b"\r", b"\v", b"\f", b"  ", b" \n", b"\n ")


def numbered_lines(path: str | os.PathLike[str], expected: str = _TEXT) -> Iterator[tuple[int, str]]:
    r"""Yield the number, from 1, and the text of each line as it stands, without its end (``\n`` or ``\r\n``).

    Parameters
    ----------
    path : a text file, plain or gzip.
    expected : what the file should be, for messages.

    Raises
    ------
    FormatError : it is something else, or damaged, or a line is not UTF-8 or holds NUL.
    """
    with Lines(path, expected, tidy=False) as lines:
        while batch := lines.take(_BATCH):
            first = lines.number - len(batch) + 1
            yield from ((number, line.removesuffix("\r")) for number, line in enumerate(batch, first))


class Lines:
    """The lines of a text file, plain or gzip, some at a time; white space as single spaces between tokens if ``tidy``.

    Attributes
    ----------
    path : its name.
    number : of the last line taken, from 1.
    head : its first bytes, unpacked.
    """

    def __init__(self, path: str | os.PathLike[str], expected: str = _TEXT, tidy: bool = True) -> None:
        self.path, self.number, self._expected, self._tidy = os.fspath(path), 0, expected, tidy
        self._empty = 0  # lines, since the last that was not
        if os.path.isdir(self.path):
            raise FormatError(self.path, "a directory", expected, "Give the file in it.")
        self.head = b""
        self._file = open(self.path, "rb")  # noqa: SIM115
        try:
            self._stream = self._open()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Lines:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _open(self) -> io.BufferedReader[Any]:
        stream: io.BufferedReader[Any] = self._file
        if self._file.peek(_HEAD).startswith(b"\x1f\x8b"):
            stream = io.BufferedReader(gzip.GzipFile(fileobj=self._file), 1 << 20)
        head = self._guarded(lambda: stream.peek(_HEAD))[:_HEAD]
        refuse_wrong_file(self.path, head, self._expected, text=True)
        if b"\0" in head:  # before all of a file without lines goes into memory
            raise self._broken(1 + head[: head.index(b"\0")].count(b"\n"), "NUL")
        if head.startswith(_MARK):
            stream.read(len(_MARK))
        self.head = head.removeprefix(_MARK)
        return stream

    def take(self, count: int) -> list[str]:
        """Return the next lines, at most ``count``."""
        data = b"".join(self._guarded(lambda: list(islice(self._stream, count))))
        if not data:
            return []
        self._empty = self._empty + data.count(b"\n") if data[:1].isspace() and not data.strip() else 0
        if self._empty > _MAX_EMPTY:
            found = f"{self._empty} empty lines together"
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

    def skip(self) -> None:
        """Count the lines that are left."""
        self.number += self._guarded(lambda: sum(1 for _ in self._stream))

    def _broken(self, line: int, found: str) -> FormatError:
        return FormatError(f"{self.path}:{line}", found, "UTF-8 text", "Convert it with iconv.")

    def _guarded(self, read: Callable[[], _Read]) -> _Read:
        with whole_gzip(self.path, lambda: self.number):
            return read()
