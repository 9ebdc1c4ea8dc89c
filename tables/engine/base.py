"""The interface of an engine: named tables, made from files, from batches or by SQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from paragen.base.destination import StrPath

Batches = Callable[[], Iterator[Any]]
"""Yields the record batches of a source, from the first, each time it is called."""
Function = Callable[[Any], Any]
"""Turns one record batch into another; depends on nothing else, so it may run anywhere."""
Progress = Callable[[str, float], object]
"""Called with the current step and its progress, from 0 to 1."""


class Engine(Protocol):
    """Runs the same SQL wherever the tables are.

    Tables are known by the names given to them; all SQL is understood by both DuckDB and Spark. Rows of a table have no order
    unless a SELECT asks for one.

    Attributes
    ----------
    group_rows : rows that a GROUP BY may take at a time; 0 for no limit.
    """

    group_rows: int

    def source(self, name: str, batches: Batches) -> None:
        """Name a stream of record batches that :meth:`map` reads; it may be read several times."""

    def parquet(self, name: str, paths: Sequence[StrPath]) -> None:
        """Name the rows of Parquet files, or of folders of them."""

    def map(self, name: str, source: str, function: Function, schema: Any) -> None:
        """Make the table ``name`` by applying ``function`` to each batch of ``source``."""

    def table(self, name: str, select: str) -> None:
        """Make the table ``name`` from the rows of a SELECT."""

    def number(self, name: str, select: str) -> None:
        """Make the table ``name`` with the distinct texts of a SELECT (its column ``text``) and numbers ``id`` in the bytewise
        order of the texts."""

    def drop(self, *names: str) -> None:
        """Drop tables, and free their space on disk."""

    def batches(self, select: str) -> Iterator[Any]:
        """Yield the rows of a SELECT as record batches, in its order."""

    def write(self, selects: Sequence[str], destination: StrPath) -> None:
        """Write the rows of SELECTs, one after the other, as Parquet: a file, or a folder of part files."""
