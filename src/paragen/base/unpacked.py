"""Decompresses gzip, bzip2 and xz, recognised by their first bytes, from files and pipes, in bounded memory."""

from __future__ import annotations

import bz2
import io
import lzma
import zlib
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, BinaryIO

from paragen.base.errors import FormatError

PIECE = 1 << 17
HEAD = 1 << 12
_XZ_MEMORY = 1 << 28  # four times what xz -9 needs; an altered file may ask for any amount
_MAGIC = {b"\x1f\x8b": "gzip", b"BZh": "bzip2", b"\xfd7zXZ\0": "xz"}
_PARTS: dict[str, Callable[[], Any]] = {
    "gzip": lambda: zlib.decompressobj(wbits=31),
    "bzip2": bz2.BZ2Decompressor,
    "xz": lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY),
}


def compression(head: bytes) -> str:
    """Return how a file with this head is compressed, which also names the program that unpacks it; "" if it is not."""
    return next((kind for magic, kind in _MAGIC.items() if head.startswith(magic)), "")


class Unpacked(io.RawIOBase):
    """The contents of a file or stream, decompressed if need be; concatenated compressed parts make one text.

    Parameters
    ----------
    name : for messages.
    packed : is read from its current position, and stays open.

    Attributes
    ----------
    compression : see :func:`compression`.
    head : the first bytes, decompressed.
    taken : bytes of ``packed`` read so far.

    Raises
    ------
    FormatError : compressed data are damaged, which may show only while reading.
    """

    def __init__(self, name: str, packed: BinaryIO) -> None:
        self._name, self._file, self.taken = name, packed, 0
        first = b""
        while len(first) < HEAD and (more := self._take()):
            first += more
        self.compression = compression(first)
        packed_pieces = chain([first], iter(self._take, b""))
        self._pieces = self._unpacked(packed_pieces) if self.compression else packed_pieces
        self._ready = b""
        while len(self._ready) < HEAD and (more := next(self._pieces, b"")):
            self._ready += more
        self.head = self._ready[:HEAD]

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer, or part of it; return the number of bytes, 0 at the end."""
        text = self._ready or next(self._pieces, b"")
        size = min(len(text), len(buffer))
        buffer[:size] = text[:size]
        self._ready = text[size:]
        return size

    def _take(self) -> bytes:
        piece = self._file.read(PIECE)
        self.taken += len(piece)
        return piece

    def _unpacked(self, packed_pieces: Iterator[bytes]) -> Iterator[bytes]:
        part, lines = None, 0
        for packed in packed_pieces:
            while packed or part:
                if part is None:
                    packed = packed.lstrip(b"\0")  # padding after a part
                    part = _PARTS[self.compression]() if packed else None
                    continue
                try:
                    text = part.decompress(packed, PIECE)
                except (EOFError, OSError, ValueError, lzma.LZMAError, zlib.error) as error:
                    raise self._damaged(str(error), lines) from None
                packed = part.unused_data if part.eof else getattr(part, "unconsumed_tail", b"")
                part = None if part.eof else part
                if text:
                    lines += text.count(b"\n")
                    yield text
                elif not packed:
                    break
        if part:
            raise self._damaged("it ends too early", lines)

    def _damaged(self, reason: str, lines: int) -> FormatError:
        found = f"a damaged {self.compression} file ({reason})" + (f" after {lines} lines" if lines else "")
        return FormatError(self._name, found, "an intact one", "Fetch or compress it again.")
