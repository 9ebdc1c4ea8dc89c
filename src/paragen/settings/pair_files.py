"""Phrase pairs as people write them: CSV, TSV, or fields between |||, with two columns or a score as the third."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, shown
from paragen.base.input_files import numbered_lines
from paragen.base.patterns import lazy_pattern

EXPECTED = "phrase pairs: CSV, TSV or `source ||| target ||| score`, plain or compressed"
_FIELDS = "|||"
_LONGEST = 1 << 16  # characters of a line
_SAMPLED = 20  # lines that tell a comma from a semicolon
_COLUMNS = {
    "source": "source src phrase term original word from before input find match wrong avoid",
    "target": "target tgt paraphrase substitute replacement replace_with synonym rewrite to after output preferred use",
    "score": "score probability prob p weight confidence similarity",
}
_HEADINGS = {name: column for column, names in _COLUMNS.items() for name in names.split()}
_NUMBER = lazy_pattern(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")


class PairRow(NamedTuple):
    """A pair, the line it begins on, and its score in (0, 1], if it has one."""

    line: int
    source: str
    target: str
    score: float | None


Row = tuple[int, list[str]]
"""The line on which a record begins, and its fields."""


def read_pair_rows(path: StrPath) -> Iterator[PairRow]:
    """Yield the pairs of a file, in order; empty lines are skipped.

    Fields are separated by ``|||``, tabs, commas or semicolons, as the first line shows; fields of CSV may be quoted. The columns
    are source, target and, optionally, score, or those that a first line names, in any order, among others.

    Raises
    ------
    FormatError : it is a file of another kind, or a line has no source, no target, or a score that is not a number in (0, 1].
    """
    name = os.fspath(path)
    lines = ((number, _bounded(name, number, line)) for number, line in numbered_lines(path, EXPECTED) if line.strip())
    first = list(islice(lines, _SAMPLED))
    if not first:
        raise FormatError(name, "no phrase pair", EXPECTED, "Is it empty?")
    rows = _rows(name, chain(first, lines), _separator([line for _, line in first]))
    yield from _pairs(name, rows)


def _bounded(name: str, number: int, line: str) -> str:
    if len(line) > _LONGEST:
        raise FormatError(f"{name}:{number}", f"a line of {len(line)} characters", EXPECTED, "Is this a list of pairs?")
    return line


def _separator(lines: Sequence[str]) -> str:
    """Return the separator of fields in a file that begins with these lines; "" if there is none."""
    for separator in (_FIELDS, "\t"):
        if separator in lines[0]:
            return separator
    widths = {mark: _widths(lines, mark) for mark in ",;"}
    # the semicolon, if both occur: phrases contain commas, not semicolons
    even = [mark for mark, found in widths.items() if found and min(found) == max(found) > 1]
    found = even[::-1] or [mark for mark in ",;" if widths[mark] and widths[mark][0] > 1]
    return found[0] if found else ""


def _widths(lines: Sequence[str], mark: str) -> list[int]:
    """Return how many fields each line of CSV has; [] if it is not CSV."""
    import csv  # when needed, for a quick start

    try:
        return [len(row) for row in csv.reader(lines, delimiter=mark, skipinitialspace=True) if row]
    except csv.Error:  # a carriage return in the middle of a line
        return []


def _rows(name: str, lines: Iterable[tuple[int, str]], separator: str) -> Iterator[Row]:
    if separator in (",", ";"):
        yield from _csv_rows(name, lines, separator)
        return
    for number, line in lines:
        fields = line.split(separator) if separator else [line]
        yield number, [_unquoted(field.strip()) if separator == "\t" else field.strip() for field in fields]


def _unquoted(field: str) -> str:
    """Return a field of TSV without the quotes that spreadsheets put around it."""
    whole = len(field) > 1 and field[0] == field[-1] == '"'
    return field[1:-1].replace('""', '"').strip() if whole else field


def _csv_rows(name: str, lines: Iterable[tuple[int, str]], separator: str) -> Iterator[Row]:
    import csv

    begin = last = 0

    def texts() -> Iterator[str]:
        nonlocal begin, last
        for last, line in lines:
            begin = begin or last
            yield line + "\n"

    reader = csv.reader(texts(), delimiter=separator, skipinitialspace=True, strict=True)
    while True:
        begin = 0
        try:
            fields = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            found = "a quoted field that never ends" if "unexpected end" in str(error) else f"broken CSV ({error})"
            remedy = "Double each quotation mark within a quoted field, and close the field."
            raise FormatError(f"{name}:{begin or last}", found, EXPECTED, remedy) from None
        yield begin, [field.strip() for field in fields]


def _pairs(name: str, rows: Iterator[Row]) -> Iterator[PairRow]:
    first = next(rows)
    second = next(rows, None)
    columns = _headings(first[1])
    if columns is None and _is_score(first[1]) is False and second is not None and _is_score(second[1]):
        columns = (0, 1, 2)  # headings of other names above the scores
    left = () if second is None else (second,)
    for number, fields in chain(left, rows) if columns else chain((first,), left, rows):
        yield _pair(f"{name}:{number}", number, fields, columns)


def _headings(fields: Sequence[str]) -> tuple[int, int, int | None] | None:
    """Return the columns of source, target and score (None: there is none), if a line names them."""
    names = [_HEADINGS.get(field.lower().lstrip("# ").replace(" ", "_")) for field in fields]
    if "source" not in names or "target" not in names:
        return None
    return names.index("source"), names.index("target"), names.index("score") if "score" in names else None


def _is_score(fields: Sequence[str]) -> bool | None:
    """Return whether the third and last field is a number; None if there is none."""
    return _NUMBER.fullmatch(fields[2]) is not None if len(fields) == 3 and fields[2] else None


def _pair(where: str, number: int, fields: Sequence[str], columns: tuple[int, int, int | None] | None) -> PairRow:
    source, target, score = columns or (0, 1, 2)
    if len(fields) <= max(source, target):
        found = f"{len(fields)} column{'s' * (len(fields) != 1)} in {shown(' | '.join(fields))}"
        remedy = "Separate them by a comma, a tab or ` ||| `."
        if fields[0].startswith("#"):
            remedy = "Is this a comment? Leave it out."
        elif fields[0].startswith(("{", "[", "<")):
            remedy = "Is this JSON or markup? Write a pair a line: `source,target`."
        raise FormatError(where, found, "2: source and target", remedy)
    if columns is None and len(fields) > 3 and not all(map(_NUMBER.fullmatch, fields[2].split())):
        found = f"{len(fields)} columns, and {shown(fields[2])} in the third"
        raise FormatError(where, found, "source, target and score", "Name the columns in a first line: source,target,score.")
    for side, column in (("source", source), ("target", target)):
        if not fields[column]:
            raise FormatError(where, f"an empty {side} in {shown(' | '.join(fields))}", "a phrase", "Leave such pairs out.")
    given = fields[score] if score is not None and score < len(fields) else ""
    return PairRow(number, fields[source], fields[target], _score(where, given) if given else None)


def _score(where: str, text: str) -> float:
    expected = "a score above 0 and at most 1"
    if len(text.split()) > 1:
        remedy = "Is this a Moses phrase table? Pack it with `paragen pack`, which takes one of several scores (--column)."
        raise FormatError(where, f"{len(text.split())} scores", "one", remedy)
    if text.lower().lstrip("+-") in ("nan", "inf", "infinity"):
        raise FormatError(where, f"the score {text}", expected, "Leave such pairs out.")
    if not _NUMBER.fullmatch(text.lstrip("-")):
        decimal = re.fullmatch(r"[0-9]*,[0-9]+", text)
        remedy = f"Write a decimal point: {text.replace(',', '.')}." if decimal else "Write it in figures, as 0.25."
        raise FormatError(where, f"the score {shown(text)}", "a number", remedy)
    value = float(text)
    if not 0 < value <= 1:
        raise FormatError(where, f"the score {text}", expected, "Scores are probabilities: scale them, or leave the column out.")
    return value
