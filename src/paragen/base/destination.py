"""Files and folders to write: checked before the work begins."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from paragen.base.errors import ConfigError

StrPath = str | os.PathLike[str]


def check_destinations(
    outputs: Iterable[StrPath | None], inputs: Iterable[StrPath] = (), *, folders: Iterable[StrPath | None] = ()
) -> None:
    """Raise what writing there would raise at the end, or would be regretted.

    Files are told apart by what they are, whatever path, symbolic link or hard link names them.

    Parameters
    ----------
    outputs : files to write; None for one that is not asked for.
    inputs : files and folders that are read.
    folders : outputs that may be folders, which are replaced as a whole.

    Raises
    ------
    ConfigError : one is a folder where a file is to be, or in a folder that is not there; or it is an input, holds one or
        lies in one; or two are the same, or one lies in the other.
    """
    read = [_Place(path) for path in inputs]
    written: list[_Place] = []
    files = [(_Place(path), False) for path in filter(None, outputs)]
    for place, may_be_folder in files + [(_Place(path), True) for path in filter(None, folders)]:
        if place.is_folder and not may_be_folder:
            raise ConfigError(f"{place.name}: found a folder, expected the name of a file to write.")
        parent = os.path.dirname(place.name) or "."
        if not os.path.isdir(parent):
            raise ConfigError(f"{place.name}: there is no folder {parent}. Create it first.")
        if place.is_device:  # which may be written and read, and by several
            continue
        for other in read:
            if place.status and other.status and place.overlaps(other):
                which = "it" if place.name == other.name else other.name
                raise ConfigError(f"{place.name}: {which} is read and would be written over. Choose another name.")
        for other in written:
            if place.overlaps(other):
                as_well = "" if place.name == other.name else f" (the other is {other.name})"
                raise ConfigError(f"{place.name}: found one name for two files to write{as_well}. Choose another.")
        written.append(place)


class _Place:
    """What a path leads to: ``status``, None where nothing is there, and the path without links."""

    def __init__(self, path: StrPath) -> None:
        self.name = os.fspath(path)
        self.path = Path(os.path.realpath(path))
        try:
            self.status = os.stat(path)
        except OSError:
            self.status = None

    @property
    def is_folder(self) -> bool:
        return self.status is not None and stat.S_ISDIR(self.status.st_mode)

    @property
    def is_device(self) -> bool:
        return self.status is not None and not (self.is_folder or stat.S_ISREG(self.status.st_mode))

    def overlaps(self, other: _Place) -> bool:
        """Tell whether the two are the same, or one lies in the other."""
        if self.status and other.status and os.path.samestat(self.status, other.status):
            return True
        return self.path == other.path or self.path in other.path.parents or other.path in self.path.parents
