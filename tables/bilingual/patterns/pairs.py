"""Reads pattern pairs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.tables.engine.files import check_columns, opened_parquet, parquet_files
from paragen.text.slots import BadPattern, pattern_pair

_MAKE = "Make the file with `paragen patterns extract`."
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
    check_columns(path, _TEXTS, _NUMBERS, _MAKE)
    for file in parquet_files(path):
        with opened_parquet(file) as opened:
            for batch in opened.iter_batches(columns=[*_TEXTS, *_NUMBERS]):
                for row in zip(*(batch.column(name).to_pylist() for name in (*_TEXTS, *_NUMBERS)), strict=True):
                    if None in row:
                        raise FormatError(os.fspath(path), f"the row {row}", "no empty value", _MAKE)
                    yield PatternPair(*row)


def checked_words(path: StrPath, pair: PatternPair) -> tuple[list[str], list[str]]:
    """Return the words of both sides; raise FormatError if one is malformed."""
    try:
        return pattern_pair(pair.source, pair.target)
    except BadPattern as error:
        raise FormatError(os.fspath(path), error.found, error.expected, _MAKE) from None
