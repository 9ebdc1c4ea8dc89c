"""Arrow columns as arrays that kernels read."""

from __future__ import annotations

from typing import Any

import numpy as np


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
