"""Labels to and from other tools: Prodigy, Label Studio, doccano, tab-separated tables."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import ConfigError, FormatError
from paragen.base.input_files import Skips
from paragen.base.output_files import atomic_file
from paragen.tuning.labels import tools
from paragen.tuning.labels.answers import Answer, Form, Task, read_lines, read_tsv, write_lines, write_tsv
from paragen.tuning.labels.files import Place, append_labels, read_items, read_labels
from paragen.tuning.labels.labels import Labels
from paragen.tuning.labels.record import SETTLED, Label, check_judgements

FORMS = {
    "jsonl": Form(read_lines, write_lines),
    "prodigy": Form(tools.read_prodigy, tools.write_prodigy),
    "label-studio": Form(tools.read_label_studio, tools.write_label_studio),
    "doccano": Form(tools.read_doccano, tools.write_doccano),
    "tsv": Form(read_tsv, write_tsv),
}


class Merger:
    """Collects labels for a file, so that labels imported twice are written once.

    Parameters
    ----------
    destination : the file, which need not exist.
    annotator : the name to put on the labels, if one was given; checked.

    Attributes
    ----------
    fresh : labels to write.
    known : how many the file had already.
    warnings : about the existing file.

    Raises
    ------
    ConfigError : the name is the reserved one, or the file cannot be written.
    FormatError : the file is not a labels file.
    """

    def __init__(self, destination: StrPath, annotator: str | None = None) -> None:
        if annotator is not None and (annotator == SETTLED or not annotator.strip()):
            reserved = f"{SETTLED!r} decides where others disagree"
            raise ConfigError(f"annotator: found {annotator!r}, expected the name of an annotator; {reserved}.")
        check_destinations([destination])
        self._destination = destination
        self._have = read_labels(destination) if os.path.exists(destination) else Labels()
        self.fresh: list[Label] = []
        self.known = 0
        self.warnings = self._have.warnings

    def take(self, label: Label) -> None:
        """Collect a label, unless it repeats its annotator's last label of the item."""
        old = self._have.said(label.id).get(label.annotator)
        if _answer(label) == (_answer(old) if old else (None,) * 4):
            self.known += 1
        else:
            self._have.add(label)
            self.fresh.append(label)

    def write(self) -> None:
        """Append the collected labels to the file."""
        append_labels(self._destination, self.fresh)


def _answer(label: Label) -> tuple[object, ...]:
    return label.label, label.reason, label.meaning, label.grammar


@dataclass(frozen=True)
class Imported:
    """The result of an import.

    Attributes
    ----------
    read : answers in the files.
    added : labels written.
    known : answers that the labels file had already.
    skips : what was left out.
    warnings : about the labels file, see `Judgements.warnings`.
    """

    read: int
    added: int
    known: int
    skips: Skips
    warnings: list[str]


def import_labels(
    paths: Sequence[StrPath], destination: StrPath, form: str, *,
    items: StrPath | None = None, annotator: str | None = None,
) -> Imported:  # fmt: skip
    """Add the labels of other tools' files to a labels file; labels it already has are not written again.

    Parameters
    ----------
    paths : the files.
    form : their format, one of FORMS.
    items : the items that were labelled. Labels are then matched by id, otherwise by sentence, span and substitute; labels of
        other items are left out. Without items, each label must include sentence, span and substitute.
    annotator : who labelled; overrides what the files say.

    Raises
    ------
    FormatError : a file or line is malformed, or a label has no place and there are no items.
    ConfigError : nothing says who labelled, or the name is the reserved one.
    """
    merger, skips, read = Merger(destination, annotator), Skips(), 0
    places = None if items is None else {item.id: item.place for item in read_items(items, skips)}
    for path in paths:
        for answer in FORMS[form].read(path, skips):
            read += 1
            if (label := _label(answer, places, annotator, skips)) is not None:
                merger.take(label)
    merger.write()
    return Imported(read, len(merger.fresh), merger.known, skips, merger.warnings)


def _label(answer: Answer, places: dict[str, Place] | None, annotator: str | None, skips: Skips) -> Label | None:
    """Turn an answer into a label; None if it is left out."""
    place = _place(answer, places, skips)
    if place is None:
        return None
    who = annotator or answer.annotator
    if who is None:
        raise ConfigError(f"{answer.where}: it does not say who labelled. Name the annotator with --annotator.")
    check_judgements(answer.label, answer.meaning, answer.grammar, answer.where)
    return Label(
        place.id, answer.label, answer.reason, who, answer.time, place.text, place.begin, place.end, place.after, answer.meaning,
        answer.grammar,
    )  # fmt: skip


def _place(answer: Answer, places: dict[str, Place] | None, skips: Skips) -> Place | None:
    given = answer.place
    if given is not None and answer.id is not None and given.id != answer.id:
        skips.add("labels whose id does not match their text and span", answer.where, answer.id)
        return None
    if places is None:
        if given is None:
            found = "a label without its sentence, span and substitute"
            raise FormatError(answer.where, found, "all of them", "Name the file of the items that were labelled with --items.")
        return given
    name = answer.id if answer.id is not None else None if given is None else given.id
    if name is None:
        skips.add("labels that do not say which item they are for", answer.where)
    elif name not in places:
        skips.add("labels of other items", answer.where, name)
    return places.get(name or "")


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
