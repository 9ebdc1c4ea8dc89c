"""The current state of the labels file, including what others append to it, and each annotator's part of it."""

from __future__ import annotations

import os
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import ConfigError, FormatError
from paragen.tuning.labels import SETTLED, Label, Labels, SentenceLabel, SentenceLabels
from paragen.tuning.labels.files import json_object, label_lines, locked_labels
from paragen.tuning.page.questions import Answer, Question

LONGEST = 60


def checked_name(name: str) -> str:
    """Return an annotator's name without outer white space, its characters composed.

    Raises
    ------
    ConfigError : it is empty, too long, has invisible characters, or is the one reserved for decisions.
    """
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    if not name:
        raise ConfigError("annotator: found an empty name. Give one, such as anna.")
    if len(name) > LONGEST:
        raise ConfigError(f"annotator: found a name of {len(name)} characters, expected {LONGEST} at most. Give a shorter one.")
    if any(unicodedata.category(letter)[0] == "C" for letter in name):
        raise ConfigError(f"annotator: found invisible characters in {name!r}. Type the name again.")
    if name.casefold() == SETTLED:
        raise ConfigError(f"annotator: found {name!r}, the name of settled decisions. Give another name, or use --settle.")
    return name


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


class AnnotatorAnswers:
    """An annotator's answers.

    Parameters
    ----------
    questions : those asked; more may be added at the end.
    annotator : whose answers they are.
    """

    def __init__(self, questions: Sequence[Question], store: LabelStore, annotator: str) -> None:
        self._questions, self._store, self._annotator = questions, store, annotator
        self.clear()

    def clear(self) -> None:
        """Reload all answers from the store."""
        self._answers: list[str | None] = []
        self._counts: Counter[str] = Counter()
        self.extend()

    def extend(self) -> None:
        """Add questions that are new since the last call."""
        for index in range(len(self._answers), len(self._questions)):
            self._answers.append(None)
            self.update(index)

    def update(self, index: int) -> None:
        """Reload the answer to a question from the store."""
        answer = self.said(index)
        old, new = self._answers[index], answer.label if answer else None
        if old:
            self._counts[old] -= 1
        if new:
            self._counts[new] += 1
        self._answers[index] = new

    def said(self, index: int) -> Answer | None:
        """Return the answer to a question; None if there is no answer, or if its ids have different ones."""
        given = self._store.history.get(self._annotator, {})
        records = [given.get(name) for name in self._questions[index].ids]
        first = records[0]
        if first is None or first.label is None or any(record is None or record.label != first.label for record in records):
            return None
        judgements = (getattr(first, name, None) for name in Label.JUDGEMENTS)  # labels of paraphrases have none
        return Answer(first.label, first.reason, *judgements)

    @property
    def done(self) -> int:
        """How many questions have an answer."""
        return self._counts.total()

    def counts(self, labels: Sequence[str]) -> dict[str, int]:
        """Return how many answers have each label."""
        return {label: self._counts[label] for label in labels}

    def next_open(self, after: int) -> int | None:
        """Return the next question without an answer, wrapping around at the end; None if all have one."""
        first = max(0, min(after + 1, len(self._answers)))
        order = chain(range(first, len(self._answers)), range(first))
        return next((index for index in order if self._answers[index] is None), None)

    def next_of(self, labels: Sequence[str], after: int) -> int | None:
        """Return the next question with one of these answers; None if none follows."""
        return next((index for index in range(max(0, after + 1), len(self._answers)) if self._answers[index] in labels), None)
