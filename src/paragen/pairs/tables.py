"""Tables given at load time: a user's own pairs beside those of a model."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError, shown
from paragen.base.wrong_files import PARQUET
from paragen.pairs.files import PairRow, read_pair_rows
from paragen.text.render import AsWritten
from paragen.text.tokenizer import Tokenizer

Targets = str | Iterable[str] | Mapping[str, float]
"""One phrase, several, or several with a score in (0, 1] each."""
PairTable = StrPath | Mapping[str, Targets]
"""The file of a table, in any format that :func:`read_pair_rows` reads, or Parquet; or a dictionary of phrases."""
Words = tuple[str, ...]
Pair = tuple[Words, Words, float]
"""Source words, target words, score."""


@dataclass(frozen=True)
class GivenTable:
    """The pairs of one table, and how their words are written if not in lower case.

    Attributes
    ----------
    pairs : as lookup forms.
    written : how targets are written that have capitals of their own, or whose sources have.
    cased : for sources with capitals, every way they are written; they match no other.
    """

    pairs: list[Pair] = field(default_factory=list)
    written: dict[Words, AsWritten] = field(default_factory=dict)
    cased: dict[Words, frozenset[Words]] = field(default_factory=dict)


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


def own_capitals(forms: Words, surfaces: Words, source: str) -> Words:
    """Return the words of a target with the capitals that belong to it.

    A single capital at the beginning of both sides of a pair is how the pair is written, as at the beginning of a sentence.
    """
    kept = [surface if surface.lower() == form else form for form, surface in zip(forms, surfaces, strict=True)]
    one_each = kept[1:] == list(forms[1:]) and kept[0][1:] == forms[0][1:] and not any(map(str.isupper, source[1:]))
    if one_each and source[:1].isupper():
        kept[0] = forms[0]
    return tuple(kept)


def has_capitals(written: Words, forms: Words, surfaces: Iterable[str]) -> bool:
    """Return whether words of a text are written as a phrase is: with its capitals where it has some, in any case elsewhere."""
    return all(surface == word for word, form, surface in zip(written, forms, surfaces, strict=True) if word != form)


def _table(rows: Iterable[PairRow], tokenizer: Tokenizer, path: str) -> GivenTable:
    """Make a table of rows; ``path``: the file, whose lines errors name."""
    pairs: list[Pair] = []
    written: dict[Words, AsWritten] = {}
    cased: dict[Words, set[Words]] = {}
    plain = set()
    for row in rows:
        source, source_surfaces = _words(row.source, tokenizer, path, row.line)
        target, target_surfaces = _words(row.target, tokenizer, path, row.line)
        pairs.append((source, target, 1.0 if row.score is None else row.score))
        if row.source.islower() and row.target.islower():
            plain.add(source)
            continue
        as_written = own_capitals(source, source_surfaces, row.target)
        if as_written != source:
            cased.setdefault(source, set()).add(as_written)
        else:
            plain.add(source)
        own = own_capitals(target, target_surfaces, row.source)
        if own != target or as_written != source:
            written[target] = AsWritten(own, verbatim=as_written != source)
    only = {source: frozenset(ways) for source, ways in cased.items() if source not in plain}
    return GivenTable(pairs, written, only)


def _words(text: str, tokenizer: Tokenizer, path: str, line: int) -> tuple[Words, Words]:
    """Return a phrase's lookup forms, and its words as written."""
    spans = tokenizer.tokens(text)
    forms = tuple(tokenizer.forms(text, spans))
    if not forms or (tokenizer.tokenized and not {"<s>", "</s>"}.isdisjoint(forms)):
        where, expected = f"{path}:{line}" if path else "tables", "one with ordinary words in it"
        raise FormatError(where, f"the phrase {shown(text)}", expected, "Leave such pairs out.")
    return forms, tuple(text[begin:end] for begin, end in spans)


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
    from paragen.tables.store.packer import Packer
    from paragen.tables.store.store import TableStore

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
