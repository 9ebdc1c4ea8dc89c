"""Publishes a table that an engine wrote, whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import ConfigError
from paragen.base.output_files import partial_folder, staged_directory, sync
from paragen.tables.io.writing import is_text_name, write_text

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
