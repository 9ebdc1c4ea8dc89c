"""Reads the sides of a bitext in lockstep: numbered lines of two or three files, in batches."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from typing import BinaryIO, cast

from paragen.errors import FormatError
from paragen.tables.bitext.segment import segmenter
from paragen.tables.wrong_files import refuse_wrong_file

BATCH = 20_000
_TEXT = "plain text in UTF-8, a sentence a line (plain or gzip)"
_HEAD = 1 << 12
_MARK = b"\xef\xbb\xbf"
_UNTIDY = (b"\t", b"\r", b"\v", b"\f", b"  ", b" \n", b"\n ")


@dataclass(frozen=True)
class Batch:
    """Lines in a row of every side, of equal number.

    Attributes
    ----------
    first_line : number of the first, from 1.
    source, target : the sentences, tokens separated by single spaces.
    alignment : links as the file gives them; None where no file was named.
    """

    first_line: int
    source: list[str]
    target: list[str]
    alignment: list[str] | None = None


def read_bitext(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    alignment: str | os.PathLike[str] | None = None,
    segment: tuple[str | os.PathLike[str] | None, str | os.PathLike[str] | None] = (None, None),
    batch: int = BATCH,
) -> Iterator[Batch]:
    r"""Yield the lines of a bitext, at most ``batch`` at a time.

    Parameters
    ----------
    source, target : files with a sentence a line, plain or gzip whatever their names.
    alignment : a file with the links of each pair.
    segment : how to cut the lines of either side into tokens; see `segmenter`.

    Raises
    ------
    FormatError : a file is not what it should be, a line is not UTF-8 or holds NUL, or the files differ in length.

    Notes
    -----
    Only ``\n`` ends a line (and ``\r\n``); U+0085 or U+2028 are text. A byte order mark is dropped.
    """
    cut = [None if how is None else segmenter(how) for how in segment]
    paths = [source, target, *([] if alignment is None else [alignment])]
    for first, sides in lockstep(paths, batch):
        for k, each in enumerate(cut):
            if each is not None:
                sides[k] = [" ".join(each(line)) for line in sides[k]]
        yield Batch(first, sides[0], sides[1], None if alignment is None else sides[2])


def lockstep(paths: Sequence[str | os.PathLike[str]], batch: int = BATCH) -> Iterator[tuple[int, list[list[str]]]]:
    """Yield the number of the next line and, of each file, the next lines, tokens separated by single spaces."""
    with ExitStack() as stack:
        sides = [stack.enter_context(Lines(path)) for path in paths]
        while True:
            lines = [side.take(batch) for side in sides]
            if len({len(each) for each in lines}) > 1:
                raise _uneven(sides)
            if not lines[0]:
                break
            yield sides[0].number - len(lines[0]) + 1, lines
        if not sides[0].number:
            raise FormatError(sides[0].path, "no line", "at least one sentence pair", "Is this the right file?")


def _uneven(sides: Sequence[Lines]) -> FormatError:
    """Read on to the ends, and tell the counts."""
    for side in sides:
        side.skip()
    shortest = min(sides, key=lambda side: side.number)
    longest = max(sides, key=lambda side: side.number)
    return FormatError(
        f"{shortest.path}:{shortest.number + 1}",
        f"the end of the file after {shortest.number} lines",
        f"{longest.number} lines as in {longest.path}",
        "Line n of one file belongs to line n of the other: find where they go apart.",
    )


class Lines:
    """The lines of a text file, plain or gzip, some at a time.

    Attributes
    ----------
    path : its name.
    number : of the last line taken, from 1.
    head : its first bytes, unpacked.
    """

    def __init__(self, path: str | os.PathLike[str], expected: str = _TEXT) -> None:
        self.path, self.number, self._expected = os.fspath(path), 0, expected
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

    def _open(self) -> BinaryIO:
        stream: BinaryIO = self._file
        if self._file.peek(_HEAD).startswith(b"\x1f\x8b"):
            stream = cast(BinaryIO, io.BufferedReader(gzip.GzipFile(fileobj=self._file), 1 << 20))  # type: ignore[type-var]
        head = self._guarded(lambda: stream.peek(_HEAD))[:_HEAD]  # type: ignore[attr-defined]
        refuse_wrong_file(self.path, head, self._expected, text=True)
        if b"\0" in head:  # before all of a file without lines goes into memory
            raise self._broken(1 + head[: head.index(b"\0")].count(b"\n"), "NUL")
        if head.startswith(_MARK):
            stream.read(len(_MARK))
        self.head = head.removeprefix(_MARK)
        return stream

    def take(self, count: int) -> list[str]:
        """Return the next lines, at most ``count``, tokens separated by single spaces."""
        data = b"".join(self._guarded(lambda: list(islice(self._stream, count))))
        if not data:
            return []
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
        if data[:1] == b" " or data[-1:] == b" " or any(white in data for white in _UNTIDY):
            text = b"\n".join(b" ".join(line.split()) for line in data.split(b"\n")).decode()
        lines = text.split("\n")
        self.number += len(lines)
        return lines

    def skip(self) -> None:
        """Count the lines that are left."""
        self.number += self._guarded(lambda: sum(1 for _ in self._stream))

    def _broken(self, line: int, found: str) -> FormatError:
        return FormatError(f"{self.path}:{line}", found, "UTF-8 text", "Convert it with iconv.")

    def _guarded(self, read):
        try:
            return read()
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            found = f"a damaged gzip file ({error}) after {self.number} lines"
            raise FormatError(self.path, found, "a whole one", "Fetch or compress it again.") from None
