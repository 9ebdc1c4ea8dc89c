"""Writes labels, and items to label, for other tools."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import ConfigError
from paragen.base.output_files import atomic_file
from paragen.tables.io.skips import Skips
from paragen.tuning.labels.answers import Task
from paragen.tuning.labels.exchange.formats import FORMS
from paragen.tuning.labels.items import Place, read_items
from paragen.tuning.labels.labels import Labels, read_labels


@dataclass(frozen=True)
class Exported:
    """How many items and labels were written, what was left out, and warnings about the labels files."""

    items: int
    labels: int
    skips: Skips
    warnings: list[str]


def export_labels(
    paths: Sequence[StrPath], destination: StrPath, form: str, *,
    items: StrPath | None = None, unlabelled: bool = False, annotator: str | None = None,
) -> Exported:  # fmt: skip
    """Write labels in the format of another tool, whole or not at all.

    Parameters
    ----------
    paths : labels files.
    form : the format, one of FORMS.
    items : write these items, labelled or not; None: all labelled items.
    unlabelled : write only those of the items that have no label.
    annotator : count labels of this annotator only.

    Raises
    ------
    ConfigError : there is nothing to write, the destination is also read, or the format has no place for unlabelled items.
    FormatError : a file is malformed.
    """
    if items is None and not paths:
        raise ConfigError("export: found no labels file and no --items, expected one of them.")
    if unlabelled and items is None:
        raise ConfigError("export: --unlabelled needs a file of items. Name it with --items.")
    if unlabelled and form == "jsonl":
        raise ConfigError("export: a labels file has no place for items without a label. Choose another format.")
    check_destinations([destination], [*paths, *([items] if items else [])])
    labels, skips = read_labels(*paths), Skips()
    n_items = n_labels = 0
    with atomic_file(destination) as file:

        def counted(tasks: Iterator[Task]) -> Iterator[Task]:
            nonlocal n_items, n_labels
            for task in tasks:
                if not (unlabelled and task.labels):
                    n_items, n_labels = n_items + 1, n_labels + len(task.labels)
                    yield task

        for piece in FORMS[form].write(counted(_tasks(labels, items, annotator, skips))):
            file.write(piece.encode("utf-8", "backslashreplace"))
    return Exported(n_items, n_labels, skips, labels.warnings)


def _tasks(labels: Labels, items: StrPath | None, annotator: str | None, skips: Skips) -> Iterator[Task]:
    """Yield the tasks to write, in the order of the items, or of the first labels."""
    if items is None:
        for name in labels:
            label = labels.place(name)
            if task := _task(labels, name, Place(label.text, label.begin, label.end, label.after), annotator):
                yield task
        return
    for item in read_items(items, skips):
        yield _task(labels, item.id, item.place, annotator) or Task(item.id, item.place, ())


def _task(labels: Labels, name: str, place: Place, annotator: str | None) -> Task | None:
    by_annotator = labels.said(name)
    chosen = [by_annotator[who] for who in sorted(by_annotator) if annotator in (None, who)]
    return Task(name, place, chosen) if chosen else None
