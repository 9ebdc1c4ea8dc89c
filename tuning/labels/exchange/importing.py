"""Imports labels from other tools into a labels file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.tables.io.skips import Skips
from paragen.tuning.labels.answers import Answer
from paragen.tuning.labels.exchange.formats import FORMS
from paragen.tuning.labels.items import Place, read_items
from paragen.tuning.labels.merging import Merger
from paragen.tuning.labels.record import Label, check_judgements


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
