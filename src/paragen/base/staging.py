"""Publishes a whole directory at once: readers see the old one or the new one, never a mixture."""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.base.partial import partial_folder, sync

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2  # linux/fs.h
_RENAME_SWAP = 2  # macOS, sys/stdio.h


@contextmanager
def staged_directory(
    destination: StrPath, *, replace: bool = False, foreign: Callable[[Path], str] = lambda path: "files"
) -> Iterator[Path]:
    """Create a directory beside ``destination`` that replaces it if the block succeeds, and is removed if it fails.

    Parameters
    ----------
    destination : the directory to publish; its parent must exist.
    replace : whether an existing one may be replaced (in one step where the system can swap directories).
    foreign : called with the existing directory; returns what in it forbids replacing it, or an empty string.

    Raises
    ------
    ConfigError : something is there that may not be replaced, or the parent is missing.
    """
    destination = Path(os.path.realpath(destination))
    _check(destination, replace, foreign)
    with partial_folder(destination) as stage:
        yield stage
        sync(stage)
        _check(destination, replace, foreign)
        _publish(stage, destination)
        sync(destination.parent)


def _check(destination: Path, replace: bool, foreign: Callable[[Path], str]) -> None:
    if not destination.parent.is_dir():
        raise ConfigError(f"{destination}: there is no directory {destination.parent}. Create it first.")
    if not os.path.lexists(destination):
        return
    if not destination.is_dir():
        raise ConfigError(f"{destination} exists and is not a directory. Choose another name.")
    if not any(destination.iterdir()):
        return
    if held := foreign(destination):
        raise ConfigError(f"{destination} exists and holds {held}: it will not be replaced. Choose another name.")
    if not replace:
        raise ConfigError(f"{destination} exists. Choose another name, or replace it with --force.")


def _publish(stage: Path, destination: Path) -> None:
    try:
        os.rename(stage, destination)  # nothing there, or an empty directory
    except OSError as error:
        if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
            raise
        if not _swap(stage, destination):
            old = Path(tempfile.mkdtemp(prefix=stage.name, dir=stage.parent))
            os.rename(destination, old)
            os.rename(stage, destination)
            shutil.rmtree(old, ignore_errors=True)


def _swap(first: Path, second: Path) -> bool:
    """Exchange two directories in one step; return whether the system could."""
    libc = ctypes.CDLL(None, use_errno=True)
    a, b = os.fsencode(first), os.fsencode(second)
    try:
        if sys.platform == "darwin":
            return bool(libc.renamex_np(a, b, ctypes.c_uint(_RENAME_SWAP)) == 0)
        return bool(libc.renameat2(_AT_FDCWD, a, _AT_FDCWD, b, ctypes.c_uint(_RENAME_EXCHANGE)) == 0)
    except AttributeError:
        return False
