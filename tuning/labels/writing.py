"""Appends labels to a file that others may append to at the same time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import FileIO

from paragen.base.destination import StrPath, check_destinations
from paragen.base.json_and_toml import json_or_none
from paragen.base.output_files import lock
from paragen.tuning.labels.record import Label, SentenceLabel

_BLOCK = 1 << 16


Record = Label | SentenceLabel


def append_labels(path: StrPath, records: Iterable[Record]) -> None:
    """Append labels to a file, all of them or none, and wait until they are on disk.

    Raises
    ------
    ConfigError : it is a folder, or its folder does not exist.
    OSError : it cannot be written; the file is as it was.
    """
    with locked_labels(path) as append:
        append(records)


@contextmanager
def locked_labels(path: StrPath) -> Iterator[Callable[[Iterable[Record]], None]]:
    """Lock a labels file, and yield a function that appends labels to it, all of them or none.

    The file is created if need be. While it is locked, no other process or thread appends to it: what is read from it now
    still holds when labels are appended. A partial last line left by a kill is removed. The file is opened each time, as it may
    be moved between two calls.

    Raises
    ------
    ConfigError : it is a folder, or its folder does not exist.
    OSError : it cannot be written; the file is as it was.
    """
    check_destinations([path])
    with open(os.fspath(path), "ab+", buffering=0) as file:
        lock(file.fileno())
        yield lambda records: _append(file, "".join(record.to_json() + "\n" for record in records).encode())


def _append(file: FileIO, data: bytes) -> None:
    size = _whole_lines(file)
    try:
        view = memoryview(data)
        while view:
            view = view[file.write(view) :]
        os.fsync(file.fileno())
    except OSError as error:
        os.ftruncate(file.fileno(), size)
        error.filename = error.filename or file.name
        raise


def _whole_lines(file: FileIO) -> int:
    """Terminate an unterminated last line, or cut it off if it is not a label; return the resulting size."""
    size = file.seek(0, os.SEEK_END)
    tail = b""
    begin = size
    while begin and b"\n" not in tail:
        length = min(begin, _BLOCK)
        begin -= length
        file.seek(begin)
        tail = file.read(length) + tail
    tail = tail.rpartition(b"\n")[2]
    if not tail:
        return size
    if json_or_none(tail) is None:
        os.ftruncate(file.fileno(), size - len(tail))
        return size - len(tail)
    file.write(b"\n")
    return size + 1
