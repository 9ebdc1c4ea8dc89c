"""Files of other tools: labels read from them, and items to label, or with labels, written for them.

Prodigy's JSONL: one task per line; ``answer`` is accept, reject or ignore. Label Studio's JSON: a list of tasks, each with
people's annotations. doccano's JSONL for text classification: one text per line with a list of labels; other fields are kept as
metadata.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import Skips, whole_text
from paragen.base.json_and_toml import json_kind, parse_json
from paragen.tuning.labels import answers
from paragen.tuning.labels.answers import Answer, Task
from paragen.tuning.labels.record import Label

_ANSWERS = {"accept": "correct", "reject": "incorrect", "ignore": "skip"}
_ARROW = "→ "


def read_prodigy(path: StrPath, skips: Skips) -> Iterator[Answer]:
    """Yield the answers in the output of ``prodigy db-out``."""
    for where, data in answers.objects(path, "tasks of Prodigy: one JSON object per line"):
        given = data.get("answer")
        if given is None:
            skips.add(answers.NO_ANSWER, where)
            continue
        label = _ANSWERS.get(given) if isinstance(given, str) else None
        if label is None:
            skips.add("answers other than accept, reject, ignore", where, str(given))
            continue
        meta = data["meta"] if isinstance(data.get("meta"), dict) else {}
        if label == "skip" and meta.get("label") == "unsure":  # Prodigy has no such answer
            label = "unsure"
        annotator = answers.string(data.get("_annotator_id")) or answers.string(data.get("_session_id"))
        reason, time = answers.reason_of(meta.get("reason"), label), answers.time_of_stamp(data.get("_timestamp"))
        judgements = {name: good for name in Label.JUDGEMENTS if isinstance(good := meta.get(name), bool)}
        if label == "correct" and not all(judgements.values()):  # they belong to the exported answer, which was a different one
            judgements = {}
        name, place = answers.string(meta.get("id")), _place_of_span(data, meta)
        yield Answer(where, name, place, label, reason, annotator, time, **judgements)


def _place_of_span(data: dict[str, Any], meta: dict[str, Any]) -> Any:
    """Return the item of a task: its one span, and the substitute given in the span's label or the metadata."""
    spans = data.get("spans")
    if not (isinstance(spans, list) and len(spans) == 1 and isinstance(spans[0], dict)):
        return None
    shown = spans[0].get("label")
    after = meta.get("after")
    if after is None and isinstance(shown, str) and shown.startswith(_ARROW):
        after = shown.removeprefix(_ARROW)
    found = {"text": data.get("text"), "begin": spans[0].get("start"), "end": spans[0].get("end"), "after": after}
    return answers.place_of(found)


def write_prodigy(tasks: Iterable[Task]) -> Iterator[str]:
    """Yield the lines of tasks for ``prodigy mark … --view-id classification`` or ``db-in``: one per label."""
    for task in tasks:
        for label in task.labels or (None,):
            yield json.dumps(_prodigy_task(task, label), ensure_ascii=False) + "\n"


def _prodigy_task(task: Task, label: Label | None) -> dict[str, Any]:
    place = task.place
    meta: dict[str, Any] = {"id": task.id, "before": place.before, "after": place.after}
    data: dict[str, Any] = {
        "text": place.text,
        "spans": [{"start": place.begin, "end": place.end, "label": f"{_ARROW}{place.after}"}],
        "label": "correct",
        "meta": meta,
    }
    if label is not None:
        assert label.label is not None, answers.OTHER_LABEL
        answers_by_label = {ours: theirs for theirs, ours in _ANSWERS.items()}
        data["answer"] = answers_by_label.get(label.label, "ignore")
        data["_annotator_id"] = label.annotator
        if label.label == "unsure":
            meta["label"] = "unsure"
        if label.reason:
            meta["reason"] = label.reason
        meta |= {name: good for name in Label.JUDGEMENTS if (good := getattr(label, name)) is not None}
        if (stamp := answers.stamp_of_time(label.time)) is not None:
            data["_timestamp"] = stamp
    return data


_TASKS = "tasks of Label Studio: a JSON list"
_LABEL, _REASON, _TO = "label", "reason", "text"
"""The names of the labelling configuration's elements; see docs/labels.md."""


def read_label_studio(path: StrPath, skips: Skips) -> Iterator[Answer]:
    """Yield the answers of an export as JSON, or as JSON-MIN."""
    name = os.fspath(path)
    text = whole_text(path, _TASKS)
    if not text.strip():
        return
    tasks = parse_json(text, name, _TASKS, "Export it again. Is this JSON Lines from another tool?", finite=True)
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
        chosen = _choices(annotation, _LABEL)
        if annotation.get("was_cancelled") is True:
            chosen = ["skip"]
        judgements = answers.judgements_of(choice.lower() for name in Label.JUDGEMENTS for choice in _choices(annotation, name))
        label = chosen[0].lower() if len(chosen) == 1 and judgements is not None else None
        if judgements is None or label not in Label.LABELS:
            why = answers.NO_ANSWER if not chosen else answers.TWO_ANSWERS if label is None else answers.OTHER_LABEL
            skips.add(why, where, ", ".join(chosen))
            continue
        reasons = _choices(annotation, _REASON)
        reason = answers.reason_of(reasons[0].lower(), label) if reasons else None
        time = answers.iso_time(annotation.get("created_at"))
        yield Answer(where, name, place, label, reason, _annotator(annotation), time, **judgements)


def _of_min(task: dict[str, Any]) -> dict[str, Any]:
    """Return the annotation that JSON-MIN flattens into a task."""
    chosen = {name: [task[name]] if isinstance(task.get(name), str) else [] for name in (_LABEL, _REASON, *Label.JUDGEMENTS)}
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


def write_label_studio(tasks: Iterable[Task]) -> Iterator[str]:
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
    answer = {_LABEL: label.label, _REASON: label.reason} if label.label != "skip" else {}
    chosen = {**answer, **answers.judgement_choices(label)}
    result = [
        {"from_name": name, "to_name": _TO, "type": "choices", "value": {"choices": [choice]}}
        for name, choice in chosen.items()
        if choice is not None
    ]
    data: dict[str, Any] = {"result": result, "was_cancelled": label.label == "skip", "created_username": label.annotator}
    if label.time is not None:
        data["created_at"] = label.time
    return data


_TEXTS = "texts of doccano: one JSON object per line"
_ALL = "all"  # the file of a project in which people share their labels


def read_doccano(path: StrPath, skips: Skips) -> Iterator[Answer]:
    """Yield the answers of an export, whose file is named after the annotator unless annotators share labels."""
    name = PurePath(path).name.partition(".")[0]
    for where, data in answers.objects(path, _TEXTS):
        if isinstance(data.get("meta"), dict):  # from old versions
            data = {**data["meta"], **data}
        given = data.get("label", data.get("labels"))
        given = [given] if isinstance(given, str) else given
        if given is None:
            given = []
        if not isinstance(given, list) or not all(isinstance(label, str) for label in given):
            remedy = "Is it a text classification project?"
            raise FormatError(where, f"{json.dumps(given)[:60]} as 'label'", "a list of names", remedy)
        chosen = [label.lower() for label in given]
        labels = [label for label in chosen if label in Label.LABELS]
        judgements = answers.judgements_of(chosen)
        if len(labels) != 1 or judgements is None:
            why = answers.TWO_ANSWERS if labels else answers.OTHER_LABEL if chosen else answers.NO_ANSWER
            skips.add(why, where, ", ".join(chosen))
            continue
        reason = next((label for label in chosen if label in Label.REASONS), None)
        annotator = answers.string(data.get("annotator")) or (None if name == _ALL else answers.string(name))
        place = answers.place_of(data, text="sentence")
        item = answers.string(data.get("item"))
        yield Answer(where, item, place, labels[0], answers.reason_of(reason, labels[0]), annotator, None, **judgements)


def write_doccano(tasks: Iterable[Task]) -> Iterator[str]:
    """Yield the lines of an import file: one per label, with its reason."""
    for task in tasks:
        place = task.place
        fields = {"sentence": place.text, "begin": place.begin, "end": place.end, "after": place.after}
        for label in task.labels or (None,):
            names = [] if label is None else [label.label, label.reason, *answers.judgement_choices(label).values()]
            data = {"text": place.marked, "label": list(filter(None, names)), "item": task.id, **fields}
            if label is not None:
                data["annotator"] = label.annotator
            yield json.dumps(data, ensure_ascii=False) + "\n"
