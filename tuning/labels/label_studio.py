"""Label Studio's JSON: a list of tasks, each with people's annotations."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import whole_text
from paragen.base.json_and_toml import json_kind, parse_json
from paragen.tables.builder import Skips
from paragen.tuning.labels import answers
from paragen.tuning.labels.answers import Answer, Task
from paragen.tuning.labels.files import no_number
from paragen.tuning.labels.record import Label

_EXPECTED = "tasks of Label Studio: a JSON list"
LABEL, REASON, TO = "label", "reason", "text"
"""The names of the labelling configuration's elements; see docs/labels.md."""


def read(path: StrPath, skips: Skips) -> Iterator[Answer]:
    """Yield the answers of an export as JSON, or as JSON-MIN."""
    name = os.fspath(path)
    text = whole_text(path, _EXPECTED)
    if not text.strip():
        return
    tasks = parse_json(text, name, _EXPECTED, "Export it again. Is this JSON Lines from another tool?", parse_constant=no_number)
    for number, task in enumerate(tasks if isinstance(tasks, list) else [tasks], 1):
        where = f"{name}, task {number}"
        if not isinstance(task, dict):
            raise FormatError(where, json_kind(task), "an object", "Export it as JSON.")
        yield from _of_task(task, where, skips)


def _of_task(task: dict[str, Any], where: str, skips: Skips) -> Iterator[Answer]:
    data = task["data"] if isinstance(task.get("data"), dict) else task
    name, place = answers.string(data.get("item")), answers.place_of(data)
    annotations = task.get("annotations", task.get("completions"))
    if not isinstance(annotations, list):
        annotations = [_of_min(task)]
    if not annotations:
        skips.add(answers.NO_ANSWER, where)
    for annotation in annotations:
        if not isinstance(annotation, dict):
            raise FormatError(where, f"{json_kind(annotation)} as annotation", "an object", "Export it as JSON.")
        chosen = _choices(annotation, LABEL)
        if annotation.get("was_cancelled") is True:
            chosen = ["skip"]
        judgements = answers.judgements_of(choice.lower() for name in Label.JUDGEMENTS for choice in _choices(annotation, name))
        label = chosen[0].lower() if len(chosen) == 1 and judgements is not None else None
        if judgements is None or label not in Label.LABELS:
            why = answers.NO_ANSWER if not chosen else answers.TWO_ANSWERS if label is None else answers.OTHER_LABEL
            skips.add(why, where, ", ".join(chosen))
            continue
        reasons = _choices(annotation, REASON)
        reason = answers.reason_of(reasons[0].lower(), label) if reasons else None
        time = answers.iso_time(annotation.get("created_at"))
        yield Answer(where, name, place, label, reason, _annotator(annotation), time, **judgements)


def _of_min(task: dict[str, Any]) -> dict[str, Any]:
    """Return the annotation that JSON-MIN flattens into a task."""
    chosen = {name: [task[name]] if isinstance(task.get(name), str) else [] for name in (LABEL, REASON, *Label.JUDGEMENTS)}
    result = [{"from_name": name, "type": "choices", "value": {"choices": choices}} for name, choices in chosen.items()]
    return {"result": result, "completed_by": task.get("annotator"), "created_at": task.get("created_at")}


def _choices(annotation: dict[str, Any], name: str) -> list[str]:
    """Return what was chosen for an element of the configuration."""
    results = annotation.get("result")
    found: list[str] = []
    for result in results if isinstance(results, list) else ():
        value = result.get("value") if isinstance(result, dict) and result.get("from_name") == name else None
        choices = value.get("choices") if isinstance(value, dict) else None
        found += [choice for choice in choices if isinstance(choice, str)] if isinstance(choices, list) else ()
    return found


def _annotator(annotation: dict[str, Any]) -> str | None:
    """Return who made an annotation: the name or address if the export has it, otherwise the number."""
    if named := answers.string(annotation.get("created_username")):
        return named.rpartition(", ")[0].strip() or named.strip()  # "anna@example.org, 1"
    who = annotation.get("completed_by")
    if isinstance(who, dict):
        names = (answers.string(who.get(key)) for key in ("email", "username", "first_name"))
        return next(filter(None, names), None) or _numbered(who.get("id"))
    return answers.string(who) or _numbered(who)


def _numbered(number: Any) -> str | None:
    return f"user {number}" if isinstance(number, int) and not isinstance(number, bool) else None


def write(tasks: Iterable[Task]) -> Iterator[str]:
    """Yield the lines of a list of tasks, with one annotation per label."""
    opening = "["
    for task in tasks:
        place = task.place
        fields = {"text": place.text, "begin": place.begin, "end": place.end, "after": place.after}
        data = {"item": task.id, "shown": place.marked, **fields}
        whole = {"data": data, "annotations": [_annotation(label) for label in task.labels]}
        yield f"{opening}\n{json.dumps(whole, ensure_ascii=False)}"
        opening = ","
    yield "[]\n" if opening == "[" else "\n]\n"


def _annotation(label: Label) -> dict[str, Any]:
    answer = {LABEL: label.label, REASON: label.reason} if label.label != "skip" else {}
    chosen = {**answer, **answers.judgement_choices(label)}
    result = [
        {"from_name": name, "to_name": TO, "type": "choices", "value": {"choices": [choice]}}
        for name, choice in chosen.items()
        if choice is not None
    ]
    data: dict[str, Any] = {"result": result, "was_cancelled": label.label == "skip", "created_username": label.annotator}
    if label.time is not None:
        data["created_at"] = label.time
    return data
