"""Engines, which run the SQL and batch functions of the bilingual chain: their interface, statements to run, and their results.

An engine has named tables, made from files, from batches or by SQL; `paragen.tables.builder` opens one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from importlib import resources
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

    def table(self, name: str, select: str, drop: Sequence[str] = ()) -> None:
        """Make the table ``name`` from the rows of a SELECT, and then drop those that are used up."""

    def number(self, name: str, select: str) -> None:
        """Make the table ``name`` with the distinct texts of a SELECT (its column ``text``) and numbers ``id`` in the bytewise
        order of the texts."""

    def drop(self, *names: str) -> None:
        """Drop tables, and free their space on disk."""

    def batches(self, select: str) -> Iterator[Any]:
        """Yield the rows of a SELECT as record batches, in its order."""

    def write(self, selects: Sequence[str], destination: StrPath) -> None:
        """Write the rows of SELECTs, one after the other, as Parquet: a file, or a folder of part files."""


def rows(engine: Engine, select: str) -> list[tuple[Any, ...]]:
    """Return the rows of a SELECT with few rows."""
    return [tuple(row.values()) for batch in engine.batches(select) for row in batch.to_pylist()]


def numbers(engine: Engine, select: str) -> list[int]:
    """Return the one row of a SELECT."""
    [row] = rows(engine, select)
    return list(row)


_HEADING = re.compile(r"^-- table: (\w+)\n", re.MULTILINE)


@cache
def statements(package: str, file: str) -> dict[str, str]:
    """Return the SELECTs of a package's .sql file by the names in their headings, ``-- table: NAME``.

    ``{word}`` in them is a placeholder for a number or a name.
    """
    text = resources.files(package).joinpath(file).read_text(encoding="utf-8")
    _, *parts = _HEADING.split(text)
    return {name: select.strip() for name, select in zip(parts[::2], parts[1::2], strict=True)}


def selects(package: str, file: str) -> Callable[..., str]:
    """Return the function that gives a SELECT of a package's file by its name, with values for the placeholders.

    Values are checked numbers and the program's own names, never text a user typed.
    """
    return lambda name, **values: statements(package, file)[name].format(**values)


def make_tables(engine: Engine, steps: Iterable[Sequence[str]], select: Callable[[str], str]) -> None:
    """Make the table that each step begins with, of the SELECT of its name, and drop the others that the step names."""
    for name, *used_up in steps:
        engine.table(name, select(name), drop=used_up)


def quoted(text: str) -> str:
    """Return a text as an SQL string literal."""
    return "'" + text.replace("'", "''") + "'"
