"""Pairs given at load time: a user's own tables beside those of a model."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError

Targets = str | Iterable[str] | Mapping[str, float]
"""One phrase, several, or several with a score in (0, 1] each."""
PairTable = StrPath | Mapping[str, Targets]
"""The file of a table, in any format that ``paragen pack`` reads, or a dictionary of phrases."""
Pair = tuple[list[str], list[str], float]
"""Source words, target words, score."""


def read_tables(tables: Mapping[str, PairTable], words: Callable[[str], list[str]]) -> dict[str, list[Pair]]:
    """Return the pairs of tables by name, their phrases split by ``words``.

    Raises
    ------
    FormatError : a file is not a table.
    ConfigError : no dictionary of tables, a phrase that has no words, or something that is neither a phrase nor a score.
    """
    if not isinstance(tables, Mapping):
        found = type(tables).__name__
        raise ConfigError(
            f"tables: found a {found}, expected tables by name, as {{'mine': {{'use': 'employ'}}}}. "
            "use_tables says which of all tables are used."
        )
    return {name: read_pairs(name, table, words) for name, table in tables.items()}


def read_pairs(name: str, table: PairTable, words: Callable[[str], list[str]]) -> list[Pair]:
    """Return the pairs of a table, their phrases split by ``words``.

    Raises
    ------
    FormatError : the file is not a table.
    ConfigError : a phrase has no words, or something is neither a phrase nor a score.
    """
    if isinstance(table, Mapping):
        return [pair for source, targets in table.items() for pair in _pairs(name, source, targets, words)]
    if not isinstance(table, (str, os.PathLike)):
        raise ConfigError(f"tables: {name} is a {type(table).__name__}, expected a dictionary or the file of a table.")
    return _file_pairs(table, words)


def _pairs(name: str, source: Any, targets: Any, words: Callable[[str], list[str]]) -> Iterator[Pair]:
    def phrase(text: Any) -> list[str]:
        found = words(text) if isinstance(text, str) else []
        if not found:
            raise ConfigError(f"tables: found the phrase {text!r} in {name}, expected one with a word in it.")
        return found

    scored = [targets] if isinstance(targets, str) else targets
    if not isinstance(scored, Iterable):
        found = f"{targets!r} for {source!r}"
        raise ConfigError(f"tables: {name}: found {found}, expected a phrase, a list of them, or phrases with scores.")
    scores = scored.items() if isinstance(scored, Mapping) else ((target, 1.0) for target in scored)
    for target, score in scores:
        yield phrase(source), phrase(target), score


def _file_pairs(path: StrPath, words: Callable[[str], list[str]]) -> list[Pair]:
    """Read a file as packing does: with the same reader, and keeping the better score of a pair that occurs twice."""
    from paragen.tables.io.reading import read_table
    from paragen.tables.store.packer import Packer
    from paragen.tables.store.store import TableStore

    packer = Packer(words)
    read_table(packer, path, labels=False)
    with TemporaryDirectory(prefix="paragen-") as folder:
        packed = Path(folder) / "pairs.bin"
        packer.write(packed)
        store = TableStore(packed)
        return [
            (list(source), list(target), min(1.0, math.exp(logscore)))
            for source, (options,) in store.phrases()
            for target, logscore in options
        ]
