"""Reads aligned patterns into an engine, and pattern pairs, checked."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.tables.engine import Engine, numbers, rows, selects
from paragen.tables.engine.files import check_columns, opened_parquet, parquet_files
from paragen.text.slots import BadPattern, pattern_pair, pattern_words, slots_of

sql = selects("paragen.tables.bilingual.patterns", "patterns.sql")
_MAKE_ALIGNED = "Make the file with `paragen patterns induce`."


def read_aligned(engine: Engine, files: Sequence[StrPath], min_count: int) -> int:
    """Make the table ``aligned`` of the aligned patterns of bitexts; return how many rows it has.

    Raises
    ------
    ConfigError : no file.
    FormatError : a file is malformed; columns are missing; a row lacks a number; a pattern has invalid slots.
    """
    if not files:
        raise ConfigError("patterns: found no file, expected one or more of aligned patterns.")
    selects = []
    for corpus, path in enumerate(files):
        name = f"bitext_{corpus}"
        check_columns(path, ["pattern", "pivot"], ["count", "lex_pattern", "lex_pivot", "line"], _MAKE_ALIGNED)
        engine.parquet(name, [path])
        for row in rows(engine, sql("unsound", table=name)):
            pattern, pivot, *values = row
            raise FormatError(
                os.fspath(path), f"the patterns {pattern!r} and {pivot!r} with the numbers {', '.join(map(str, values))}",
                "two patterns, a count, two weights above 0 and at most 1, and a line", _MAKE_ALIGNED,
            )  # fmt: skip
        _check_slots(engine, name, path)
        selects.append(sql("aligned", corpus=corpus, table=name, min_count=min_count))
    engine.table("aligned", "\nUNION ALL\n".join(selects))
    [count] = numbers(engine, "SELECT count(*) FROM aligned")
    return count


def _check_slots(engine: Engine, name: str, path: StrPath) -> None:
    import pyarrow

    schema = pyarrow.schema([("e", pyarrow.string()), ("f", pyarrow.string())])
    engine.map(f"{name}_bad", name, partial(_with_bad_slots, schema=schema), schema)
    for pattern, pivot in rows(engine, f"SELECT e, f FROM {name}_bad ORDER BY e, f LIMIT 1"):
        try:
            pattern_words(pattern)
        except BadPattern as error:
            raise FormatError(f"{os.fspath(path)}: {pattern!r}", error.found, error.expected, _MAKE_ALIGNED) from None
        found = f"the patterns {pattern!r} and {pivot!r}"
        raise FormatError(os.fspath(path), found, "the same slots in both, one or more", _MAKE_ALIGNED)
    engine.drop(f"{name}_bad")


def _with_bad_slots(batch: Any, schema: Any) -> Any:
    """Return the rows whose patterns cannot be read, or have other slots than their pivots."""
    import pyarrow

    bad = [
        (pattern, pivot)
        for pattern, pivot in zip(batch.column("pattern").to_pylist(), batch.column("pivot").to_pylist(), strict=True)
        if not _is_sound(pattern, pivot)
    ]
    columns = [pyarrow.array([row[i] for row in bad], pyarrow.string()) for i in (0, 1)]
    return pyarrow.RecordBatch.from_arrays(columns, schema=schema)


def _is_sound(pattern: str, pivot: str) -> bool:
    try:
        slots = slots_of(pattern_words(pattern))
    except BadPattern:
        return False
    return bool(slots) and sorted(slots) == sorted(slots_of(pivot.split(" ")))


_MAKE_PAIRS = "Make the file with `paragen patterns extract`."
_TEXTS = ["source", "target"]
_NUMBERS = ["score", "line", "bitext"]


class PatternPair(NamedTuple):
    """A pair of patterns; ``line`` of ``bitext`` is where the source occurs first, both counted from 1, 0 if unknown."""

    source: str
    target: str
    score: float
    line: int
    bitext: int


def read_pattern_pairs(path: StrPath) -> Iterator[PatternPair]:
    """Yield the pairs of ``paragen patterns extract``, in their order.

    Raises
    ------
    FormatError : not such a table; a value is missing; a pattern is malformed.
    """
    check_columns(path, _TEXTS, _NUMBERS, _MAKE_PAIRS)
    for file in parquet_files(path):
        with opened_parquet(file) as opened:
            for batch in opened.iter_batches(columns=[*_TEXTS, *_NUMBERS]):
                for row in zip(*(batch.column(name).to_pylist() for name in (*_TEXTS, *_NUMBERS)), strict=True):
                    if None in row:
                        raise FormatError(os.fspath(path), f"the row {row}", "no empty value", _MAKE_PAIRS)
                    yield PatternPair(*row)


def checked_words(path: StrPath, pair: PatternPair) -> tuple[list[str], list[str]]:
    """Return the words of both sides; raise FormatError if one is malformed."""
    try:
        return pattern_pair(pair.source, pair.target)
    except BadPattern as error:
        raise FormatError(os.fspath(path), error.found, error.expected, _MAKE_PAIRS) from None
