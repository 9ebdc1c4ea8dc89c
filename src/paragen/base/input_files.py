"""Opens and reads text files, plain or compressed; a damaged file or one of another kind is an error that names it."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any, BinaryIO, Self, cast

from paragen.base.compression import PIECE, Unpacked, compression
from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.settings import size_shown

TABLE = "a table: lines `source ||| target ||| score`, plain or compressed, or Parquet"
ARPA, KENLM, PACKED, PARQUET = b"\\data\\", b"mmap lm http://kheafield.com/code", b"PARAGEN\0", b"PAR1"

_LM = "`paragen pack` takes it with --lm."
_UTF_16 = "Convert it: iconv -f UTF-16 -t UTF-8."

# first bytes, what such a file is, what to do
_MAGIC = (
    (ARPA, "an ARPA language model", _LM),
    (KENLM, "a KenLM binary", _LM),
    (b"blmt", "an IRSTLM binary file", "Run `compile-lm --text=yes FILE FILE.arpa` first."),
    (PACKED, "a packed paragen file", "Give the file it was packed from."),
    (b"PK\x03\x04", "a zip archive", "Unpack it first; if it is a spreadsheet, save it as CSV."),
    (b"SQLite format 3\0", "an SQLite database", "Export it as text."),
    (b"%PDF-", "a PDF file", ""),
    (b"\xff\xfe", "UTF-16 text", _UTF_16),
    (b"\xfe\xff", "UTF-16 text", _UTF_16),
    (PARQUET, "a Parquet file", "Is it a table? Otherwise write its text column to a file, one row per line."),
    (b"\x7fELF", "a program", ""),
    (b"\x89PNG", "a picture", ""),
)

BEGINNINGS = tuple(magic for magic, _, _ in _MAGIC)
"""How files begin that are never text or a table; most text is told from them by one look."""


def refuse_wrong_file(path: str, head: bytes, expected: str, takes: tuple[bytes, ...] = (), packed: str = "") -> None:
    """Raise FormatError if a file is known not to be ``expected``.

    Parameters
    ----------
    head : its first bytes.
    takes : the magic bytes of files that are accepted nonetheless; unlike text they must not be compressed.
    packed : how the file is compressed, if it is; ``head`` is decompressed.
    """
    within = f" within a {packed} file" if packed else ""
    for magic, what, remedy in _MAGIC:
        if head.startswith(magic) and magic not in takes:
            raise FormatError(path, what, expected, remedy)
        if head.startswith(magic) and packed and magic != ARPA:
            raise FormatError(path, what + within, expected, "Unpack it.")
    if kind := compression(head):
        raise FormatError(path, f"a {kind} file{within}", expected, "Unpack it once." if packed else "Unpack it.")


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


def placed_lines(path: StrPath, expected: str = _TEXT, comments: str | tuple[()] = ()) -> Iterator[tuple[str, str]]:
    """Yield the place, ``file:line``, and the text of each line that is not empty and does not begin with ``comments``, if given.

    Otherwise as :func:`numbered_lines`.
    """
    name = os.fspath(path)
    return ((f"{name}:{i}", line) for i, line in numbered_lines(path, expected) if line.strip() and not line.startswith(comments))


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


_MOST_SHOWN = 60  # characters of what was found


class Skips:
    """Counts what is left out, by reason.

    Attributes
    ----------
    counts : reason -> how often.
    """

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self._first: dict[str, str] = {}

    def add(self, reason: str, where: str, found: str = "") -> None:
        """Count one: ``reason`` as "articles without text", ``where`` as "news.jsonl:7", and what was ``found`` there."""
        if reason not in self.counts:
            shown = found if len(found) <= _MOST_SHOWN else found[:_MOST_SHOWN] + "…"
            self._first[reason] = f"{where}: {shown!r}" if found else where
        self.counts[reason] = self.counts.get(reason, 0) + 1

    def messages(self) -> list[str]:
        """Return a sentence for each reason, in the order of their first cases."""
        return [f"left out: {count} {reason} (first: {self._first[reason]})" for reason, count in self.counts.items()]
