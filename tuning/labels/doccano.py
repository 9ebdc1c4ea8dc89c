"""doccano's JSONL for text classification: one text per line with a list of labels; other fields are kept as metadata."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import PurePath

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.tables.builder import Skips
from paragen.tuning.labels.answers import (
    NO_ANSWER,
    OTHER_LABEL,
    TWO_ANSWERS,
    Answer,
    Task,
    judgement_choices,
    judgements_of,
    objects,
    place_of,
    reason_of,
    string,
)
from paragen.tuning.labels.record import Label

_EXPECTED = "texts of doccano: one JSON object per line"
_ALL = "all"  # the file of a project in which people share their labels


def read(path: StrPath, skips: Skips) -> Iterator[Answer]:
    """Yield the answers of an export, whose file is named after the annotator unless annotators share labels."""
    name = PurePath(path).name.partition(".")[0]
    for where, data in objects(path, _EXPECTED):
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
        judgements = judgements_of(chosen)
        if len(labels) != 1 or judgements is None:
            skips.add(TWO_ANSWERS if labels else OTHER_LABEL if chosen else NO_ANSWER, where, ", ".join(chosen))
            continue
        reason = next((label for label in chosen if label in Label.REASONS), None)
        annotator = string(data.get("annotator")) or (None if name == _ALL else string(name))
        place = place_of(data, text="sentence")
        item = string(data.get("item"))
        yield Answer(where, item, place, labels[0], reason_of(reason, labels[0]), annotator, None, **judgements)


def write(tasks: Iterable[Task]) -> Iterator[str]:
    """Yield the lines of an import file: one per label, with its reason."""
    for task in tasks:
        place = task.place
        fields = {"sentence": place.text, "begin": place.begin, "end": place.end, "after": place.after}
        for label in task.labels or (None,):
            names = [] if label is None else [label.label, label.reason, *judgement_choices(label).values()]
            data = {"text": place.marked, "label": list(filter(None, names)), "item": task.id, **fields}
            if label is not None:
                data["annotator"] = label.annotator
            yield json.dumps(data, ensure_ascii=False) + "\n"
