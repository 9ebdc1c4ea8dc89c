"""What an engine offers: named tables, made from files, from batches or by plain SQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from paragen.base.destination import StrPath

Batches = Callable[[], Iterator[Any]]
"""Gives the record batches of a source, from the first, each time it is called."""
Function = Callable[[Any], Any]
"""Makes one record batch of another; gets nothing else, so that it may run anywhere."""
Progress = Callable[[str, float], object]
"""Told which step is at work and how far it is, from 0 to 1."""


class Engine(Protocol):
    """Runs one text of SQL wherever the tables are.

    A table is known by the name it was given; all SQL is what DuckDB and Spark understand alike. Rows of a table have no
    order, unless a SELECT asks for one.

    Attributes
    ----------
    group_rows : rows that a GROUP BY may take at a time; 0 where there is no need to ask.
    """

    group_rows: int

    def source(self, name: str, batches: Batches) -> None:
        """Name a stream of record batches that :meth:`map` reads; it may be read several times."""

    def parquet(self, name: str, paths: Sequence[StrPath]) -> None:
        """Name the rows of Parquet files, or of folders of them."""

    def map(self, name: str, source: str, function: Function, schema: Any) -> None:
        """Make the table ``name`` of what ``function`` makes of each batch of ``source``."""

    def table(self, name: str, select: str) -> None:
        """Make the table ``name`` of the rows of a SELECT."""

    def number(self, name: str, select: str) -> None:
        """Make the table ``name`` of the distinct texts of a SELECT, its column ``text``, and of numbers ``id`` that sort as
        they do, bytewise."""

    def drop(self, *names: str) -> None:
        """Forget tables, and what they take on disk."""

    def batches(self, select: str) -> Iterator[Any]:
        """Give the rows of a SELECT as record batches, in its order."""

    def write(self, selects: Sequence[str], destination: StrPath) -> None:
        """Write the rows of SELECTs, one after the other, as Parquet: a file, or a folder of part files."""
