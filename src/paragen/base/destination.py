"""Files to write: looked at before the work begins."""

from __future__ import annotations

import os
from collections.abc import Iterable

from paragen.base.errors import ConfigError

StrPath = str | os.PathLike[str]


def check_destinations(outputs: Iterable[StrPath | None], inputs: Iterable[StrPath] = ()) -> None:
    """Raise what writing files there would raise at the end, or would be regretted.

    Parameters
    ----------
    outputs : files to write; None for one that is not asked for.
    inputs : files that are read.

    Raises
    ------
    ConfigError : one is a folder, or in a folder that is not there, or is read, or two are the same file.
    """
    others = {os.path.realpath(path) for path in inputs}
    written: set[str] = set()
    for path in map(os.fspath, filter(None, outputs)):
        if os.path.isdir(path):
            raise ConfigError(f"{path}: found a folder, expected the name of a file to write.")
        parent = os.path.dirname(path) or "."
        if not os.path.isdir(parent):
            raise ConfigError(f"{path}: there is no folder {parent}. Create it first.")
        real = os.path.realpath(path)
        if real in others and (os.path.isfile(real) or not os.path.exists(real)):  # a device may be both
            raise ConfigError(f"{path}: it is read and would be written over. Choose another name.")
        if real in written:
            raise ConfigError(f"{path}: found one name for two files to write. Choose another.")
        written.add(real)
