"""Labels as a tab-separated table, for spreadsheets, and for decisions on what annotators disagree on."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable, Iterator

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import numbered_lines
from paragen.tables.builder import Skips
from paragen.tuning.labels import answers
from paragen.tuning.labels.answers import Answer, Task
from paragen.tuning.labels.record import Label

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
        skips.add(answers.OTHER_LABEL if label else answers.NO_ANSWER, where, label)
        return None
    place: dict[str, object] = dict(fields)
    for column in ("begin", "end"):
        if text := fields.get(column, "").strip():
            if not (text.isascii() and text.isdigit()):
                raise FormatError(where, f"{text[:60]!r} as {column!r}", "a whole number")
            place[column] = int(text[:18])
    reason = answers.reason_of(fields.get("reason", "").strip().lower(), label)
    annotator, time = answers.string(fields.get("annotator")), answers.iso_time(fields.get("time"))
    judgements = {name: _judgement(fields.get(name, ""), name, where) for name in Label.JUDGEMENTS}
    name, found = answers.string(fields.get("id", "").strip()), answers.place_of(place)
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
