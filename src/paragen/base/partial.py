"""Unfinished files and folders: created beside their destination, locked by their writer, swept away when abandoned."""

from __future__ import annotations

import errno
import fcntl
import glob
import os
import re
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

_NAME = re.compile(r"\..*\.[0-9a-f]{16}\.partial", re.DOTALL)
_ABANDONED = 2.0  # seconds: a younger one may not be locked yet
_WRITE_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # such errors name no file, but can only come from writing


def partial_path(destination: Path) -> Path:
    """Return a new name beside ``destination``; nothing is created."""
    return destination.parent / f".{destination.name}.{secrets.token_hex(8)}.partial"


def lock(handle: int) -> None:
    """Mark the partial file or folder open as ``handle`` as being written, until ``handle`` is closed."""
    with suppress(OSError):  # on a file system without locks nothing is swept either
        fcntl.flock(handle, fcntl.LOCK_EX)


def sweep(destination: Path) -> None:
    """Remove what killed processes left beside ``destination``: partial files and folders whose lock nobody holds."""
    for path in destination.parent.glob(f".{glob.escape(destination.name)}.*.partial"):
        _sweep(path)


def sweep_folder(folder: Path, least_age: float = _ABANDONED) -> None:
    """Remove what killed processes left in a folder, at any depth, whatever its destination was.

    Parameters
    ----------
    least_age : seconds; 0 if no writer can have just started.
    """
    for path in list(folder.rglob(".*.partial")):
        _sweep(path, least_age)


def _sweep(path: Path, least_age: float = _ABANDONED) -> None:
    if not _NAME.fullmatch(path.name):
        return
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            if time.time() - os.fstat(handle).st_mtime >= least_age:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink()
        finally:
            os.close(handle)


@contextmanager
def partial_folder(destination: Path, blame: bool = True, mode: int = 0o777) -> Iterator[Path]:
    """Create a locked folder beside ``destination``; whatever is under its name at the end is removed.

    With ``blame``, errors name ``destination``.
    """
    sweep(destination)
    # named before it is created, so that an interrupt can never leave it behind
    path = partial_path(destination)
    handle = -1
    try:
        with report_errors_as(destination, path) if blame else nullcontext():
            path.mkdir(mode=mode)
            handle = os.open(path, os.O_RDONLY)
            lock(handle)
            yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)
        if handle >= 0:
            os.close(handle)


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def report_errors_as(destination: Path, partial: Path) -> Iterator[None]:
    """Make the operating system's errors name ``destination`` where they name ``partial`` or a file in it."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno in _WRITE_ERRORS:
            error.filename = os.fspath(destination)
        elif isinstance(error.filename, (str, os.PathLike)) and partial in (Path(error.filename), *Path(error.filename).parents):
            error.filename = os.fspath(destination / Path(error.filename).relative_to(partial))
            del error.filename2
        raise
