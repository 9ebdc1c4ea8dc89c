"""Checks the files and folders to write before the work begins, and locks them while they are written."""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Hashable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from paragen.base.errors import ConfigError

StrPath = str | os.PathLike[str]


def check_destinations(
    outputs: Iterable[StrPath | None], inputs: Iterable[StrPath] = (), *, folders: Iterable[StrPath | None] = ()
) -> None:
    """Refuse outputs that could not be written at the end, or that would destroy something.

    Files are compared by identity, whatever path, symbolic link or hard link names them.

    Parameters
    ----------
    outputs : files to write; None for one that was not requested.
    inputs : files and folders that are read.
    folders : outputs that may be folders, which are replaced as a whole.

    Raises
    ------
    ConfigError : an output is a folder where a file is expected, or its folder does not exist; or it is an input, contains
        one or lies in one; or two outputs are the same, or one lies in the other.
    """
    read, written = _Places(), _Places()
    for place in map(_Place, inputs):
        if place.status:
            read.add(place)
    files = [(_Place(path), False) for path in outputs if path]
    for place, may_be_folder in files + [(_Place(path), True) for path in folders if path]:
        if place.is_folder and not may_be_folder:
            raise ConfigError(f"{place.name}: found a folder, expected the name of a file to write.")
        parent = os.path.dirname(place.name) or "."
        if not os.path.isdir(parent):
            raise ConfigError(f"{place.name}: there is no folder {parent}. Create it first.")
        if place.is_device:  # may be read and written at once, and more than once
            continue
        if place.status and (other := read.overlapping(place)):
            which = "it" if place.name == other else other
            raise ConfigError(f"{place.name}: {which} is read and would be overwritten. Choose another name.")
        if other := written.overlapping(place):
            as_well = "" if place.name == other else f" (the other is {other})"
            raise ConfigError(f"{place.name}: found one name for two files to write{as_well}. Choose another.")
        written.add(place)


def lock(handle: int) -> None:
    """Mark the file or folder open as ``handle`` as being written, until ``handle`` is closed."""
    with suppress(OSError):  # on a file system without locks nothing is swept either
        fcntl.flock(handle, fcntl.LOCK_EX)


class _Place:
    """What a path leads to: its ``status`` (None if nothing is there) and the ``path`` with links resolved."""

    def __init__(self, path: StrPath) -> None:
        self.name = os.fspath(path)
        self.path = Path(os.path.realpath(path))
        self.status: os.stat_result | None = None
        with suppress(OSError):
            self.status = os.stat(path)

    @property
    def is_folder(self) -> bool:
        return self.status is not None and stat.S_ISDIR(self.status.st_mode)

    @property
    def is_device(self) -> bool:
        return self.status is not None and not (self.is_folder or stat.S_ISREG(self.status.st_mode))

    @property
    def keys(self) -> Iterator[Hashable]:
        """What identifies the file: its path, and its number on its disk."""
        yield self.path
        if self.status:
            yield self.status.st_dev, self.status.st_ino


class _Places:
    """Files and folders, and the folders above them, each with the name the user gave."""

    def __init__(self) -> None:
        self._names: dict[Hashable, str] = {}
        self._above: dict[Path, str] = {}

    def add(self, place: _Place) -> None:
        self._names.update(dict.fromkeys(place.keys, place.name))
        self._above.update(dict.fromkeys(place.path.parents, place.name))

    def overlapping(self, place: _Place) -> str | None:
        """Return the name of a known place that is ``place``, lies in it or contains it; None if there is none."""
        found = (self._names.get(key) for key in (*place.keys, *place.path.parents))
        return next(filter(None, found), None) or self._above.get(place.path)
