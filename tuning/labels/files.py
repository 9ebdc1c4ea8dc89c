"""Reads files of labels, and appends to files that others may append to at the same time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import FileIO
from typing import Any, TypeVar

from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import ConfigError, FormatError
from paragen.base.input_files import refuse_wrong_file, whole_lines
from paragen.base.json_and_toml import json_kind, json_or_none, parse_json
from paragen.base.output_files import lock
from paragen.tuning.labels.labels import Labels, SentenceLabels
from paragen.tuning.labels.record import SETTLED, Label, SentenceLabel

_EXPECTED = "a labels file: one JSON object per line"
_BOM = b"\xef\xbb\xbf"


def no_number(name: str) -> Any:
    """Refuse NaN and Infinity, which JSON does not have."""
    raise ValueError(f"{name} is not a JSON number")


def json_object(raw: bytes, where: str, expected: str = "a JSON object") -> dict[str, Any]:
    """Return the JSON object of a line.

    Raises
    ------
    FormatError : it is not UTF-8, not JSON or not an object.
    """
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        found = f"broken UTF-8 (byte 0x{raw[error.start]:02x} at {error.start})"
        raise FormatError(where, found, "UTF-8 text", "Convert it with iconv.") from None
    data = parse_json(text, where, expected, "Fix the line, or leave it out.", halves=True, parse_constant=no_number)
    if not isinstance(data, dict):
        raise FormatError(where, json_kind(data), expected, "Write one object per line.")
    return data


def label_lines(path: StrPath, warnings: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the place (``labels.jsonl:7``) and the fields of each label of a file, in order.

    Parameters
    ----------
    warnings : receives one for a last line cut off by a kill, which is left out.

    Raises
    ------
    FormatError : any other line is not a JSON object.
    """
    name = os.fspath(path)
    if os.path.isdir(name):
        raise FormatError(name, "a directory", _EXPECTED, "Give the file in it.")
    with open(name, "rb") as file:
        head = file.peek(64)
        refuse_wrong_file(name, head, _EXPECTED)
        if head.startswith(_BOM):
            file.read(len(_BOM))
        for number, raw in enumerate(whole_lines(file, name, _EXPECTED), 1):
            if not raw.strip():
                continue
            where = f"{name}:{number}"
            try:
                yield where, json_object(raw, where)
            except FormatError:
                if raw.endswith(b"\n"):
                    raise
                warnings.append(f"{where}: the last line is cut off, perhaps by a kill; it does not count")


_BLOCK = 1 << 16


Record = Label | SentenceLabel
_Read = TypeVar("_Read", Labels, SentenceLabels)


def read_labels(*paths: StrPath, majority: bool = False) -> Labels:
    """Read the labels of substitutes from one or more files; later lines override earlier ones.

    Parameters
    ----------
    majority : let the majority decide where annotators disagree and nobody has settled it.

    Raises
    ------
    FormatError : a line is malformed; a last line cut off by a kill is only a warning.
    """
    return _read(Labels(majority), Label, paths)


def read_sentence_labels(*paths: StrPath, majority: bool = False) -> SentenceLabels:
    """Read the labels of paraphrases; see :func:`read_labels`."""
    return _read(SentenceLabels(majority), SentenceLabel, paths)


def _read(found: _Read, kind: type[Any], paths: Iterable[StrPath]) -> _Read:
    strange, first = 0, ""
    for path in paths:
        for where, data in label_lines(path, found.warnings):
            record = kind.parse(data, where)
            if record.id != found.name(record):
                strange += 1
                first = first or where
            found.add(record)
    if strange:
        found.warnings.append(f"{strange} labels whose id does not match their text: no edit will match (first: {first})")
    return found


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


class Merger:
    """Collects labels for a file, so that labels imported twice are written once.

    Parameters
    ----------
    destination : the file, which need not exist.
    annotator : the name to put on the labels, if one was given; checked.

    Attributes
    ----------
    fresh : labels to write.
    known : how many the file had already.
    warnings : about the existing file.

    Raises
    ------
    ConfigError : the name is the reserved one, or the file cannot be written.
    FormatError : the file is not a labels file.
    """

    def __init__(self, destination: StrPath, annotator: str | None = None) -> None:
        if annotator is not None and (annotator == SETTLED or not annotator.strip()):
            reserved = f"{SETTLED!r} decides where others disagree"
            raise ConfigError(f"annotator: found {annotator!r}, expected the name of an annotator; {reserved}.")
        check_destinations([destination])
        self._destination = destination
        self._have = read_labels(destination) if os.path.exists(destination) else Labels()
        self.fresh: list[Label] = []
        self.known = 0
        self.warnings = self._have.warnings

    def take(self, label: Label) -> None:
        """Collect a label, unless it repeats its annotator's last label of the item."""
        old = self._have.said(label.id).get(label.annotator)
        if _answer(label) == (_answer(old) if old else (None,) * 4):
            self.known += 1
        else:
            self._have.add(label)
            self.fresh.append(label)

    def write(self) -> None:
        """Append the collected labels to the file."""
        append_labels(self._destination, self.fresh)


def _answer(label: Label) -> tuple[object, ...]:
    return label.label, label.reason, label.meaning, label.grammar
