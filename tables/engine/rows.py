"""Small results as Python objects."""

from __future__ import annotations

from typing import Any

from paragen.tables.engine.base import Engine


def rows(engine: Engine, select: str) -> list[tuple[Any, ...]]:
    """Return the rows of a SELECT with few rows."""
    return [tuple(row.values()) for batch in engine.batches(select) for row in batch.to_pylist()]


def numbers(engine: Engine, select: str) -> list[int]:
    """Return the one row of a SELECT."""
    [row] = rows(engine, select)
    return list(row)
