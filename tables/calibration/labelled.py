"""Files of pairs with similarities and labels: reads them, and writes samples for people to label."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, ParagenError
from paragen.base.input_files import numbered_lines
from paragen.tables.io.writing import text_file

_EXPECTED = "tab-separated pairs: a header with source, target, one or two similarities and label"
_LABELS = {"1": True, "0": False, "correct": True, "incorrect": False, "": None}
_NAMES = ("source", "target", "label")


@dataclass(frozen=True)
class Labelled:
    """Pairs judged by people.

    Attributes
    ----------
    columns : names of the similarities, one or two.
    similarities : float64, pairs × columns, each 0 to 1.
    correct : bool, of each pair.
    unlabelled : how many pairs have no label; these are left out.
    """

    columns: tuple[str, ...]
    similarities: npt.NDArray[np.float64]
    correct: npt.NDArray[np.bool_]
    unlabelled: int


def read_labelled(path: StrPath) -> Labelled:
    """Read pairs with labels: 1 or correct, 0 or incorrect, or empty.

    Raises
    ------
    FormatError : the header or a line is malformed.
    ParagenError : the labels are not of both kinds.
    """
    name = os.fspath(path)
    lines = numbered_lines(path, _EXPECTED)
    header = next(lines, (1, ""))[1]
    fields = [field.strip() for field in header.split("\t")]
    places = _similarities(name, fields)
    label_at = fields.index("label")
    values: list[float] = []
    correct: list[bool] = []
    unlabelled = 0
    for number, line in lines:
        if not line.strip():
            continue
        cells = line.split("\t")
        if len(cells) != len(fields):
            found = f"{len(cells)} field{'s' * (len(cells) != 1)}"
            raise FormatError(f"{name}:{number}", found, f"{len(fields)}, as the header has", "Put a tab between fields.")
        label = _LABELS.get(cells[label_at].strip().lower(), "other")
        if label is None:
            unlabelled += 1
            continue
        if isinstance(label, str):
            raise FormatError(f"{name}:{number}", f"the label {cells[label_at]!r}", "1, correct, 0, incorrect or nothing")
        correct.append(label)
        values += [_similarity(name, number, fields[place], cells[place]) for place in places]
    _check_kinds(name, correct, unlabelled)
    shape = np.array(values, np.float64).reshape(-1, len(places))
    return Labelled(tuple(fields[place] for place in places), shape, np.array(correct, np.bool_), unlabelled)


def _similarities(name: str, fields: Sequence[str]) -> list[int]:
    """Return which fields are similarities."""
    lacking = [field for field in _NAMES if field not in fields]
    twice = sorted({field for field in fields if fields.count(field) > 1})
    places = [place for place, field in enumerate(fields) if field not in _NAMES]
    if lacking or twice:
        problem = f"no column {', '.join(lacking)}" if lacking else f"the column {twice[0]!r} twice"
        raise FormatError(f"{name}:1", problem, _EXPECTED, "Is the first line the header, and are there tabs in it?")
    if not 1 <= len(places) <= 2:
        found = f"{len(places)} columns of similarities"
        raise FormatError(f"{name}:1", found, "one or two besides source, target and label", "Take the other columns out.")
    return places


def _similarity(name: str, number: int, column: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise FormatError(f"{name}:{number}", f"{column} {text[:40]!r}", "a number from 0 to 1") from None
    if not 0 <= value <= 1:  # nor NaN
        raise FormatError(f"{name}:{number}", f"{column} {text[:40]}", "a number from 0 to 1")
    return value


def _check_kinds(name: str, correct: Sequence[bool], unlabelled: int) -> None:
    positive = sum(correct)
    if 0 < positive < len(correct):
        return
    found = f"{len(correct)} labelled pairs, all {'correct' if positive else 'incorrect'}" if correct else "no labelled pair"
    without = f" ({unlabelled} have no label)" if unlabelled else ""
    raise ParagenError(
        f"{name}: found {found}{without}; a threshold divides correct from incorrect pairs. Write 1 or 0 in the column label, "
        "for some dozens of each kind."
    )


def write_candidates(rows: Iterable[tuple[Any, ...]], destination: StrPath, similarities: Sequence[str]) -> int:
    """Write pairs with their similarities, and a column of labels to fill in; return how many.

    Parameters
    ----------
    rows : source, target, and the similarities, each from 0 to 1.
    destination : tab-separated text with a header, gzipped if the name ends in .gz; it appears whole or not at all.
    similarities : their names.
    """
    count = 0
    with text_file(destination) as file:
        file.write(("\t".join(["source", "target", *similarities, "label"]) + "\n").encode())
        for source, target, *values in rows:
            file.write("\t".join([source, target, *(f"{value:.6g}" for value in values), "\n"]).encode())
            count += 1
    return count
