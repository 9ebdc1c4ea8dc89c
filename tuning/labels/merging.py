"""Adds to a labels file the labels it does not have yet."""

from __future__ import annotations

import os

from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import ConfigError
from paragen.tuning.labels.labels import Labels, read_labels
from paragen.tuning.labels.record import SETTLED, Label
from paragen.tuning.labels.writing import append_labels


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
