"""Text for the estimator, in pieces: plain and compressed files, streams, sentences."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, BinaryIO, cast

from paragen.base.errors import ConfigError, FormatError

PIECE = 1 << 20
_OPENERS: dict[bytes, Callable[..., Any]] = {b"\x1f\x8b": gzip.open, b"BZh": bz2.open, b"\xfd7zXZ\0": lzma.open}
_WRONG = {
    b"PARAGEN\0": "a packed file of paragen",
    b"\\data\\": "an ARPA language model",
    b"mmap lm http://kheafield.com/code": "a KenLM binary",
    b"PK\x03\x04": "a zip archive",
    b"PAR1": "a Parquet file",
    b"\x7fELF": "a program",
    b"%PDF-": "a PDF document",
    b"\x89PNG": "a picture",
    b"\xff\xfe": "UTF-16 text",
    b"\xfe\xff": "UTF-16 text",
}
_EXPECTED = "plain text in UTF-8, a sentence a line"

Source = str | bytes | os.PathLike[str] | BinaryIO


def total_size(corpus: Source | Iterable[Source]) -> int:
    """Return the bytes to be read from files; 0 where that is not known beforehand."""
    items = [corpus] if isinstance(corpus, os.PathLike) else corpus
    if not isinstance(items, Sequence) or not all(isinstance(item, os.PathLike) for item in items):
        return 0
    return sum(os.path.getsize(item) for item in items if os.path.isfile(item))


def sources(
    corpus: Source | Iterable[Source], count: Callable[[int], None]
) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Yield the name and the pieces of each source of text.

    Paths are files; binary streams are read to their end; strings and bytes are sentences, and those in a row make
    one source. ``count`` is called with the number of bytes read from a file or stream.
    """
    if isinstance(corpus, str):
        raise ConfigError(f"corpus: found the string {corpus[:60]!r}, expected Path(…) for a file or [string] for a sentence.")
    if isinstance(corpus, (bytes, os.PathLike)) or hasattr(corpus, "read"):
        corpus = [cast(Source, corpus)]
    items = iter(corpus)
    for item in items:
        if isinstance(item, os.PathLike):
            yield os.fspath(item), _read_file(os.fspath(item), count)
        elif hasattr(item, "read"):
            name = str(getattr(item, "name", "the stream"))
            yield name, _read_stream(name, cast(BinaryIO, item), count)
        else:
            rest = _Rest(cast(str, item), items)
            yield "the sentences", rest.pieces()
            if rest.other is not None:
                yield from sources([rest.other], count)


class _Rest:
    """Sentences from ``items`` up to the first that is no sentence, which is kept as ``other``."""

    def __init__(self, first: str | bytes, items: Iterator[Source]) -> None:
        self.first, self.items = first, items
        self.other: Source | None = None

    def pieces(self) -> Iterator[bytes]:
        batch, size = [_line(self.first)], 0
        for item in self.items:
            if not isinstance(item, (str, bytes)):
                self.other = item
                break
            batch.append(_line(item))
            size += len(batch[-1])
            if size >= PIECE:
                yield b"".join(batch)
                batch, size = [], 0
        yield b"".join(batch)


def _line(sentence: str | bytes) -> bytes:
    if isinstance(sentence, str):
        try:
            sentence = sentence.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError as error:
            raise FormatError("the sentences", f"{sentence[error.start]!a} in one", "text that UTF-8 can hold") from error
    if not isinstance(sentence, bytes):
        raise ConfigError(f"corpus: found {type(sentence).__name__}, expected paths, binary streams or sentences.")
    return sentence if sentence.endswith(b"\n") else sentence + b"\n"


def _read_file(path: str, count: Callable[[int], None]) -> Iterator[bytes]:
    with open(path, "rb") as file:
        yield from _read_stream(path, file, count)


def _read_stream(name: str, stream: BinaryIO, count: Callable[[int], None]) -> Iterator[bytes]:
    head = stream.read(PIECE)
    if isinstance(head, str):
        raise ConfigError(f"{name}: found a stream of text, expected one of bytes. Open it with mode 'rb'.")
    while 0 < len(head) < 64 and (more := stream.read(64)):
        head += more
    for magic, opener in _OPENERS.items():
        if head.startswith(magic):
            yield from _checked(name, _decompress(name, opener, _Joined(head, stream, count)))
            return
    yield from _checked(name, _plain(head, stream, count))


def _plain(head: bytes, stream: BinaryIO, count: Callable[[int], None]) -> Iterator[bytes]:
    while head:
        yield head
        count(len(head))
        head = stream.read(PIECE)


def _decompress(name: str, opener: Callable[..., Any], joined: _Joined) -> Iterator[bytes]:
    try:
        with opener(io.BufferedReader(joined, PIECE)) as text:
            while piece := text.read(PIECE):
                yield piece
    except (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile) as error:
        raise FormatError(name, f"damaged compressed data ({error})", "a whole file", "Was it cut?") from error
    except OSError as error:
        if error.errno is not None:
            raise
        raise FormatError(name, f"damaged compressed data ({error})", "a whole file", "Was it cut?") from error


def _checked(name: str, pieces: Iterator[bytes]) -> Iterator[bytes]:
    first = next(pieces, b"")
    for magic, kind in _WRONG.items():
        if first.startswith(magic):
            raise FormatError(name, kind, _EXPECTED, "Is this the right file?")
    opening = first.split(b"\n", 5)[:5]
    if len(opening) == 5 and all(line.count(b" ||| ") >= 2 for line in opening):
        remedy = "Is this a phrase table? Pack it with `paragen pack`."
        raise FormatError(f"{name}:1", "lines of fields between |||", _EXPECTED, remedy)
    yield first
    yield from pieces


class _Joined(io.RawIOBase):
    """What was read already, then the rest of a stream."""

    def __init__(self, head: bytes, stream: BinaryIO, count: Callable[[int], None]) -> None:
        self._head, self._stream, self._count = memoryview(head), stream, count

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        part = self._head[: len(buffer)] or self._stream.read(len(buffer))
        self._head = self._head[len(part) :]
        buffer[: len(part)] = part
        self._count(len(part))
        return len(part)
