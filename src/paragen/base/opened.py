"""Opens text files, plain or gzip; another kind of file or a damaged one is an error that names it."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Callable, Iterator
from typing import Any, Self, TypeVar

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.wrong_files import GZIP, TABLE, refuse_wrong_file

_HEAD = 1 << 12
_PIECE = 1 << 20
_MARK = b"\xef\xbb\xbf"  # a byte order mark is no part of the text
_Read = TypeVar("_Read")


class OpenedFile:
    """A file of text or a table, plain or gzip whatever its name, open until the ``with`` block ends.

    Parameters
    ----------
    path : the file; it may be a pipe, as it is read once.
    expected : what it should be, for messages.

    Attributes
    ----------
    path : its name.
    head : its first bytes, unpacked, without a byte order mark.
    number : lines read so far, as far as they are counted, for messages.

    Raises
    ------
    FormatError : it is known to be something else, or damaged.
    """

    def __init__(self, path: StrPath, expected: str = TABLE) -> None:
        self.path, self.number, self._expected = os.fspath(path), 0, expected
        if os.path.isdir(self.path):
            raise FormatError(self.path, "a directory", expected, "Give the file in it.")
        self._file = open(self.path, "rb")  # noqa: SIM115
        try:
            self._stream: io.BufferedReader[Any] = self._file
            if self._file.peek(_HEAD).startswith(GZIP):
                self._stream = io.BufferedReader(gzip.GzipFile(fileobj=self._file), _PIECE)
            head = self._checked(lambda: self._stream.peek(_HEAD))[:_HEAD]
            refuse_wrong_file(self.path, head, expected)
            self.head = head.removeprefix(_MARK)
            if head.startswith(_MARK):
                self._stream.read(len(_MARK))
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def read(self) -> bytes:
        """Return all that is left."""
        return self._checked(self._stream.read)

    def pieces(self, progress: Callable[[int], object] | None = None) -> Iterator[bytes]:
        """Yield what is left, in pieces of bounded size.

        Parameters
        ----------
        progress : called with the number of bytes of the file, as it is on disk, read since the last call; not of a pipe.
        """
        done = 0
        while piece := self._checked(lambda: self._stream.read(_PIECE)):
            yield piece
            if self._stream is not self._file:
                self.number += piece.count(b"\n")
            if progress and self._file.seekable():
                progress(self._file.tell() - done)
                done = self._file.tell()

    def _checked(self, read: Callable[[], _Read]) -> _Read:
        """Return what ``read`` reads; raise FormatError for damaged gzip data."""
        try:
            return read()
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            found = f"a damaged gzip file ({error})" + (f" after {self.number} lines" if self.number else "")
            raise FormatError(self.path, found, "a whole one", "Fetch or compress it again.") from None


def read_head(path: StrPath, expected: str) -> bytes:
    """Return the first bytes of a file, unpacked; see `OpenedFile`."""
    with OpenedFile(path, expected) as file:
        return file.head
