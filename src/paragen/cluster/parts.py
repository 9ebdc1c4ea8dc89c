"""Finds the part files of a corpus in folders and by globs, all of one kind, and opens those of lines."""

from __future__ import annotations

import glob
import io
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, cast

from paragen.base.compression import PIECE, Unpacked, bare_name, compression_of_name
from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import ConfigError, FormatError
from paragen.base.input_files import refuse_wrong_file
from paragen.documents import format_of

TEXT, JSONL, PARQUET = "txt", "jsonl", "parquet"
_KINDS = {".jsonl": JSONL, ".json": JSONL, ".ndjson": JSONL, ".parquet": PARQUET, ".txt": TEXT}
_NAMES = {TEXT: "text", JSONL: "JSON lines", PARQUET: "Parquet"}
_COLUMNS = dict.fromkeys((".csv", ".tsv"), "columns")
_OTHERS = {".zip": "a zip archive", ".orc": "ORC", ".avro": "Avro", ".lz4": "LZ4", ".snappy": "Snappy"}
_LINES = "UTF-8 text, plain or compressed, as the name of the file says"
_EXPECTED = "text, JSON lines (both plain, .gz, .bz2, .xz or .zst) or Parquet"
Report = Callable[[int], object]
"""Called with the number of bytes of a part file read since the last call."""


@dataclass(frozen=True)
class Part:
    """A part file, or a section of one.

    Attributes
    ----------
    path : of the file.
    name : within the corpus: its path relative to the folder that was named.
    kind : `TEXT`, `JSONL` or `PARQUET`, by its name.
    packed : how it is compressed, by its name; "" if it is not.
    size, changed : its size in bytes and modification time (ns), to tell whether it is still the same.
    begin, end : the bytes of the file in a section; ``end`` is None for a whole file.
    before : how many lines of the file come before it.
    """

    path: str
    name: str
    kind: str
    packed: str
    size: int
    changed: int
    begin: int = 0
    end: int | None = None
    before: int = 0

    def output(self, kind: str) -> str:
        """Return the name of its output: its own, with another ending if the output is of another kind."""
        if kind == self.kind:
            return self.name
        bare = bare_name(self.name)
        stem, suffix = os.path.splitext(bare)
        return f"{stem if suffix.lower() in _KINDS else bare}.{kind}{self.name[len(bare) :]}"


def find_parts(sources: Sequence[StrPath], output: StrPath | None = None, lines: bool = False) -> list[Part]:
    """Return the part files of a corpus, in the order of their names.

    Parameters
    ----------
    sources : files, globs, and folders, which are searched to any depth. Names that begin with a dot or an underscore are left
        out, as in Hadoop.
    output : a folder that must neither be one of those nor lie in one.
    lines : read all files as lines, even those that are documents or columns by their names.

    Raises
    ------
    FormatError : there are none, or they are of several kinds, or of a kind that cannot be read.
    ConfigError : two have the same name; or ``output`` lies among them.
    """
    check_destinations((), filter(os.path.lexists, sources), folders=[output])
    parts: dict[str, Part] = {}
    for source in sources:
        found = [_part(path, name, lines) for path, name in _paths(os.fspath(source))]
        if not found:
            raise FormatError(os.fspath(source), "no part files", _EXPECTED, "Name the folder that has them.")
        for part in found:
            other = parts.setdefault(part.name, part)
            if not os.path.samefile(other.path, part.path):
                raise ConfigError(f"{part.path}: found the name of {other.path}, expected other names. Rename one of them.")
    ordered = [parts[name] for name in sorted(parts)]
    _check_same_kind(ordered)
    return ordered


def _paths(source: str) -> Iterator[tuple[str, str]]:
    """Yield the path of each file that a folder, glob or name stands for, and its name within the corpus."""
    named = [source] if os.path.lexists(source) else sorted(glob.glob(source, recursive=True))
    for path in named:
        if os.path.isdir(path):
            yield from ((os.path.join(path, name), name) for name in _within(path))
        elif os.path.lexists(path):
            yield path, os.path.basename(path)


def _within(folder: str) -> Iterator[str]:
    def refuse(error: OSError) -> None:
        raise error

    for path, folders, files in os.walk(folder, onerror=refuse, followlinks=True):
        folders[:] = sorted(filter(_is_shown, folders))
        yield from (os.path.relpath(os.path.join(path, file), folder) for file in filter(_is_shown, files))


def _is_shown(name: str) -> bool:
    return not name.startswith((".", "_"))


def _part(path: str, name: str, lines: bool) -> Part:
    try:
        name.encode()
    except UnicodeEncodeError:
        shown = os.fsencode(path).decode(errors="backslashreplace")
        raise FormatError(shown, "a name that is not UTF-8", "one that is", "Rename the file.") from None
    packed, suffix = compression_of_name(name), os.path.splitext(bare_name(name))[1]
    document = format_of(bare_name(name))
    columns = _COLUMNS.get(suffix.lower()) or (document if document != "plain" else None)
    if other := _OTHERS.get(suffix.lower()) or (None if lines else columns):
        remedy = "Choose --as lines, if it holds those, or name" if other == columns else "Convert it, or name"
        raise FormatError(path, f"a file of {other} by its name", _EXPECTED, f"{remedy} the others by a glob.")
    kind = _KINDS.get(suffix.lower(), TEXT)
    if packed and kind == PARQUET:
        raise FormatError(path, f"Parquet within a {packed} file", _EXPECTED, "Unpack it: Parquet is compressed by itself.")
    about = os.stat(path)
    if not stat.S_ISREG(about.st_mode):
        raise FormatError(path, "no regular file", _EXPECTED, "Name the others by a glob.")
    return Part(os.path.abspath(path), name, kind, packed, about.st_size, about.st_mtime_ns)


def _check_same_kind(parts: Iterable[Part]) -> None:
    first: dict[str, Part] = {}
    for part in parts:
        first.setdefault(part.kind, part)
    if len(first) > 1:
        found = ", ".join(f"{_NAMES[kind]} ({Path(part.path).name})" for kind, part in first.items())
        path = os.path.dirname(next(iter(first.values())).path)
        raise FormatError(path, f"files of several kinds: {found}", "files of one", "Choose by a glob: 'FOLDER/*.parquet'.")


@contextmanager
def opened_lines(part: Part, report: Report) -> Iterator[BinaryIO]:
    """Open a part, or a section of one, for reading, decompressed; ``report`` is called with the bytes read from the file itself.

    Raises
    ------
    FormatError : it is of another kind, or damaged, which may show only while reading.
    """
    with _Section(part.path, part.begin, part.end, report) as file:
        if part.begin > 0:  # the first section checks the kind of file
            yield cast(BinaryIO, io.BufferedReader(file, PIECE))
            return
        unpacked = Unpacked(part.path, cast(BinaryIO, file))
        refuse_wrong_file(part.path, unpacked.head, _LINES, (), unpacked.compression)
        if unpacked.compression != part.packed:
            found = f"{unpacked.compression or 'no'} compression"
            raise FormatError(part.path, found, f"{part.packed or 'none'}, by its name", "Rename the file.")
        yield cast(BinaryIO, io.BufferedReader(unpacked, PIECE))


class _Section(io.FileIO):
    """The bytes of a file from ``begin`` to ``end``, or to its end; ``report`` is called with the bytes of each read."""

    def __init__(self, path: str, begin: int, end: int | None, report: Report) -> None:
        super().__init__(path)
        self._end, self._report = end, report
        self.seek(begin)

    def read(self, size: int | None = -1) -> bytes:
        """Return up to ``size`` bytes, all if it is negative."""
        if self._end is not None:
            left = max(0, self._end - self.tell())
            size = left if size is None or size < 0 else min(size, left)
        data = super().read(size) or b""
        self._report(len(data))
        return data

    def readall(self) -> bytes:
        """Return the rest."""
        return b"".join(iter(partial(self.read, PIECE), b""))

    def readinto(self, buffer: Any) -> int:
        """Read bytes into a buffer; return how many."""
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)
