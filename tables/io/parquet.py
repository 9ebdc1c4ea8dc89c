"""Reads Parquet tables, a batch of rows at a time, without a Python object a row. Needs `pyarrow`."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np

from paragen.base.errors import FormatError
from paragen.base.packages import optional_package
from paragen.tables.engine.columns import texts_of
from paragen.tables.engine.files import check_columns, opened_parquet, parquet_files
from paragen.tables.store.packer import BadPair, Packer
from paragen.tables.store.pair_errors import explain

_NEEDED = ("source", "target", "score")
_BATCH = 1 << 16


def read_parquet(packer: Packer, path: str, name: str, progress: Callable[[int], object] | None = None) -> list[str]:
    """Read the rows of a Parquet file, or of a folder of them; see :func:`paragen.tables.io.reading.read_table`."""
    licences: set[str] = set()
    files = parquet_files(path)
    check_columns(path, ("source", "target"), ("score",), "Rename the columns.")
    only = _table_to_take(path, files, name)
    for file in files:
        _read_file(packer, file, only, licences, progress)
    return sorted(licences)


def _read_file(
    packer: Packer, path: str, only: str | None, licences: set[str], progress: Callable[[int], object] | None
) -> None:
    pyarrow = optional_package("pyarrow", path, "parquet")
    compute = optional_package("pyarrow.compute", path, "parquet")
    before = packer.pairs
    with opened_parquet(path) as file:
        wanted = [column for column in (*_NEEDED, "table", "licence") if column in file.schema_arrow.names]
        for batch in file.iter_batches(_BATCH, columns=wanted):
            rows = batch.num_rows
            if only is not None:
                batch = batch.filter(compute.equal(batch.column("table").cast(pyarrow.large_string()), only))
            if "licence" in wanted:
                licences.update(text for text in batch.column("licence").unique().to_pylist() if text)
            try:
                packer.add_columns(*texts_of(batch.column("source")), *texts_of(batch.column("target")), _scores(pyarrow, batch))
            except BadPair as bad:
                bad.number -= before
                raise explain(path, "row" if only is None else f"table {only}, row", bad) from None
            if progress:
                progress(os.path.getsize(path) * rows // max(file.metadata.num_rows, 1))


def _table_to_take(path: str, files: list[str], name: str) -> str | None:
    """Return the value of column ``table`` whose rows are meant, or None for all rows."""
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
