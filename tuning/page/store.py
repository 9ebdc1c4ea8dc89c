"""The current state of the labels file, including what others append to it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import FormatError
from paragen.tuning.labels import (
    Label,
    Labels,
    SentenceLabel,
    SentenceLabels,
)
from paragen.tuning.labels.reading import json_object, label_lines
from paragen.tuning.labels.writing import locked_labels

Record = Label | SentenceLabel

_BLOCK = 1 << 20


class LabelStore:
    """Appends labels to a file, and knows all labels in it.

    Parameters
    ----------
    path : the labels file; created with the first label.
    sentences : whether it contains labels of whole paraphrases.

    Attributes
    ----------
    labels : all of them.
    history : annotator → item → the label that counts, the latest last.
    warnings : for the user: a last line cut off by a kill.
    listeners : called with every label added, and with None when the file has been reread.

    Raises
    ------
    ConfigError, FormatError, OSError : it is not a labels file, or cannot be appended to.
    """

    def __init__(self, path: StrPath, sentences: bool = False) -> None:
        self.path, self._sentences = os.fspath(path), sentences
        self.listeners: list[Callable[[Record | None], object]] = []
        check_destinations([self.path])
        if os.path.exists(self.path):
            with open(self.path, "r+b"):  # fail now, not when the first label would be lost
                pass
        self._load()

    def _load(self) -> None:
        self._kind: type[Any] = SentenceLabel if self._sentences else Label
        self.labels: Labels | SentenceLabels = SentenceLabels() if self._sentences else Labels()
        self.history: dict[str, dict[str, Record]] = {}
        self.warnings: list[str] = []
        self._identity: tuple[int, int] | None = None
        self._offset, self._number = 0, 0
        if os.path.exists(self.path):
            self._read_all()

    def _read_all(self) -> None:
        """Read the file with the usual checks; `refresh` continues from the end of its last whole line."""
        with open(self.path, "rb") as file:
            status = os.fstat(file.fileno())
            while block := file.read(_BLOCK):
                self._number += block.count(b"\n")
                if end := block.rfind(b"\n") + 1:
                    self._offset = file.tell() - len(block) + end
        self._identity = status.st_dev, status.st_ino
        for where, data in label_lines(self.path, self.warnings):
            self._add(self._kind.parse(data, where))

    def refresh(self) -> None:
        """Read what has been appended to the file since the last read.

        Raises
        ------
        FormatError : a malformed line was added.
        """
        try:
            file = open(self.path, "rb")  # noqa: SIM115
        except FileNotFoundError:
            self._forget()
            return
        with file:
            status = os.fstat(file.fileno())
            identity = status.st_dev, status.st_ino
            if status.st_size < self._offset or self._identity not in (None, identity):
                self._forget()
            self._identity = identity
            if status.st_size == self._offset:
                return
            file.seek(self._offset)
            data = file.read()
        *lines, rest = data.split(b"\n")
        for line in lines:
            self._take(line)
            self._offset += len(line) + 1
            self._number += 1
        with suppress(FormatError):  # it is still being written, or was cut by a kill; or only its end is missing
            self._take(rest)

    def _take(self, line: bytes) -> None:
        if not line.strip():
            return
        where = f"{self.path}:{self._number + 1}"
        self._add(self._kind.parse(json_object(line.removeprefix(b"\xef\xbb\xbf"), where), where))

    def _add(self, record: Record) -> None:
        self.labels.add(record)  # type: ignore[arg-type]
        given = self.history.setdefault(record.annotator, {})
        given.pop(record.id, None)
        if record.label is not None:
            given[record.id] = record
        self._notify(record)

    def _forget(self) -> None:
        """Start over: the file is not the one that was read."""
        if self._offset:
            self.labels = type(self.labels)()
            self.history = {}
            self._offset, self._number = 0, 0
            self._notify(None)
        self._identity = None

    def _notify(self, record: Record | None) -> None:
        for listener in self.listeners:
            listener(record)

    def append(self, records: Sequence[Record], check: Callable[[], object] | None = None) -> None:
        """Append labels, all or none, and wait until they are on disk.

        Parameters
        ----------
        check : called with the file locked and up to date; if it raises, no label is written.

        Raises
        ------
        OSError : they could not be written; the file is as it was.
        """
        with locked_labels(self.path) as append:
            self.refresh()
            if check is not None:
                check()
            append(records)
        self.refresh()
