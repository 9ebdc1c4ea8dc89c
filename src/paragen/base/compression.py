"""Compresses and decompresses: gzip, bzip2, xz and zstd."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import IO, Any, BinaryIO

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.packages import optional_package

PIECE = 1 << 17
HEAD = 1 << 12
_LIVE_PIECE = 1 << 14  # small, so that little is read ahead
_XZ_MEMORY = 1 << 28  # four times what xz -9 needs; an altered file may ask for any amount
_ZSTD_WINDOW = 1 << 27  # what `zstd -d` takes unless it is told to take more
_ZSTD_SLICES = (1 << 5, 1 << 10)  # bytes given to zstd at a time, least and most: each four may become 128 KiB
_ZSTD_RATIO = 100  # of text to packed bytes; where it is less, larger slices are given
_BZIP2 = tuple(b"BZh%d" % level + begin for level in range(1, 10) for begin in (b"1AY&SY", b"\x17rE8P\x90"))
_MAGIC = {
    b"\x1f\x8b": "gzip", b"\xfd7zXZ\0": "xz", b"\x28\xb5\x2f\xfd": "zstd", **dict.fromkeys(_BZIP2, "bzip2"),
}  # fmt: skip
_SHORTEST = 4  # bytes of a bzip2 file that tell it from text


class _ZstdPart:
    """A zstd frame, decompressed in steps, with the interface of `zlib.decompressobj`.

    Parameters
    ----------
    name : of the file, for messages.

    Raises
    ------
    MissingPackageError : the package zstandard is not installed.
    """

    def __init__(self, name: str) -> None:
        zstandard = optional_package("zstandard", f"{name}: a zstd file", "zstd")
        self._error = zstandard.ZstdError
        self._frame = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW).decompressobj()
        self._slice = _ZSTD_SLICES[0]
        self.unconsumed_tail = b""

    def decompress(self, packed: bytes, size: int) -> bytes:
        """Decompress the beginning of ``packed``."""
        self.unconsumed_tail = packed[self._slice :]
        try:
            text: bytes = self._frame.decompress(packed[: self._slice])
        except self._error as error:
            raise ValueError(str(error)) from None
        least, most = _ZSTD_SLICES
        self._slice = min(2 * self._slice, most) if len(text) < _ZSTD_RATIO * self._slice else least
        return text

    @property
    def eof(self) -> bool:
        """Whether the frame has ended."""
        return bool(self._frame.eof)

    @property
    def unused_data(self) -> bytes:
        """What follows the frame."""
        return self._frame.unused_data + self.unconsumed_tail  # type: ignore[no-any-return]


def _part(kind: str, name: str) -> Any:
    """Return a decompressor for one part of a file; ``name``: of the file, for messages."""
    if kind == "gzip":
        import zlib

        return zlib.decompressobj(wbits=31)
    if kind == "bzip2":
        import bz2

        return bz2.BZ2Decompressor()
    if kind == "xz":
        import lzma

        return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY)
    return _ZstdPart(name)


def compression(head: bytes) -> str:
    """Return how a file with this head is compressed, which also names the program that unpacks it; "" if it is not."""
    for magic, kind in _MAGIC.items():
        if head.startswith(magic) or (kind == "bzip2" and len(head) >= _SHORTEST and magic.startswith(head)):
            return kind
    return ""


def _undecided(head: bytes) -> bool:
    """Return whether this head is too short to tell whether the file is compressed."""
    return any(len(head) < len(magic) and magic.startswith(head) for magic in _MAGIC)


class Unpacked(io.RawIOBase):
    """The contents of a file or stream, decompressed if need be; concatenated compressed parts make one text.

    Parameters
    ----------
    name : for messages.
    packed : read from its current position; stays open.
    live : return what has arrived without waiting for more, as when somebody is typing.

    Attributes
    ----------
    compression : see :func:`compression`.
    head : the first bytes, decompressed; with ``live``, those that have arrived, "" if compressed.
    taken : bytes of ``packed`` read so far.
    given : bytes of text returned so far.

    Raises
    ------
    FormatError : compressed data are damaged, which may show only while reading.
    MissingPackageError : the data are zstd, and its package is not installed.
    """

    def __init__(self, name: str, packed: BinaryIO, live: bool = False) -> None:
        self._name, self._file, self.taken, self.given = name, packed, 0, 0
        self._read = getattr(packed, "read1", packed.read) if live else packed.read
        self._size = _LIVE_PIECE if live else PIECE
        first = b""
        while (_undecided(first) if live else len(first) < HEAD) and (more := self._take()):
            first += more
        self.compression = compression(first)
        packed_pieces = chain([first], iter(self._take, b""))
        self._pieces = self._unpacked(packed_pieces) if self.compression else packed_pieces
        self._ready = b""
        while not live and len(self._ready) < HEAD and (more := next(self._pieces, b"")):
            self._ready += more
        self.head = first[:HEAD] if live and not self.compression else self._ready[:HEAD]

    def readable(self) -> bool:
        """Return True."""
        return True

    def fileno(self) -> int:
        """Return the file descriptor of the packed stream."""
        return self._file.fileno()

    @property
    def waiting(self) -> bool:
        """Whether some of the text has been unpacked but not read."""
        return bool(self._ready)

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer, or part of it; return the number of bytes, 0 at the end."""
        text = self._ready or next(self._pieces, b"")
        size = min(len(text), len(buffer))
        buffer[:size] = text[:size]
        self._ready = text[size:]
        self.given += size
        return size

    def _take(self) -> bytes:
        piece = self._read(self._size)
        self.taken += len(piece)
        return piece

    def _unpacked(self, packed_pieces: Iterator[bytes]) -> Iterator[bytes]:
        import lzma  # most text is not compressed
        import zlib

        part, lines = None, 0
        for packed in packed_pieces:
            while packed or part:
                if part is None:
                    packed = packed.lstrip(b"\0")  # padding after a part
                    part = _part(self.compression, self._name) if packed else None
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


ENDINGS = {".gz": "gzip", ".bz2": "bzip2", ".xz": "xz", ".zst": "zstd"}
"""Endings of names of compressed files, and how those are compressed; see :func:`paragen.base.compression.compression`."""

_GZIP_LEVEL = 6  # gzip's own default


def compression_of_name(path: StrPath) -> str:
    """Return how a file of that name is compressed; "" if it is not."""
    return ENDINGS.get(os.path.splitext(os.fspath(path))[1].lower(), "")


def bare_name(path: StrPath) -> str:
    """Return the name without its compression suffix."""
    stem, ending = os.path.splitext(os.fspath(path))
    return stem if ending.lower() in ENDINGS else os.fspath(path)


@contextmanager
def compressed(file: IO[bytes], kind: str) -> Iterator[IO[bytes]]:
    """Yield a stream that compresses into ``file``, which stays open; equal input gives equal files, whatever the name and time.

    Parameters
    ----------
    kind : "gzip", "bzip2", "xz", "zstd", or "" for a file that is not compressed.

    Raises
    ------
    MissingPackageError : the kind is zstd, and its package is not installed.
    """
    if not kind:
        yield file
        return
    with _compressor(file, kind) as packed:
        yield packed


def _compressor(file: IO[bytes], kind: str) -> Any:
    if kind == "gzip":
        import gzip

        return gzip.GzipFile("", "wb", _GZIP_LEVEL, file, mtime=0)
    if kind == "bzip2":
        import bz2

        return bz2.BZ2File(file, "wb")
    if kind == "xz":
        import lzma

        return lzma.LZMAFile(file, "wb")
    zstandard = optional_package("zstandard", "writing: a zstd file", "zstd")
    return zstandard.ZstdCompressor().stream_writer(file, closefd=False)
