"""Sentence pairs as tab-separated lines."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, shown
from paragen.base.input_files import Lines, numbered_lines
from paragen.tables.builder import Skips
from paragen.tables.io.writing import text_file
from paragen.tables.resources.comparable.articles import ARTICLES

_SIDES = (("source", "target"), ("sentence1", "sentence2"), ("#1 String", "#2 String"))  # the last: MSRP
_LABELS = ("label", "Quality")
_NEITHER = ("", "0", "0.0")
_HEADER = "source\ttarget\toverlap\n"


def is_pairs(path: StrPath) -> bool:
    """Return whether a file has sentence pairs rather than articles, judging by its beginning.

    Raises
    ------
    FormatError : it is neither.
    """
    with Lines(path, ARTICLES, tidy=False) as lines:
        head, first = lines.head, lines.take(1)
    if not first:
        raise FormatError(os.fspath(path), "an empty file", ARTICLES, "Is this the right file?")
    if head.lstrip()[:1] in (b"{", b"["):
        return False
    if "\t" in first[0]:
        return True
    raise FormatError(f"{os.fspath(path)}:1", shown(first[0]), ARTICLES, "Is this the right file?")


def read_sentence_pairs(path: StrPath, skips: Skips) -> Iterator[tuple[str, str]]:
    """Yield the sentence pairs of a file.

    Parameters
    ----------
    path : lines of two sentences separated by a tab; or lines under a header that names the columns ``source`` and
        ``target``, as written by :func:`write_sentence_pairs`, or those of MSRP.
    skips : counts pairs with an empty side, pairs of identical sentences, and those whose ``label`` (MSRP: ``Quality``)
        is 0: they are left out.

    Raises
    ------
    FormatError : a line has a different number of columns from the first.
    """
    columns: tuple[int, int, int | None] | None = None
    width = 0
    for number, line in numbered_lines(path, ARTICLES):
        where = f"{os.fspath(path)}:{number}"
        if not line.strip():
            continue
        cells = line.split("\t")
        if columns is None:
            width, columns, headed = len(cells), *_columns(cells, where)
            if headed:
                continue
        if len(cells) != width:
            found = f"{len(cells)} column{'s' * (len(cells) != 1)}"
            raise FormatError(where, found, f"{width}, as the first line has", "Is there a tab within a sentence?")
        source, target = (cells[column].strip() for column in columns[:2])
        if columns[2] is not None and cells[columns[2]].strip() in _NEITHER[1:]:
            skips.add("sentence pairs labelled as not paraphrases", where)
        elif not (source and target):
            skips.add("sentence pairs with an empty side", where)
        elif source == target:
            skips.add("pairs of identical sentences", where, source)
        else:
            yield source, target


def _columns(cells: list[str], where: str) -> tuple[tuple[int, int, int | None], bool]:
    """Return the columns of the sentences and of the label, and whether the line is a header."""
    for sides in _SIDES:
        if all(side in cells for side in sides):
            label = next((cells.index(name) for name in _LABELS if name in cells), None)
            return (cells.index(sides[0]), cells.index(sides[1]), label), True
    if len(cells) == 2:
        return (0, 1, None), False
    raise FormatError(
        where, f"{len(cells)} columns", "two sentences, or a header that names the columns source and target",
        "Write the header `source<tab>target…` first.",
    )  # fmt: skip


def write_sentence_pairs(rows: Iterable[tuple[str, str, float]], path: StrPath) -> int:
    """Write sentence pairs with their overlap, under a header, whole or not at all; return how many.

    Gzipped if the name ends in .gz.
    """
    count = 0
    with text_file(path) as file:
        file.write(_HEADER.encode())
        for source, target, overlap in rows:
            file.write(f"{source}\t{target}\t{overlap:.4f}\n".encode())
            count += 1
    return count
