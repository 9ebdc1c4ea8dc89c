"""Opens text, plain or compressed; a damaged file or one of another kind is an error that names it."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Self, cast

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.unpacked import PIECE, Unpacked
from paragen.base.wrong_files import refuse_wrong_file

_MARK = b"\xef\xbb\xbf"  # a byte order mark is not part of the text


class OpenedFile:
    """A text file or table, plain or compressed whatever its name, open until the ``with`` block ends.

    Parameters
    ----------
    source : the file, which is read once and so may be a pipe; or a binary stream, which stays open.
    expected : what it should be, for messages.
    takes : the magic bytes of files that are accepted though they are not text.

    Attributes
    ----------
    path : its name.
    head : its first bytes, decompressed, without a byte order mark.

    Raises
    ------
    FormatError : it is known to be something else, or damaged.
    """

    def __init__(self, source: StrPath | BinaryIO, expected: str, takes: tuple[bytes, ...] = ()) -> None:
        self._expected = expected
        self._opened: io.FileIO | None = None
        if hasattr(source, "read"):
            self.path = str(getattr(source, "name", "the stream"))
            file = cast(BinaryIO, source)
        else:
            self.path = os.fspath(source)
            if os.path.isdir(self.path):
                raise FormatError(self.path, "a directory", expected, "Give the file in it.")
            file = self._opened = io.FileIO(self.path)
        try:
            self._unpacked = Unpacked(self.path, file)
            refuse_wrong_file(self.path, self._unpacked.head, expected, takes, self._unpacked.compression)
            self._stream: io.BufferedReader[Any] = io.BufferedReader(self._unpacked, PIECE)
            self.head = self._unpacked.head.removeprefix(_MARK)
            if self._unpacked.head.startswith(_MARK):
                self._stream.read(len(_MARK))
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._opened:
            self._opened.close()

    def fileno(self) -> int:
        """Return the descriptor of the file on disk."""
        return cast(io.FileIO, self._opened).fileno()

    def read(self) -> bytes:
        """Return the rest."""
        return self._stream.read()

    def pieces(self, progress: Callable[[int], object] | None = None) -> Iterator[bytes]:
        """Yield the rest in pieces of bounded size.

        Parameters
        ----------
        progress : called with the number of bytes read from disk since the last call.
        """
        done = 0
        while piece := self._stream.read(PIECE):
            yield piece
            if progress:
                progress(self._unpacked.taken - done)
                done = self._unpacked.taken


def read_head(path: StrPath, expected: str, takes: tuple[bytes, ...] = ()) -> bytes:
    """Return the first bytes of a file, decompressed; see `OpenedFile`."""
    with OpenedFile(path, expected, takes) as file:
        return file.head
