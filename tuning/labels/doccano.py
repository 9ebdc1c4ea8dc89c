"""doccano's JSONL for text classification: one text per line with a list of labels; other fields are kept as metadata."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import PurePath

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.tables.builder import Skips
from paragen.tuning.labels import answers
from paragen.tuning.labels.answers import Answer, Task
from paragen.tuning.labels.record import Label

_EXPECTED = "texts of doccano: one JSON object per line"
_ALL = "all"  # the file of a project in which people share their labels


def read(path: StrPath, skips: Skips) -> Iterator[Answer]:
    """Yield the answers of an export, whose file is named after the annotator unless annotators share labels."""
    name = PurePath(path).name.partition(".")[0]
    for where, data in answers.objects(path, _EXPECTED):
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


def write(tasks: Iterable[Task]) -> Iterator[str]:
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
