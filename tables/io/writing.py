"""Writes paraphrase tables, whole or not at all: each phrase's best, ordered, as text or Parquet; also what an engine writes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Any

from paragen.base.compression import compressed, compression_of_name
from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import ConfigError, ParagenError
from paragen.base.output_files import atomic_file, partial_folder, staged_directory, sync
from paragen.base.packages import optional_package

TOP = 20
"""Paraphrases a phrase, at most [Z08 section 4]."""

_ROWS = 1 << 17

Pair = tuple[str, str, float]
"""Phrase, paraphrase (lookup forms, one space between words), score above 0 and at most 1."""


@dataclass(frozen=True)
class Written:
    """What was written: pairs, and phrases that have one."""

    pairs: int
    phrases: int


def check_table_destination(
    destination: StrPath, top: int = TOP, *, inputs: Iterable[StrPath] = (), others: Iterable[StrPath | None] = ()
) -> None:
    """Raise what writing a table there would raise, before any work is done: ConfigError, MissingPackageError.

    Parameters
    ----------
    destination, top : see `write_pairs`.
    inputs : files that are read, which it must not replace.
    others : other files that are written; None for those not asked for.
    """
    if top < 1:
        raise ConfigError(f"top: found {top}, expected 1 or more paraphrases a phrase.")
    check_destinations([destination, *others], inputs)
    if not is_text_name(destination):
        optional_package("pyarrow.parquet", f"{os.fspath(destination)}: writing Parquet", "parquet")


def write_pairs(pairs: Iterable[Pair], destination: StrPath, *, top: int = TOP, licence: str = "") -> Written:
    """Write a table, whole or not at all.

    Parameters
    ----------
    pairs : in any order. A pair that comes more than once keeps its best score; a phrase as its own paraphrase is dropped.
    destination : text, ``source ||| target ||| score``, where the name ends in .txt or .txt.gz, else Parquet. Phrases in
        the order of their bytes, of each the best paraphrases first, ties in the order of their bytes.
    top : paraphrases of a phrase, at most.
    licence : of the pairs; a column of Parquet, which packing keeps. Text has no place for it.

    Raises
    ------
    ConfigError : see `check_table_destination`.
    ParagenError : there is no pair.
    """
    check_table_destination(destination, top)
    best = _best(pairs)
    if not best:
        raise ParagenError(f"{os.fspath(destination)}: no pair of phrases was found, so that there is no table to write.")
    written = Written(sum(min(len(found), top) for found in best.values()), len(best))
    rows = _rows(best, top)
    if is_text_name(destination):
        with text_file(destination) as file:
            while part := list(islice(rows, _ROWS)):
                file.write("".join(f"{source} ||| {target} ||| {score:.9g}\n" for source, target, score in part).encode())
    else:
        _write_parquet(rows, destination, licence)
    return written


def _best(pairs: Iterable[Pair]) -> dict[str, dict[str, float]]:
    """Return the best score of each pair, by phrase."""
    best: dict[str, dict[str, float]] = {}
    for source, target, score in pairs:
        if source == target:
            continue
        if not 0 < score <= 1:
            raise ValueError(f"{source!r} -> {target!r} has the score {score}, expected one above 0 and at most 1")
        found = best.setdefault(source, {})
        if score > found.get(target, 0.0):
            found[target] = score
    return best


def _rows(best: dict[str, dict[str, float]], top: int) -> Iterator[Pair]:
    for source in sorted(best):
        ranked = sorted(best[source].items(), key=lambda item: (-item[1], item[0]))
        yield from ((source, target, score) for target, score in ranked[:top])


def _write_parquet(rows: Iterator[Pair], destination: StrPath, licence: str) -> None:
    parquet: Any = optional_package("pyarrow.parquet", f"{os.fspath(destination)}: writing Parquet", "parquet")
    import pyarrow

    columns = [("source", pyarrow.string()), ("target", pyarrow.string()), ("score", pyarrow.float64())]
    if licence:
        columns.append(("licence", pyarrow.dictionary(pyarrow.int32(), pyarrow.string())))
    schema = pyarrow.schema(columns)
    with atomic_file(destination) as file, parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        while part := list(islice(rows, _ROWS)):
            data = list(zip(*part, strict=True))
            if licence:
                data.append(pyarrow.DictionaryArray.from_arrays(pyarrow.array([0] * len(part), pyarrow.int32()), [licence]))
            arrays = [pyarrow.array(column, kind) for column, (_, kind) in zip(data[:3], columns, strict=False)] + data[3:]
            writer.write_table(pyarrow.table(arrays, schema=schema))


def is_text_name(path: StrPath) -> bool:
    """Return whether a table of that name is text: it ends in .txt or .txt.gz."""
    return os.fspath(path).endswith((".txt", ".txt.gz"))


@contextmanager
def text_file(path: StrPath) -> Iterator[IO[bytes]]:
    """Yield a file to write to, which appears when all is written, compressed if ``path`` ends in .gz, .bz2, .xz or .zst."""
    with atomic_file(path) as file, compressed(file, compression_of_name(path)) as packed:
        yield packed


def write_text(batches: Iterable[Any], destination: StrPath) -> None:
    """Write record batches with the columns source, target and score, ``source ||| target ||| score`` a line."""
    import pyarrow
    import pyarrow.compute

    with text_file(destination) as file:
        for batch in batches:
            score = pyarrow.compute.cast(batch.column("score"), pyarrow.string())
            lines = pyarrow.compute.binary_join_element_wise(batch.column("source"), batch.column("target"), score, " ||| ")
            file.write("".join(f"{line}\n" for line in lines.to_pylist()).encode())


Write = Callable[[Path], object]


def check_destination(destination: StrPath, replace: bool, inputs: Sequence[StrPath] = ()) -> Path:
    """Return the destination as a path; raise ConfigError if no table can be written there.

    Parameters
    ----------
    destination, replace : see :func:`publish`.
    inputs : files and folders that the table is made from, which it must not replace.
    """
    path = Path(os.path.realpath(destination))
    there = os.path.exists(destination)
    if there and not (os.path.isfile(destination) or os.path.isdir(destination) or is_text_name(destination)):
        raise ConfigError(f"{path}: a device or a pipe, expected a file. Choose another name.")
    check_destinations((), inputs, folders=[destination])
    if path.is_dir() and any(path.iterdir()):
        if held := _foreign(path):
            raise ConfigError(f"{path} exists and holds {held}: it will not be replaced. Choose another name.")
        if not replace:
            raise ConfigError(f"{path} exists, a folder of part files. Choose another name, or replace it with --force.")
    return path


def publish(destination: StrPath, write: Write, *, replace: bool = False) -> None:
    """Let ``write`` make a file or a folder of part files, and move it to ``destination``.

    A file replaces a file; a folder of part files is replaced only with ``replace``.
    """
    path = check_destination(destination, replace)
    with partial_folder(path) as stage:
        made = stage / path.name
        write(made)
        if made.is_dir():
            _place_folder(made, path, replace)
        else:
            _place_file(made, path, stage, replace)


def publish_table(destination: StrPath, rows: Callable[[], Iterable[Any]], write: Write, *, replace: bool = False) -> None:
    """Write the rows of a paraphrase table as text where the name says so; else let ``write`` make Parquet; see `publish`."""
    if is_text_name(destination):
        write_text(rows(), destination)
    else:
        publish(destination, write, replace=replace)


def _place_file(made: Path, path: Path, stage: Path, replace: bool) -> None:
    sync(made)
    check_destination(path, replace)
    if path.is_dir():
        os.rename(path, stage / "old")
    os.replace(made, path)
    sync(path.parent)


def _place_folder(made: Path, path: Path, replace: bool) -> None:
    if path.is_file():
        path.unlink()
    with staged_directory(path, replace=replace, foreign=_foreign) as stage:
        for part in sorted(made.iterdir()):
            if not part.name.startswith((".", "_")):
                sync(part)
                os.rename(part, stage / part.name)


def _foreign(folder: Path) -> str:
    """Name the files in a folder that are not part of a table."""
    others = [path.name for path in folder.iterdir() if path.suffix != ".parquet" and not path.name.startswith((".", "_"))]
    return ", ".join(sorted(others)[:3])
