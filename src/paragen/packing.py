"""Packs tables and a language model into a model directory."""

from __future__ import annotations

import math
import os
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.base.packfile import packfile_digest
from paragen.base.staging import staged_directory
from paragen.decoder.features import FIT, FeatureList
from paragen.description import PATTERNS, LanguageModelInfo, TableInfo, describe
from paragen.lm import LanguageModel, pack_lm
from paragen.model import DESCRIPTION, FIT_FILE, LM, TABLES, WEIGHTS, Model, foreign_files, open_fit
from paragen.pair_files import read_pair_rows
from paragen.paraphraser import Paraphraser
from paragen.syntax import MODES
from paragen.tables.io.reading import read_table
from paragen.tables.store.packer import MAX_TOP, TOP, Packer
from paragen.tables.store.store import TableStore
from paragen.text.languages import ENGLISH, Language
from paragen.text.languages import language as rules_of
from paragen.text.tokenizer import Tokenizer
from paragen.weights import check_table_names, check_weights, default_weights, read_weights, weights_text

_COLUMNS = re.compile(r"\.[ct]sv(?:\.(?:gz|bz2|xz|zst))?$", re.IGNORECASE)


@dataclass(frozen=True)
class TableSource:
    """A table to pack.

    Parameters
    ----------
    path : text (plain or compressed), a Moses phrase table, or Parquet: a file, or a folder of part files; or, if its name ends
        in .csv or .tsv, with two columns or a score as the third, see :func:`paragen.pair_files.read_pair_rows`.
    floor : the value of its feature where none of its pairs is used (natural log, 0 or less; 0: nothing happens); None:
        the log of its smallest score.
    column : of several scores the one to take, from 1; 0: there is one.
    kind, licence, origin : kept in the model; where empty, the licence is what a Parquet file says, and the origin the
        name of the file. The phrases of the kind "patterns" may have slots: see :mod:`paragen.text.slots`.
    syntax : what a table whose pairs have syntactic labels offers for a sentence that has a tree: one of
        :data:`paragen.syntax.MODES`; "off": its labels are left out. Empty: "average" where there are labels.
    """

    path: StrPath
    floor: float | None = None
    column: int = 0
    kind: str = "table"
    licence: str = ""
    origin: str = ""
    syntax: str = ""

    def check(self, name: str) -> None:
        """Raise ConfigError for options that cannot be used."""
        if self.floor is not None and not (math.isfinite(self.floor) and self.floor <= 0):
            raise ConfigError(
                f"Floor of table {name}: {self.floor:g}, expected a natural logarithm: 0 (no effect) or less, as -4.6 for 0.01."
            )
        if self.column < 0:
            raise ConfigError(f"Column of table {name}: {self.column}, expected 1 for the first score, 2 for the second…")
        if self.syntax not in ("", *MODES):
            raise ConfigError(f"Syntax of table {name}: {self.syntax!r}, expected {', '.join(MODES)}.")


def pack(
    destination: StrPath,
    lm: StrPath,
    tables: Mapping[str, TableSource | StrPath],
    *,
    weights: Mapping[str, float] | StrPath | None = None,
    fit: StrPath | None = None,
    self_paraphrase: bool = True,
    tokenized: bool = False,
    language: str = "en",
    lm_origin: str = "",
    top: int = TOP,
    force: bool = False,
    progress: Callable[[int], object] | None = None,
    notice: Callable[[str], object] | None = None,
) -> Path:
    """Assemble a model directory from a language model and interchange tables, and publish it in one step.

    Parameters
    ----------
    destination : the directory to make.
    lm : an ARPA file (plain or compressed), a KenLM binary or a packed language model.
    tables : by name, in the order they are to have.
    weights : by feature, or a file of them; None: see :func:`paragen.weights.default_weights`.
    fit : says how sure each edit is, from `paragen fit`; None: nothing does.
    self_paraphrase : whether a word that occurs in a table may stay itself (PT-7).
    tokenized : take all text as it is: single spaces separate words, nothing is lower-cased.
    language : of the text, as a code of BCP 47; see :mod:`paragen.text.languages`.
    lm_origin : where the language model is from; the name of its file if empty.
    top : options kept of each phrase and table, the best; at most 65,535.
    force : replace a model that is there.
    progress : told how many bytes of the input files have been read, each time some were.
    notice : told, in a sentence, what the user may want to know.

    Returns
    -------
    The directory.

    Raises
    ------
    FormatError : a file is not what it should be.
    ConfigError : an option cannot be used, the destination is taken, or more tables have a floor than the decoder takes.
    OSError : reading or writing failed. Nothing is left behind.
    """
    sources = checked_sources(tables, top)
    scorers = () if fit is None else (FIT,)
    rules = rules_of(language)
    check_language(rules, sources, fit)
    if notice and not rules.name:
        notice(f"language {language}: paragen has no rules of it, so neutral ones apply: see docs/languages.md.")
    if fit is not None:
        open_fit(fit, list(sources))
    chosen = _weights(weights, FeatureList(tuple(sources), self_paraphrase, scorers).names)
    with staged_directory(destination, replace=force, foreign=foreign_files) as stage:
        lm_info = _pack_lm(lm, stage / LM, lm_origin)
        if progress:
            progress(_size(lm))
        model = LanguageModel(stage / LM)
        if notice and rules.cased and not tokenized and not _has_capitals(model):
            notice(f"language {language}: its words keep their case, but the language model has none with a capital.")
        infos = _pack_tables(sources, stage / TABLES, model, Tokenizer(tokenized, rules), top, progress, notice)
        digests = {name: packfile_digest(stage / name) for name in (TABLES, LM)}
        description = describe(infos, lm_info, digests, tokenized=tokenized, self_paraphrase=self_paraphrase, language=language)
        write_text(stage / WEIGHTS, weights_text(chosen))
        write_text(stage / DESCRIPTION, description.text())
        if fit is not None:
            shutil.copyfile(fit, stage / FIT_FILE)
        Paraphraser(Model.open(stage))  # raises for what the decoder cannot work with
    return Path(destination)


def checked_sources(tables: Mapping[str, TableSource | StrPath], top: int) -> dict[str, TableSource]:
    """Return tables to pack by name; raise ConfigError for a name or option that cannot be used."""
    if not 1 <= top <= MAX_TOP:
        raise ConfigError(f"top: found {top}, expected 1 to {MAX_TOP} options of a phrase and table.")
    sources = {name: item if isinstance(item, TableSource) else TableSource(item) for name, item in tables.items()}
    check_table_names(list(sources))
    for name, source in sources.items():
        source.check(name)
    return sources


def check_language(language: Language, sources: Mapping[str, TableSource], fit: StrPath | None) -> None:
    """Raise ConfigError for what is for English only."""
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


def _has_capitals(lm: LanguageModel) -> bool:
    """Return whether a language model has a word with a capital."""
    return any(not word.islower() and word[:1].isupper() for word in (lm.vocabulary[i] for i in range(len(lm.vocabulary))))


def input_size(lm: StrPath, tables: Sequence[StrPath]) -> int:
    """Return the bytes of all input files: what ``progress`` will have been told of in the end."""
    return sum(_size(path) for path in (lm, *tables))


def _size(path: StrPath) -> int:
    try:
        if os.path.isdir(path):
            return sum(entry.stat().st_size for entry in os.scandir(path))
        return os.path.getsize(path)
    except OSError:
        return 0


def _weights(weights: Mapping[str, Any] | StrPath | None, names: Sequence[str]) -> dict[str, float]:
    if weights is None:
        return default_weights(names)
    if isinstance(weights, Mapping):
        return check_weights(weights, names)
    return read_weights(weights, names)


def _pack_lm(source: StrPath, path: Path, origin: str) -> LanguageModelInfo:
    ngrams = pack_lm(source, path)
    return LanguageModelInfo(origin or os.path.basename(os.fspath(source)), len(ngrams), ngrams)


def _pack_tables(
    sources: Mapping[str, TableSource], path: Path, lm: LanguageModel, tokenizer: Tokenizer, top: int,
    progress: Callable[[int], object] | None, notice: Callable[[str], object] | None,
) -> list[TableInfo]:
    packer = Packer(None if tokenizer.tokenized else tokenizer.words)
    cased = tokenizer.tokenized or tokenizer.language.cased
    read = {name: read_source(packer, name, source, top, progress, notice, cased) for name, source in sources.items()}
    packer.write(path, lm.vocabulary)
    counts = TableStore(path).counts
    return [table_info(name, source, *read[name], found) for (name, source), found in zip(sources.items(), counts, strict=True)]


def read_source(
    packer: Packer, name: str, source: TableSource, top: int, progress: Callable[[int], object] | None,
    notice: Callable[[str], object] | None, cased: bool = False,
) -> tuple[str, str | None]:
    """Read a table into a packer; return its licence, and what a model says of its labels.

    ``cased``: its words keep their case.
    """
    patterns = source.kind == PATTERNS
    labels = source.syntax != "off" and not patterns
    if _COLUMNS.search(os.fspath(source.path)) and not patterns:
        return _read_columns(packer, name, source, top, progress, notice, cased)
    read = read_table(packer, source.path, name, source.column, progress, top, labels=labels, patterns=patterns)
    if read.left_out and notice:
        notice(f"table {name}: {read.left_out} pairs left out: one side of them has no word.")
    return source.licence or "; ".join(read.licences), _syntax(name, source, bool(read.labelled))


def _read_columns(
    packer: Packer, name: str, source: TableSource, top: int, progress: Callable[[int], object] | None,
    notice: Callable[[str], object] | None, cased: bool,
) -> tuple[str, str | None]:
    """Read CSV or TSV, which has no labels, into a packer.

    Packed tables of most languages are in lower case: pairs of phrases that are only meant where they have capitals are left out.
    """
    from paragen.pair_columns import PairColumns  # and numpy

    if source.column:
        raise ConfigError(f"{os.fspath(source.path)}: CSV and TSV have one column named score: --column does not apply.")
    columns, with_capitals = PairColumns(), 0
    for row in read_pair_rows(source.path):
        names = any(map(str.isupper, row.source[1:])) or (row.source[:1].isupper() and not row.target[:1].isupper())
        if names and not cased:
            with_capitals += 1
        else:
            columns.append(row.source, row.target, 1.0 if row.score is None else row.score)
    if with_capitals and notice:
        notice(f"table {name}: {with_capitals} pairs left out: capitals on the left, which packed tables do not keep.")
    columns.add(packer)
    if (left_out := packer.end_table(top)) and notice:
        notice(f"table {name}: {left_out} pairs left out: one side of them has no word.")
    if progress:
        progress(_size(source.path))
    return source.licence, _syntax(name, source, labelled=False)


def table_info(name: str, source: TableSource, licence: str, mode: str | None, counts: Mapping[str, float]) -> TableInfo:
    """Return what a model says of a table; ``mode``: of its labels; ``counts``: as the packed tables have them."""
    return TableInfo(
        name=name,
        kind=source.kind,
        pairs=int(counts["pairs"]),
        phrases=int(counts["phrases"]),
        floor=(counts["min_logscore"] if source.floor is None else source.floor) + 0.0,  # no negative zero
        licence=licence,
        origin=source.origin or os.path.basename(os.fspath(source.path)),
        syntax=mode,
    )


def _syntax(name: str, source: TableSource, labelled: bool) -> str | None:
    """Return what a model says of the labels of a table."""
    if labelled and source.syntax != "off":
        return source.syntax or "average"
    if source.syntax not in ("", "off"):
        raise ConfigError(
            f"Syntax of table {name}: found {source.syntax}, but no label in {os.fspath(source.path)}. "
            "Leave it out, or pack a table that `paragen pivot` made of labelled phrases."
        )
    return None


def write_text(path: Path, text: str) -> None:
    """Write a small file of a model, down to the disk."""
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
