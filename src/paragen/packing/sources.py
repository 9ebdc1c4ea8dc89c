"""The tables to pack: where they are, and how they are read."""

from __future__ import annotations

import math
import os
import re
import shutil
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.base.input_files import PARQUET, TABLE, OpenedFile, placed_lines
from paragen.base.output_files import scratch_directory
from paragen.model.description import PATTERNS, TableInfo
from paragen.model.weights import check_table_names
from paragen.packing.options import TableSource
from paragen.settings.pair_files import read_pair_rows
from paragen.settings.syntax import MODES
from paragen.tables.io.reading import read_table
from paragen.tables.store.store import LABEL_MARK, MAX_TOP, Packer, TableStore
from paragen.text.languages import Language
from paragen.text.languages.english import ENGLISH
from paragen.text.tokenizer import Tokenizer
from paragen.text.written import WrittenForms, written_forms

_COLUMNS = re.compile(r"\.[ct]sv(?:\.(?:gz|bz2|xz|zst))?$", re.IGNORECASE)


def checked_sources(tables: Mapping[str, TableSource | StrPath]) -> dict[str, TableSource]:
    """Return tables to pack by name; raise ConfigError for a name or option that cannot be used."""
    sources = {name: item if isinstance(item, TableSource) else TableSource(item) for name, item in tables.items()}
    check_table_names(list(sources))
    for name, source in sources.items():
        _check_source(name, source)
    return sources


def _check_source(name: str, source: TableSource) -> None:
    """Raise ConfigError for options that cannot be used."""
    if source.floor is not None and not (math.isfinite(source.floor) and source.floor <= 0):
        raise ConfigError(
            f"Floor of table {name}: {source.floor:g}, expected a natural logarithm: 0 (no effect) or less, as -4.6 for 0.01."
        )
    if source.column < 0:
        raise ConfigError(f"Column of table {name}: {source.column}, expected 1 for the first score, 2 for the second…")
    if source.syntax not in ("", *MODES):
        raise ConfigError(f"Syntax of table {name}: {source.syntax!r}, expected {', '.join(MODES)}.")


def check_language(language: Language, sources: Mapping[str, TableSource], fit: StrPath | None) -> None:
    """Raise ConfigError for a fit or patterns, which are for English only, with another language."""
    if language is ENGLISH:
        return
    if fit is not None:
        raise ConfigError(
            f"fit: found the language {language.code}, expected en: a fit knows English only. "
            "Leave it out; see docs/languages.md."
        )
    for name, source in sources.items():
        if source.kind == PATTERNS:
            raise ConfigError(
                f"Table {name}: found patterns and the language {language.code}, expected en: their slots ask for the parts of "
                "speech of English. Leave the table out; see docs/languages.md."
            )


def input_size(lm: StrPath, tables: Sequence[StrPath]) -> int:
    """Return the total size of all input files in bytes: what ``progress`` adds up to."""
    return sum(file_size(path) for path in (lm, *tables))


def file_size(path: StrPath) -> int:
    try:
        if os.path.isdir(path):
            return sum(entry.stat().st_size for entry in os.scandir(path))
        return os.path.getsize(path)
    except OSError:
        return 0


class PairColumns:
    """Collects the pairs of a table; ``patterns``: its phrases may have slots."""

    def __init__(self, patterns: bool = False) -> None:
        self._patterns = patterns
        self._texts = [bytearray() for _ in range(3)]  # sources, targets, labels
        self._ends = [array("q", [0]) for _ in range(3)]
        self._scores = array("d")

    def append(self, source: str, target: str, score: float, label: str = "") -> None:
        """Add a pair; ``label``: the syntactic label of its source."""
        for text, ends, piece in zip(self._texts, self._ends, (source, target, label), strict=True):
            text += piece.encode()
            ends.append(len(text))
        self._scores.append(score)

    def add(self, packer: Packer) -> None:
        """Begin a table of these pairs in a packer."""
        import numpy as np  # not needed to pack files

        packer.begin_table(0, self._patterns)
        sources, targets, labels = (np.frombuffer(bytes(text) or b"\0", np.uint8) for text in self._texts)
        source_ends, target_ends, label_ends = (np.asarray(ends) for ends in self._ends)
        scores: Any = np.asarray(self._scores)
        more = (label_ends, labels) if self._texts[2] else ()
        add: Any = packer.add_columns
        add(source_ends, sources, target_ends, targets, scores, *more)


@dataclass(frozen=True)
class SourceRead:
    """What reading a table to pack found: its licence, the mode of its labels, and how its phrases are written."""

    licence: str
    mode: str | None
    written: WrittenForms


def read_source(
    packer: Packer, name: str, source: TableSource, top: int, progress: Callable[[int], object] | None,
    notice: Callable[[str], object] | None, tokenizer: Tokenizer,
) -> SourceRead:
    """Read a table into a packer; ``tokenizer``: that of the model, which splits its phrases."""
    patterns = source.kind == PATTERNS
    if _COLUMNS.search(os.fspath(source.path)) and not patterns:
        return _read_columns(packer, name, source, top, progress, notice, tokenizer)
    labels = source.syntax != "off" and not patterns
    with _read_twice(source.path) as path:
        read = read_table(packer, path, name, source.column, progress, top, labels=labels, patterns=patterns)
        written = WrittenForms() if patterns else _text_capitals(path, tokenizer)
    if read.left_out and notice:
        notice(f"table {name}: {read.left_out} pairs left out: one side of them has no word.")
    return SourceRead(source.licence or "; ".join(read.licences), _syntax(name, source, bool(read.labelled)), written)


def _read_columns(
    packer: Packer, name: str, source: TableSource, top: int, progress: Callable[[int], object] | None,
    notice: Callable[[str], object] | None, tokenizer: Tokenizer,
) -> SourceRead:
    """Read CSV or TSV, which has no labels, into a packer."""
    if source.column > 1:
        raise ConfigError(f"{os.fspath(source.path)}: CSV and TSV have one column named score: --column does not apply.")
    columns, pairs = PairColumns(), list[tuple[str, str]]()
    for row in read_pair_rows(source.path):
        columns.append(row.source, row.target, 1.0 if row.score is None else row.score)
        pairs.append((row.source, row.target))
    columns.add(packer)
    if (left_out := packer.end_table(top)) and notice:
        notice(f"table {name}: {left_out} pairs left out: one side of them has no word.")
    if progress:
        progress(file_size(source.path))
    return SourceRead(source.licence, _syntax(name, source, labelled=False), written_forms(lambda: pairs, tokenizer))


def table_info(name: str, source: TableSource, read: SourceRead, counts: Mapping[str, float]) -> TableInfo:
    """Return the model's description of a table; ``counts``: from the packed tables."""
    return TableInfo(
        name=name,
        kind=source.kind,
        pairs=int(counts["pairs"]),
        phrases=int(counts["phrases"]),
        floor=(counts["min_logscore"] if source.floor is None else source.floor) + 0.0,  # no negative zero
        licence=read.licence,
        origin=source.origin or os.path.basename(os.fspath(source.path)),
        syntax=read.mode,
    )


def _syntax(name: str, source: TableSource, labelled: bool) -> str | None:
    """Return the mode of a table's labels."""
    if labelled and source.syntax != "off":
        return source.syntax or "average"
    if source.syntax not in ("", "off"):
        raise ConfigError(
            f"Syntax of table {name}: found {source.syntax}, but no label in {os.fspath(source.path)}. "
            "Leave it out, or pack a table that `paragen pivot` made of labelled phrases."
        )
    return None


@contextmanager
def _read_twice(path: StrPath) -> Iterator[StrPath]:
    """Yield the name of a file that can be read more than once: a copy of what a pipe holds."""
    if os.path.isfile(path) or not os.path.exists(path) or os.path.isdir(path):
        yield path
        return
    with TemporaryDirectory(prefix="paragen-") as folder:
        copy = Path(folder) / os.path.basename(os.fspath(path))
        with open(path, "rb") as pipe, open(copy, "wb") as file:
            shutil.copyfileobj(pipe, file)
        yield copy


def _text_capitals(path: StrPath, tokenizer: Tokenizer) -> WrittenForms:
    """Return how the phrases of a text table are written that has been packed without an error.

    Parquet and tables with several scores, whose phrases come from programs, are taken to have none. A table in lower case costs
    no more than reading it.
    """
    if tokenizer.tokenized or tokenizer.language.cased or os.path.isdir(path) or not _may_have_capitals(path):
        return WrittenForms()
    return written_forms(lambda: _pairs(path), tokenizer)


def _may_have_capitals(path: StrPath) -> bool:
    with OpenedFile(path, TABLE, (PARQUET,)) as file:
        if file.head.startswith(PARQUET) or _has_several_scores(file.head):
            return False
        return any(not piece.isascii() or piece != piece.lower() for piece in file.pieces())


def _has_several_scores(head: bytes) -> bool:
    fields = head.split(b"\n", 1)[0].split(b"|||")
    return len(fields) > 2 and len(fields[2].split()) > 1


def _pairs(path: StrPath) -> Iterator[tuple[str, str]]:
    for _, line in placed_lines(path, TABLE):
        source, target, *_ = line.split("|||", 2)
        yield source.strip(), target.strip()


def table_words(tables: Sequence[StrPath]) -> frozenset[str]:
    """Return the words on both sides of the pairs of some tables.

    Parameters
    ----------
    tables : as :class:`TableSource` has them; any of several scores will do.

    Raises
    ------
    FormatError : a file is no table, or a line of it is malformed.
    """
    tokenizer = Tokenizer()
    packer = Packer(tokenizer.words)
    for path in tables:
        read_source(packer, os.fspath(path), TableSource(path, column=1), MAX_TOP, None, None, tokenizer)
    with scratch_directory() as folder:
        packer.write(folder / "tables")
        vocabulary = TableStore(folder / "tables").vocabulary
        words = frozenset(vocabulary[i] for i in range(len(vocabulary)))
    return frozenset(word for word in words if not word.startswith(LABEL_MARK))
