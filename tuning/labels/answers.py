"""What a file says about an item, before the item has been identified; our own lines and tables as such files.

Tables are separated by tabs, for spreadsheets, and for decisions on what annotators disagree on.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import Skips, numbered_lines, placed_lines
from paragen.tuning.labels.files import Place, json_object
from paragen.tuning.labels.record import Label

NO_ANSWER = "tasks without an answer"
TWO_ANSWERS = "tasks with two answers at once"
JUDGEMENTS = {
    "same meaning": ("meaning", True), "other meaning": ("meaning", False),
    "grammatical": ("grammar", True), "ungrammatical": ("grammar", False),
}  # fmt: skip
"""What annotators choose in other tools if they judge meaning and grammar separately."""
OTHER_LABEL = f"labels other than {', '.join(Label.LABELS)}"


@dataclass(frozen=True, slots=True)
class Answer:
    """An annotator's answer for an item.

    Parameters
    ----------
    where : the file and the line or task.
    id : the item's id; None if the file does not have it.
    place : the item; None if the file does not have all of it.
    label, reason : as in a Label.
    annotator, time : who and when; None if the file does not say.
    meaning, grammar : as in a Label.
    """

    where: str
    id: str | None
    place: Place | None
    label: str | None
    reason: str | None = None
    annotator: str | None = None
    time: str | None = None
    meaning: bool | None = None
    grammar: bool | None = None


@dataclass(frozen=True)
class Task:
    """An item to export, with its labels in chronological order."""

    id: str
    place: Place
    labels: Sequence[Label]


@dataclass(frozen=True)
class Form:
    """The format of a tool.

    Parameters
    ----------
    read : (path, skips) -> the answers of a file.
    write : tasks -> the pieces of a file's text.
    """

    read: Callable[[StrPath, Skips], Iterator[Answer]]
    write: Callable[[Iterable[Task]], Iterator[str]]


def objects(path: StrPath, expected: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the place and the object of each line of a file, plain or compressed; empty lines are skipped."""
    first = f"{os.fspath(path)}:1"
    for where, line in placed_lines(path, expected):
        if where == first and line.lstrip().startswith("["):
            raise FormatError(where, "a list", expected, "Is this a file for --format label-studio?")
        yield where, json_object(line.encode(), where, expected)


def place_of(data: dict[str, Any], text: str = "text") -> Place | None:
    """Return the item that the fields ``text``, begin, end and after describe; None if they do not."""
    values = data.get(text), data.get("begin"), data.get("end"), data.get("after")
    kinds = (str, int, int, str)
    if not all(isinstance(value, kind) and not isinstance(value, bool) for value, kind in zip(values, kinds, strict=True)):
        return None
    place = Place(*values)  # type: ignore[arg-type]
    return place if 0 <= place.begin < place.end <= len(place.text) else None


def string(value: Any) -> str | None:
    """Return a value if it is a non-blank string, otherwise None."""
    return value if isinstance(value, str) and value.strip() else None


def reason_of(value: Any, label: str | None) -> str | None:
    """Return a value if it is one of our reasons and the label is incorrect, otherwise None."""
    return value if label == "incorrect" and isinstance(value, str) and value in Label.REASONS else None


def judgements_of(chosen: Iterable[str]) -> dict[str, bool] | None:
    """Return meaning and grammar where chosen among JUDGEMENTS; None if one was answered both ways."""
    found: dict[str, bool] = {}
    for name, good in (JUDGEMENTS[choice] for choice in chosen if choice in JUDGEMENTS):
        if found.setdefault(name, good) != good:
            return None
    return found


def judgement_choices(label: Label) -> dict[str, str]:
    """Return the choices among JUDGEMENTS that express a label, by what is judged."""
    return {name: choice for choice, (name, good) in JUDGEMENTS.items() if getattr(label, name) is good}


def time_of_stamp(value: Any) -> str | None:
    """Return seconds since 1970 in the time format of labels; None if it is not such a number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 4e9:
        return None
    return datetime.fromtimestamp(value, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def stamp_of_time(time: str | None) -> int | None:
    """Return a label's time as seconds since 1970; None if it is missing or unreadable."""
    try:
        read = datetime.fromisoformat(time or "")
    except ValueError:
        return None
    return int((read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp())


def iso_time(value: Any) -> str | None:
    """Return an ISO 8601 time in the time format of labels; None if it is not one."""
    stamp = stamp_of_time(string(value))
    return None if stamp is None or stamp < 0 else time_of_stamp(stamp)


def read_lines(path: StrPath, skips: Skips) -> Iterator[Answer]:
    """Yield the answers of another labels file, or of items with a label; annotator and time may be missing."""
    for where, data in objects(path, "labels: one JSON object per line"):
        if "label" not in data:
            skips.add(NO_ANSWER, where)
            continue
        label = data["label"]
        if label is not None and label not in Label.LABELS:
            skips.add(OTHER_LABEL, where, str(label))
            continue
        reason, annotator = reason_of(data.get("reason"), label), string(data.get("annotator"))
        judgements = (value if isinstance(value := data.get(name), bool) else None for name in Label.JUDGEMENTS)
        time = iso_time(data.get("time"))
        yield Answer(where, string(data.get("id")), place_of(data), label, reason, annotator, time, *judgements)


def write_lines(tasks: Iterable[Task]) -> Iterator[str]:
    """Yield the lines of a labels file. Items without a label have no line."""
    for task in tasks:
        yield from (label.to_json() + "\n" for label in task.labels)


COLUMNS = ("id", "label", "reason", *Label.JUDGEMENTS, "annotator", "text", "begin", "end", "after", "time")
_JUDGEMENTS = {"true": True, "false": False, "": None}
_PLACE = ("text", "begin", "end", "after")
_EXPECTED = "labels separated by tabs, under a heading"


def read_tsv(path: StrPath, skips: Skips) -> Iterator[Answer]:
    """Yield the answers of a table: columns in any order, fields in double quotes if they contain tabs or quotes."""
    name = os.fspath(path)
    number = 0

    def lines() -> Iterator[str]:
        nonlocal number
        for number, line in numbered_lines(path, _EXPECTED):  # noqa: B007
            yield line + "\n"

    rows = csv.reader(lines(), "excel-tab", strict=True)
    try:
        header = [field.strip().lower() for field in next(rows, [])]
        if not header:
            return
        _check(name, header)
        for row in rows:
            where = f"{name}:{number}"
            if not any(row):
                continue
            if len(row) != len(header):
                raise FormatError(where, f"{len(row)} fields", f"{len(header)}, as the heading has", "Put a tab between fields.")
            answer = _answer(dict(zip(header, row, strict=True)), where, skips)
            if answer is not None:
                yield answer
    except csv.Error as error:
        remedy = 'A field that begins with a double quote must end with one; within it, write "" for one.'
        raise FormatError(f"{name}:{number}", f"stray quotes ({error})", _EXPECTED, remedy) from None


def _check(name: str, header: list[str]) -> None:
    lacking = [] if "label" in header else ["label"]
    if "id" not in header:
        lacking += [column for column in _PLACE if column not in header]
    twice = sorted({column for column in header if header.count(column) > 1})
    if lacking or twice:
        found = f"no column {', '.join(lacking)}" if lacking else f"{twice[0]!r} twice"
        expected = "a heading with label, and id or text, begin, end and after"
        raise FormatError(f"{name}:1", found, expected, "Write the columns' names in the first line.")


def _answer(fields: dict[str, str], where: str, skips: Skips) -> Answer | None:
    label = fields["label"].strip().lower()
    if label not in Label.LABELS:
        skips.add(OTHER_LABEL if label else NO_ANSWER, where, label)
        return None
    place: dict[str, object] = dict(fields)
    for column in ("begin", "end"):
        if text := fields.get(column, "").strip():
            if not (text.isascii() and text.isdigit()):
                raise FormatError(where, f"{text[:60]!r} as {column!r}", "a whole number")
            place[column] = int(text[:18])
    reason = reason_of(fields.get("reason", "").strip().lower(), label)
    annotator, time = string(fields.get("annotator")), iso_time(fields.get("time"))
    judgements = {name: _judgement(fields.get(name, ""), name, where) for name in Label.JUDGEMENTS}
    name, found = string(fields.get("id", "").strip()), place_of(place)
    return Answer(where, name, found, label, reason, annotator, time, **judgements)


def _judgement(text: str, name: str, where: str) -> bool | None:
    if (answer := text.strip().lower()) not in _JUDGEMENTS:
        raise FormatError(where, f"{text[:60]!r} as {name!r}", "true, false or nothing")
    return _JUDGEMENTS[answer]


def write_tsv(tasks: Iterable[Task]) -> Iterator[str]:
    """Yield the lines of a table: one per label, and one without a label for each item that has none."""
    yield _row(COLUMNS)
    for task in tasks:
        place = (task.place.text, task.place.begin, task.place.end, task.place.after)
        for label in task.labels:
            judged = (json.dumps(good) if (good := getattr(label, name)) is not None else "" for name in Label.JUDGEMENTS)
            yield _row((task.id, label.label, label.reason or "", *judged, label.annotator, *place, label.time or ""))
        if not task.labels:
            yield _row((task.id, *[""] * (COLUMNS.index("text") - 1), *place, ""))


def _row(fields: Iterable[object]) -> str:
    line = io.StringIO()
    csv.writer(line, "excel-tab", lineterminator="\n").writerow(fields)
    return line.getvalue()
