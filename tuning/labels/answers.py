"""What a file of another tool says of one item, before it is known which item that is."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.lines import numbered_lines
from paragen.tables.io.skips import Skips
from paragen.tuning.labels.items import Place
from paragen.tuning.labels.reading import json_object
from paragen.tuning.labels.record import Label

NO_ANSWER = "tasks without an answer"
TWO_ANSWERS = "tasks with two answers at once"
JUDGEMENTS = {
    "same meaning": ("meaning", True), "other meaning": ("meaning", False),
    "grammatical": ("grammar", True), "ungrammatical": ("grammar", False),
}  # fmt: skip
"""What annotators choose in other tools where they judge meaning and grammar each by itself."""
OTHER_LABEL = f"labels that are none of {', '.join(Label.LABELS)}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What someone said of an item.

    Parameters
    ----------
    where : the file and the line or task.
    id : the item's name; None where the file does not have it.
    place : the item; None where the file does not have all of it.
    label, reason : as of a Label.
    annotator, time : who and when; None where the file does not say.
    meaning, grammar : as of a Label.
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
    """An item to export, and what was said of it, in the order it was."""

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
    """Yield where it stands and the object of each line, plain or compressed; empty lines are nothing."""
    name = os.fspath(path)
    for number, line in numbered_lines(path, expected):
        if not line.strip():
            continue
        where = f"{name}:{number}"
        if number == 1 and line.lstrip().startswith("["):
            raise FormatError(where, "a list", expected, "Is this a file for --format label-studio?")
        yield where, json_object(line.encode(), where, expected)


def place_of(data: dict[str, Any], text: str = "text") -> Place | None:
    """Return the item that the fields ``text``, begin, end and after describe; None where they do not."""
    values = data.get(text), data.get("begin"), data.get("end"), data.get("after")
    kinds = (str, int, int, str)
    if not all(isinstance(value, kind) and not isinstance(value, bool) for value, kind in zip(values, kinds, strict=True)):
        return None
    place = Place(*values)  # type: ignore[arg-type]
    return place if 0 <= place.begin < place.end <= len(place.text) else None


def string(value: Any) -> str | None:
    """Return a value that is a string with something in it; else None."""
    return value if isinstance(value, str) and value.strip() else None


def reason_of(value: Any, label: str | None) -> str | None:
    """Return a value that is a reason of ours, for what is incorrect; else None."""
    return value if label == "incorrect" and isinstance(value, str) and value in Label.REASONS else None


def judgements_of(chosen: Iterable[str]) -> dict[str, bool] | None:
    """Return meaning and grammar as far as they were chosen among JUDGEMENTS; None where one was answered both ways."""
    found: dict[str, bool] = {}
    for name, good in (JUDGEMENTS[choice] for choice in chosen if choice in JUDGEMENTS):
        if found.setdefault(name, good) != good:
            return None
    return found


def judgement_choices(label: Label) -> dict[str, str]:
    """Return the choices among JUDGEMENTS that say what a label says, by what is judged."""
    return {name: choice for choice, (name, good) in JUDGEMENTS.items() if getattr(label, name) is good}


def time_of_stamp(value: Any) -> str | None:
    """Return seconds since 1970 as labels have times; None where it is no such number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 4e9:
        return None
    return datetime.fromtimestamp(value, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def stamp_of_time(time: str | None) -> int | None:
    """Return a label's time as seconds since 1970; None where it has none that can be read."""
    try:
        read = datetime.fromisoformat(time or "")
    except ValueError:
        return None
    return int((read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp())


def iso_time(value: Any) -> str | None:
    """Return an ISO 8601 time as labels have times; None where it is none."""
    stamp = stamp_of_time(string(value))
    return None if stamp is None or stamp < 0 else time_of_stamp(stamp)
