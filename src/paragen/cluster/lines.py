"""Part files of lines: opened, plain or compressed, by their names."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast

from paragen.base.errors import FormatError
from paragen.base.unpacked import PIECE, Unpacked
from paragen.base.wrong_files import refuse_wrong_file
from paragen.cluster.parts import Part
from paragen.cluster.work import Report

_EXPECTED = "UTF-8 text, plain or compressed, as the name of the file says"


@contextmanager
def opened_lines(part: Part, report: Report) -> Iterator[BinaryIO]:
    """Open a part for reading, decompressed; ``report`` is told what was read of the file itself.

    Raises
    ------
    FormatError : it is something else, or damaged, which may show only while reading.
    """
    with io.FileIO(part.path) as file:
        unpacked = _Reported(part.path, cast(BinaryIO, file), report)
        refuse_wrong_file(part.path, unpacked.head, _EXPECTED, (), unpacked.compression)
        if unpacked.compression != part.packed:
            found = f"{unpacked.compression or 'no'} compression"
            raise FormatError(part.path, found, f"{part.packed or 'none'}, by its name", "Rename the file.")
        yield cast(BinaryIO, io.BufferedReader(unpacked, PIECE))


class _Reported(Unpacked):
    def __init__(self, name: str, packed: BinaryIO, report: Report) -> None:
        self._report = report
        super().__init__(name, packed)

    def _take(self) -> bytes:
        before = self.taken
        piece = super()._take()
        self._report(self.taken - before)
        return piece
