"""Labels in our own format: another labels file, or items with a label."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from paragen.base.destination import StrPath
from paragen.tables.io.skips import Skips
from paragen.tuning.labels.answers import NO_ANSWER, OTHER_LABEL, Answer, Task, iso_time, objects, place_of, reason_of, string
from paragen.tuning.labels.record import Label


def read(path: StrPath, skips: Skips) -> Iterator[Answer]:
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


def write(tasks: Iterable[Task]) -> Iterator[str]:
    """Yield the lines of a labels file. Items without a label have no line."""
    for task in tasks:
        yield from (label.to_json() + "\n" for label in task.labels)
