"""Reads files of items and of labels, and appends labels to files that others may append to at the same time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import FileIO
from typing import Any, Self, TypeVar

from paragen.base.destination import StrPath, check_destinations, lock
from paragen.base.errors import FormatError
from paragen.base.input_files import Skips, placed_lines, refuse_wrong_file, whole_lines
from paragen.base.json_and_toml import json_kind, json_or_none, parse_json
from paragen.results import substitute_id
from paragen.tuning.labels.labels import Labels, SentenceLabels
from paragen.tuning.labels.record import Label, SentenceLabel

_EXPECTED = "a labels file: one JSON object per line"
_BOM = b"\xef\xbb\xbf"


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
    data = parse_json(text, where, expected, "Fix the line, or leave it out.", halves=True, finite=True)
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


_ITEMS = "items of paragen substitutes: one JSON object per line"
_FIELDS = {"id": str, "text": str, "begin": int, "end": int, "after": str}


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a substitute.

    Parameters
    ----------
    text, begin, end : the sentence, and the range of characters that is replaced, half-open.
    after : the text that replaces it.
    """

    text: str
    begin: int
    end: int
    after: str

    @property
    def id(self) -> str:
        """The id of the substitute there."""
        return substitute_id(self.text, self.begin, self.end, self.after)

    @property
    def before(self) -> str:
        """The text that is replaced."""
        return self.text[self.begin : self.end]

    @property
    def marked(self) -> str:
        """The sentence with the change shown in place: ``They [big -> large]``."""
        return f"{self.text[: self.begin]}[{self.before.strip()} -> {self.after.strip()}]{self.text[self.end :]}"


@dataclass(frozen=True, slots=True)
class Item:
    """A substitute as ``paragen substitutes`` lists it.

    Parameters
    ----------
    id, place : its id and place.
    phrase, substitute : the pair in lookup form; empty if the file does not have it.
    """

    id: str
    place: Place
    phrase: str
    substitute: str

    @classmethod
    def parse(cls, data: dict[str, Any], where: str) -> Self:
        """Make an item from the fields of a line.

        Raises
        ------
        FormatError : a field is missing, or of another type.
        """
        for name, kind in _FIELDS.items():
            if not isinstance(data.get(name), kind) or isinstance(data.get(name), bool):
                found = f"no {name!r}" if name not in data else f"{json_kind(data[name])} as {name!r}"
                remedy = "List items with: paragen substitutes < sentences.txt > items.jsonl."
                raise FormatError(where, found, "an item, with id, text, begin, end and after", remedy)
        place = Place(data["text"], data["begin"], data["end"], data["after"])
        phrase, substitute = data.get("phrase"), data.get("substitute")
        if not (isinstance(phrase, str) and isinstance(substitute, str)):
            phrase = substitute = ""
        return cls(data["id"], place, phrase, substitute)


def phrase_end(text: str, end: int) -> int:
    """Return where the phrase of a change that ends at ``end`` ends, the same for all substitutes of the phrase.

    A change may begin before its phrase, at an article, and end after it, with a space; it includes the phrase's last character.
    """
    return len(text[:end].rstrip())


def read_items(path: StrPath, skips: Skips) -> Iterator[Item]:
    """Yield the items of a file, plain or compressed, each once.

    Parameters
    ----------
    skips : counts items whose text, span or substitute does not match their id, as they were changed after listing.

    Raises
    ------
    FormatError : a line is not an item.
    """
    return (item for item, _ in read_item_lines(path, skips))


def read_item_lines(path: StrPath, skips: Skips) -> Iterator[tuple[Item, str]]:
    """Yield the items of a file with their lines; see :func:`read_items`."""
    seen: set[str] = set()
    for where, line in placed_lines(path, _ITEMS):
        data = json_object(line.encode(), where, "an item")
        item = Item.parse(data, where)
        before = data.get("before", item.place.before)
        if item.id != item.place.id or before != item.place.before or not 0 <= item.place.begin < item.place.end:
            skips.add("items whose text or span has changed since they were listed", where, item.place.after)
        elif item.id not in seen:
            seen.add(item.id)
            yield item, line
