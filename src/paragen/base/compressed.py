"""Compresses output files by the ending of their names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from paragen.base.destination import StrPath
from paragen.base.packages import optional_package

ENDINGS = {".gz": "gzip", ".bz2": "bzip2", ".xz": "xz", ".zst": "zstd"}
"""Endings of names of compressed files, and how those are compressed; see :func:`paragen.base.unpacked.compression`."""

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
