"""Tables given at load time: a user's own pairs beside those of a model."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError, shown
from paragen.base.input_files import PARQUET
from paragen.settings.pair_files import PairRow, read_pair_rows
from paragen.text.tokenizer import Tokenizer
from paragen.text.written import Words, WrittenForms, written_forms

Targets = str | Iterable[str] | Mapping[str, float]
"""One phrase, several, or several with a score in (0, 1] each."""
PairTable = StrPath | Mapping[str, Targets]
"""The file of a table, in any format that :func:`read_pair_rows` reads, or Parquet; or a dictionary of phrases."""
Pair = tuple[Words, Words, float]
"""Source words, target words, score."""


class GivenTable(NamedTuple):
    """The pairs of one table as lookup forms, and how their words are written if not in lower case."""

    pairs: list[Pair]
    written: WrittenForms = WrittenForms()


def read_tables(tables: Mapping[str, PairTable], tokenizer: Tokenizer) -> dict[str, GivenTable]:
    """Return tables by name, their phrases split as the model's.

    Raises
    ------
    FormatError : a file is not a table.
    ConfigError : not a dictionary of tables, a phrase without words, or something that is neither a phrase nor a score.
    """
    if not isinstance(tables, Mapping):
        raise ConfigError(
            f"tables: found a {type(tables).__name__}, expected tables by name, as {{'mine': {{'use': 'employ'}}}}. "
            "use_tables says which of all tables are used."
        )
    return {name: read_given(name, table, tokenizer) for name, table in tables.items()}


def read_given(name: str, table: PairTable, tokenizer: Tokenizer) -> GivenTable:
    """Return one table; see :func:`read_tables`."""
    if isinstance(table, Mapping):
        return _table(_dictionary_rows(name, table), tokenizer, "")
    if not isinstance(table, (str, os.PathLike)):
        raise ConfigError(f"tables: {name} is a {type(table).__name__}, expected a dictionary or the file of a table.")
    if _is_parquet(table):
        return GivenTable(_packed_pairs(table, tokenizer))
    return _table(read_pair_rows(table), tokenizer, os.fspath(table))


def _table(rows: Iterable[PairRow], tokenizer: Tokenizer, path: str) -> GivenTable:
    """Make a table of rows; ``path``: the file, whose lines errors name."""
    found: Sequence[PairRow] = list(rows)
    pairs = [
        (
            _words(row.source, tokenizer, path, row.line), _words(row.target, tokenizer, path, row.line),
            1.0 if row.score is None else row.score,
        )
        for row in found
    ]  # fmt: skip
    return GivenTable(pairs, written_forms(lambda: ((row.source, row.target) for row in found), tokenizer))


def _words(text: str, tokenizer: Tokenizer, path: str, line: int) -> Words:
    """Return a phrase's lookup forms."""
    forms = tuple(tokenizer.words(text))
    if not forms or (tokenizer.tokenized and not {"<s>", "</s>"}.isdisjoint(forms)):
        where, expected = f"{path}:{line}" if path else "tables", "one with ordinary words in it"
        raise FormatError(where, f"the phrase {shown(text)}", expected, "Leave such pairs out.")
    return forms


def _dictionary_rows(name: str, table: Mapping[str, Targets]) -> Iterator[PairRow]:
    for source, targets in table.items():
        scored: Any = [targets] if isinstance(targets, str) else targets
        if not isinstance(scored, Iterable):
            found = f"{targets!r} for {source!r}"
            raise ConfigError(f"tables: {name}: found {found}, expected a phrase, a list of them, or phrases with scores.")
        for target, score in scored.items() if isinstance(scored, Mapping) else ((target, 1.0) for target in scored):
            for phrase in (source, target):
                if not (isinstance(phrase, str) and phrase.strip()):
                    raise ConfigError(f"tables: found the phrase {phrase!r} in {name}, expected one with a word in it.")
            yield PairRow(0, source, target, score)


def _is_parquet(path: StrPath) -> bool:
    """Tell whether a file, or all in a folder, is Parquet; a pipe is not looked into."""
    if os.path.isdir(path):
        return True
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return file.read(len(PARQUET)) == PARQUET


def _packed_pairs(path: StrPath, tokenizer: Tokenizer) -> list[Pair]:
    """Read Parquet as packing does: with the same reader, and keeping the better score of a pair that occurs twice."""
    from tempfile import TemporaryDirectory

    from paragen.tables.io.reading import read_table
    from paragen.tables.store.store import Packer, TableStore

    packer = Packer(None if tokenizer.tokenized else tokenizer.words)
    read_table(packer, path, labels=False)
    with TemporaryDirectory(prefix="paragen-") as folder:
        packed = Path(folder) / "pairs.bin"
        packer.write(packed)
        store = TableStore(packed)
        return [
            (tuple(source), tuple(target), min(1.0, math.exp(logscore)))
            for source, (options,) in store.phrases()
            for target, logscore in options
        ]
