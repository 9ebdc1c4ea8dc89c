"""Part files of lines: opened, plain or compressed, by their names."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, cast

from paragen.base.compression import PIECE, Unpacked
from paragen.base.errors import FormatError
from paragen.base.input_files import refuse_wrong_file
from paragen.cluster.parts import Part
from paragen.cluster.work import Report

_EXPECTED = "UTF-8 text, plain or compressed, as the name of the file says"


@contextmanager
def opened_lines(part: Part, report: Report) -> Iterator[BinaryIO]:
    """Open a part, or a section of one, for reading, decompressed; ``report`` is called with the bytes read from the file itself.

    Raises
    ------
    FormatError : it is of another kind, or damaged, which may show only while reading.
    """
    with _Section(part.path, part.begin, part.end) as file:
        if part.begin > 0:  # the first section checks the kind of file
            yield cast(BinaryIO, io.BufferedReader(_Counted(file, report), PIECE))
            return
        unpacked = _Reported(part.path, cast(BinaryIO, file), report)
        refuse_wrong_file(part.path, unpacked.head, _EXPECTED, (), unpacked.compression)
        if unpacked.compression != part.packed:
            found = f"{unpacked.compression or 'no'} compression"
            raise FormatError(part.path, found, f"{part.packed or 'none'}, by its name", "Rename the file.")
        yield cast(BinaryIO, io.BufferedReader(unpacked, PIECE))


class _Section(io.FileIO):
    """The bytes of a file from ``begin`` to ``end``, or to its end."""

    def __init__(self, path: str, begin: int, end: int | None) -> None:
        super().__init__(path)
        self._end = end
        self.seek(begin)

    def read(self, size: int | None = -1) -> bytes:
        """Return up to ``size`` bytes, all if it is negative."""
        if self._end is not None:
            left = max(0, self._end - self.tell())
            size = left if size is None or size < 0 else min(size, left)
        return super().read(size) or b""

    def readinto(self, buffer: Any) -> int:
        """Read bytes into a buffer; return how many."""
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


class _Counted(io.RawIOBase):
    """A file that reports the bytes read from it."""

    def __init__(self, file: io.FileIO, report: Report) -> None:
        self._file, self._report = file, report

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Read bytes into a buffer; return how many."""
        count = self._file.readinto(buffer)
        self._report(count)
        return count


class _Reported(Unpacked):
    def __init__(self, name: str, packed: BinaryIO, report: Report) -> None:
        self._report = report
        super().__init__(name, packed)

    def _take(self) -> bytes:
        before = self.taken
        piece = super()._take()
        self._report(self.taken - before)
        return piece
