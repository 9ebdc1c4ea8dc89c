"""Prodigy's JSONL: one task per line; ``answer`` is accept, reject or ignore."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from paragen.base.destination import StrPath
from paragen.tables.builder import Skips
from paragen.tuning.labels import answers
from paragen.tuning.labels.answers import Answer, Task
from paragen.tuning.labels.record import Label

_ANSWERS = {"accept": "correct", "reject": "incorrect", "ignore": "skip"}
_ARROW = "→ "


def read(path: StrPath, skips: Skips) -> Iterator[Answer]:
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
        yield Answer(where, answers.string(meta.get("id")), _place(data, meta), label, reason, annotator, time, **judgements)


def _place(data: dict[str, Any], meta: dict[str, Any]) -> Any:
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


def write(tasks: Iterable[Task]) -> Iterator[str]:
    """Yield the lines of tasks for ``prodigy mark … --view-id classification`` or ``db-in``: one per label."""
    for task in tasks:
        for label in task.labels or (None,):
            yield json.dumps(_task(task, label), ensure_ascii=False) + "\n"


def _task(task: Task, label: Label | None) -> dict[str, Any]:
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
