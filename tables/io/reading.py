"""Reads interchange tables into a packer: text (plain or compressed), Moses phrase tables, Parquet."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.base.input_files import PARQUET, TABLE, OpenedFile
from paragen.tables.store.pair_errors import explain
from paragen.tables.store.store import TOP, BadPair, Packer

if TYPE_CHECKING:
    from paragen.tables.io.parquet import ReadRows

Progress = Callable[[int], object]
"""Called with the number of bytes of the file read since the last call."""


@dataclass(frozen=True)
class ReadTable:
    """What reading a table found.

    Attributes
    ----------
    left_out : pairs left out, as one side has no word.
    licences : that a Parquet file states, sorted.
    labelled : rows with a syntactic label.
    """

    left_out: int
    licences: tuple[str, ...] = ()
    labelled: int = 0


def read_table(
    packer: Packer, path: StrPath, name: str = "", column: int = 0, progress: Progress | None = None, top: int = TOP,
    labels: bool = True, patterns: bool = False,
) -> ReadTable:
    """Read one table file into ``packer``.

    Parameters
    ----------
    packer : takes the pairs; its table is begun and ended here.
    path : a text table (plain or compressed, whatever its name), a Parquet file, or a folder of such files.
    name : of the table; of a Parquet file with a column ``table`` that holds this name, only those rows are taken.
    column : which of several scores to take, from 1; 0 where there is only one.
    progress : called with how many bytes have been read.
    top : maximum number of options kept for a phrase, and for a phrase with a label.
    labels : whether to take rows with a syntactic label (Parquet's column ``label``), as phrases that end in `label_word`.
    patterns : whether phrases may have slots; see `paragen.text.slots`.

    Raises
    ------
    FormatError : the file or a line of it is malformed.
    OSError : it cannot be read.
    """
    path = os.fspath(path)
    packer.begin_table(column, patterns)
    rows = None
    if os.path.isdir(path):
        rows = _read_parquet(packer, path, name, column, labels, progress)
    else:
        with OpenedFile(path, TABLE, (PARQUET,)) as file:  # once, as it may be a pipe
            if file.head.startswith(PARQUET):
                rows = _read_parquet(packer, path, name, column, labels, progress)
            else:
                _read_text(packer, file, progress)
    read = packer.pairs
    try:
        left_out = packer.end_table(top)
    except BadPair as bad:
        raise explain(path, "row" if rows is not None else "line", bad) from None
    if read == left_out:
        remedy = "Did the program that wrote it fail?"
        raise FormatError(path, "no phrase pair", "at least one `source ||| target ||| score`", remedy)
    if rows is None:
        return ReadTable(left_out)
    return ReadTable(left_out, tuple(sorted(rows.licences)), rows.labelled)


def _read_parquet(packer: Packer, path: str, name: str, column: int, labels: bool, progress: Progress | None) -> ReadRows:
    if column > 1:
        raise ConfigError(f"{path}: a Parquet table has one column named score: --column does not apply.")
    from paragen.tables.io.parquet import read_parquet  # and numpy

    return read_parquet(packer, path, name, labels, progress)


# The packer's own parser, as the core install has no DuckDB, and packing text should not need it.
def _read_text(packer: Packer, file: OpenedFile, progress: Progress | None) -> None:
    try:
        for piece in file.pieces(progress):
            packer.feed(piece)
        packer.feed_end()
    except BadPair as bad:
        raise explain(file.path, "line", bad) from None
