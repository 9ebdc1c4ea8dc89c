"""Reads Parquet tables, a batch of rows at a time, without a Python object a row. Needs `pyarrow`."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np

from paragen.base.errors import FormatError
from paragen.base.packages import optional_package
from paragen.tables.engine.files import check_columns, opened_parquet, parquet_files, texts_of
from paragen.tables.store.pair_errors import explain
from paragen.tables.store.store import BadPair, Packer

_NEEDED = ("source", "target", "score")
_BATCH = 1 << 16


@dataclass
class ReadRows:
    """What the rows of a Parquet table have: licences; of the rows taken, how many with a label, and how many without."""

    licences: set[str] = field(default_factory=set)
    labelled: int = 0
    unlabelled: int = 0


def read_parquet(
    packer: Packer, path: str, name: str, labels: bool = True, progress: Callable[[int], object] | None = None
) -> ReadRows:
    """Read the rows of a Parquet file, or of a folder of them; see :func:`paragen.tables.io.reading.read_table`."""
    read = ReadRows()
    files = parquet_files(path)
    check_columns(path, ("source", "target"), ("score",), "Rename the columns.", optional=("label",))
    only = _table_to_take(path, files, name)
    for file in files:
        _read_file(packer, file, only, labels, read, progress)
    if read.labelled and not read.unlabelled:
        raise FormatError(
            path, "a label in every row", "an empty one in some, with the best score of a pair over its labels",
            "Make the table with `paragen pivot`.",
        )  # fmt: skip
    return read


def _read_file(
    packer: Packer, path: str, only: str | None, labels: bool, read: ReadRows, progress: Callable[[int], object] | None
) -> None:
    pyarrow = optional_package("pyarrow", path, "parquet")
    compute = optional_package("pyarrow.compute", path, "parquet")
    before = packer.pairs
    with opened_parquet(path) as file:
        wanted = [column for column in (*_NEEDED, "table", "licence", "label") if column in file.schema_arrow.names]
        for batch in file.iter_batches(_BATCH, columns=wanted):
            rows = batch.num_rows
            if only is not None:
                batch = batch.filter(compute.equal(batch.column("table").cast(pyarrow.large_string()), only))
            if "licence" in wanted:
                read.licences.update(text for text in batch.column("licence").unique().to_pylist() if text)
            columns = ["source", "target"]
            if "label" in wanted:
                batch = _by_label(compute, batch, labels, read)
                columns += ["label"] * labels
            texts = [texts_of(batch.column(column)) for column in columns]
            try:
                packer.add_columns(*texts[0], *texts[1], _scores(pyarrow, batch), *chain.from_iterable(texts[2:]))
            except BadPair as bad:
                bad.number -= before
                raise explain(path, "row" if only is None else f"table {only}, row", bad) from None
            if progress:
                progress(os.path.getsize(path) * rows // max(file.metadata.num_rows, 1))


def _by_label(compute: Any, batch: Any, labels: bool, read: ReadRows) -> Any:
    """Count the rows with and without a label; return those that are taken."""
    unlabelled = compute.equal(compute.fill_null(batch.column("label").cast("string"), ""), "")
    empty = compute.sum(unlabelled).as_py() or 0
    read.unlabelled += empty
    read.labelled += batch.num_rows - empty
    return batch if labels else batch.filter(unlabelled)


def _table_to_take(path: str, files: list[str], name: str) -> str | None:
    """Return the value of column ``table`` whose rows are to be taken, or None for all rows."""
    found: set[str] = set()
    for each in files:
        with opened_parquet(each) as file:
            if "table" not in file.schema_arrow.names:
                return None
            for batch in file.iter_batches(_BATCH, columns=["table"]):
                found.update(str(value) for value in batch.column(0).unique().to_pylist())
    if name in found:
        return name
    if len(found) > 1:
        raise FormatError(
            path, f"the tables {', '.join(sorted(found)[:10])}", f"one named {name}", "Name the table as its column `table` does."
        )
    return None


def _scores(pyarrow: Any, batch: Any) -> np.ndarray:
    """Return the scores; null is NaN, which the packer refuses."""
    column = batch.column("score").cast(pyarrow.float64())
    return np.ascontiguousarray(column.to_numpy(zero_copy_only=False))
