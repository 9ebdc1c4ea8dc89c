"""Parquet tables on disk, one file or a folder of part files, and their columns as arrays that kernels read."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, first_line
from paragen.base.input_files import PARQUET, TABLE, refuse_wrong_file
from paragen.base.packages import optional_package

_ROW_GROUP = 122_880  # rows; the unit of work for readers


def parquet_files(path: StrPath) -> list[str]:
    """Return the Parquet files of a table, in the order of their names.

    Raises
    ------
    FormatError : the file is not Parquet, or the folder has no such file.
    OSError : it cannot be read.
    """
    folder = Path(path)
    if folder.is_dir():
        files = sorted(file for file in folder.glob("*.parquet") if not file.name.startswith((".", "_")))
        if not files:
            raise FormatError(os.fspath(path), "a folder without .parquet files", "a Parquet table", "Name the table itself.")
    else:
        files = [folder]
    for file in files:
        _check_name(file)
        _check_magic(file)
    return [os.fspath(file) for file in files]


class OpenedParquet:
    """A Parquet file, open; its rows are checked, as damage may leave texts that are not UTF-8.

    Attributes
    ----------
    schema_arrow, metadata : those of pyarrow.
    """

    def __init__(self, file: Any) -> None:
        self._file, self.schema_arrow, self.metadata = file, file.schema_arrow, file.metadata

    def iter_batches(self, rows: int = 1 << 16, **chosen: Any) -> Iterator[Any]:
        """Yield record batches of so many rows; ``chosen``: as pyarrow takes it."""
        for batch in self._file.iter_batches(rows, **chosen):
            batch.validate(full=True)
            yield batch

    def read(self) -> Any:
        """Return all rows as a table."""
        table = self._file.read()
        table.validate(full=True)
        return table


@contextmanager
def opened_parquet(path: StrPath) -> Iterator[OpenedParquet]:
    """Open one of `parquet_files` with pyarrow; damage found now or while reading is a FormatError."""
    name = os.fspath(path)
    parquet = optional_package("pyarrow.parquet", f"{name}: reading Parquet", "parquet")
    try:
        with parquet.ParquetFile(name) as file:
            yield OpenedParquet(file)
    except (optional_package("pyarrow", name, "parquet").ArrowException, OSError, UnicodeDecodeError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        reason = first_line(error)
        raise FormatError(name, f"a damaged Parquet file ({reason})", "an intact one", "Write or fetch it again.") from None


def is_parquet(path: StrPath) -> bool:
    """Return whether ``path`` is a folder, or a Parquet file by its first bytes."""
    if os.path.isdir(path):
        return True
    with open(path, "rb") as file:
        return file.read(4) == PARQUET


def write_parquet(batches: Iterable[Any], path: StrPath) -> None:
    """Write record batches, at least one, to a file whose bytes do not depend on how the rows were batched."""
    # opened here, as pyarrow accepts only UTF-8 names and hides the operating system's errors
    with open(path, "wb") as file:
        write_parquet_rows(batches, file)


def write_parquet_rows(batches: Iterable[Any], file: IO[bytes]) -> None:
    """Write record batches, at least one, to an open file; see `write_parquet`."""
    import pyarrow
    import pyarrow.parquet

    groups = _row_groups(pyarrow, batches)
    first = next(groups)
    with pyarrow.parquet.ParquetWriter(file, first.schema, compression="zstd") as writer:
        while first is not None:
            writer.write_table(first, row_group_size=_ROW_GROUP)
            first = next(groups, None)


def _row_groups(pyarrow: Any, batches: Iterable[Any]) -> Iterator[Any]:
    """Yield the rows as tables of row-group size; the last may be smaller."""
    held: list[Any] = []
    rows = whole = 0
    for batch in batches:
        held.append(batch)
        rows += batch.num_rows
        if rows >= _ROW_GROUP:
            table = pyarrow.Table.from_batches(held)
            whole = rows - rows % _ROW_GROUP
            yield table.slice(0, whole).combine_chunks()
            held, rows = table.slice(whole).to_batches(), rows - whole
    if rows or not whole:
        yield pyarrow.Table.from_batches(held)


def check_columns(
    path: StrPath, texts: Sequence[str], numbers: Sequence[str], remedy: str, optional: Sequence[str] = ()
) -> set[str]:
    """Raise FormatError if a file of the table is damaged, or lacks one of the text or number columns.

    ``optional`` are columns of texts that all files have or none; those that they have are returned.
    """
    had: list[set[str]] = []
    needed = [*texts, *numbers]
    for file in parquet_files(path):
        with opened_parquet(file) as opened:
            schema = opened.schema_arrow
        if missing := [column for column in needed if column not in schema.names]:
            found = f"the columns {', '.join(schema.names)}; {', '.join(missing)} missing"
            raise FormatError(file, found, f"the columns {', '.join(needed)}", remedy)
        had.append({column for column in optional if column in schema.names})
        if had[-1] != had[0]:
            found = f"part files of one table with and without the column {min(had[-1] ^ had[0])}"
            raise FormatError(file, found, "the same columns in all", remedy)
        for expected, columns in (("texts", [*texts, *sorted(had[-1])]), ("numbers", numbers)):
            for column in columns:
                if (kind := _kind(schema.types[schema.names.index(column)])) not in (expected, "null"):
                    raise FormatError(file, f"{kind} in the column {column}", expected, remedy)
    return had[0]


def _kind(type_: Any) -> str:
    """Return "texts" or "numbers", or the name of a type that is neither."""
    from pyarrow import types

    if types.is_dictionary(type_):
        type_ = type_.value_type
    if types.is_string(type_) or types.is_large_string(type_):
        return "texts"
    if types.is_integer(type_) or types.is_floating(type_) or types.is_decimal(type_):
        return "numbers"
    return str(type_)


def _check_name(path: Path) -> None:
    try:
        os.fspath(path).encode()
    except UnicodeEncodeError as error:
        shown = error.object.encode(errors="backslashreplace").decode()
        raise FormatError(shown, "a name that is not UTF-8", "one that is", "Rename the file.") from None


def _check_magic(path: Path) -> None:
    with open(path, "rb") as file:
        head = file.read(64)
        file.seek(0, os.SEEK_END)
        size = file.tell()
        file.seek(max(size - 4, 0))
        tail = file.read(4)
    if not head.startswith(PARQUET):
        refuse_wrong_file(os.fspath(path), head, TABLE)
        raise FormatError(os.fspath(path), "other bytes", "a Parquet file")
    if tail != PARQUET or size < 12:
        raise FormatError(os.fspath(path), "a Parquet file cut short", "an intact one", "Write or fetch it again.")


def whole(column: Any) -> Any:
    """Return a column as one array."""
    return column.combine_chunks() if hasattr(column, "combine_chunks") else column


def as_it_is(batch: Any) -> Any:
    """Return a batch unchanged, to make a table of the batches of a source."""
    return batch


def texts_of(column: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return texts as offsets into UTF-8 bytes, and those bytes; null becomes empty."""
    import pyarrow as pa

    column = whole(column.cast(pa.large_string())).fill_null("")
    _, offsets, data = column.buffers()
    if offsets is None or len(column) == 0:
        return np.zeros(len(column) + 1, np.int64), np.empty(0, np.uint8)
    ends = np.frombuffer(offsets, np.int64, len(column) + 1, column.offset * 8)
    return ends, np.frombuffer(data, np.uint8) if data is not None else np.empty(0, np.uint8)


def text_column(texts: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return texts as :func:`texts_of` does."""
    import pyarrow as pa

    return texts_of(pa.array(texts, pa.string()))
