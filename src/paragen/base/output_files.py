"""Files and folders that appear whole or not at all: written beside their place, locked, and swept away if abandoned."""

from __future__ import annotations

import errno
import fcntl
import glob
import os
import re
import secrets
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import IO, Any

from paragen.base.destination import StrPath, lock
from paragen.base.errors import ConfigError

_NAME = re.compile(r"\..*\.[0-9a-f]{16}\.partial", re.DOTALL)
_ABANDONED = 2.0  # seconds: a younger one may not be locked yet
_WRITE_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # such errors name no file, but can only come from writing


def partial_path(destination: Path) -> Path:
    """Return a new name beside ``destination``; nothing is created."""
    return destination.parent / f".{destination.name}.{secrets.token_hex(8)}.partial"


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


@contextmanager
def atomic_file(path: StrPath, mode: str = "wb", **options: Any) -> Iterator[IO[Any]]:
    """Open a temporary file beside ``path`` that replaces it only if the block succeeds.

    A symbolic link stays one: the file it points to is replaced. A device or a pipe is written to directly.
    """
    path = Path(path)
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    if path.exists() and not path.is_file():
        with open(path, mode, **options) as file:
            yield file
        return
    target = Path(os.path.realpath(path))
    sweep(target)
    # named before it is created, so that an interrupt can never leave it behind
    partial = partial_path(target)
    try:
        with report_errors_as(path, partial), open(partial, mode.replace("w", "x"), **options) as file:
            lock(file.fileno())
            yield file
            file.flush()
            os.fsync(file.fileno())
            os.replace(partial, target)
    finally:
        with suppress(OSError):  # not there: it replaced the target, or could not be created
            partial.unlink()


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
            import tempfile

            old = Path(tempfile.mkdtemp(prefix=stage.name, dir=stage.parent))
            os.rename(destination, old)
            os.rename(stage, destination)
            shutil.rmtree(old, ignore_errors=True)


def _swap(first: Path, second: Path) -> bool:
    """Exchange two directories in one step; return whether the system could."""
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    a, b = os.fsencode(first), os.fsencode(second)
    try:
        if sys.platform == "darwin":
            return bool(libc.renamex_np(a, b, ctypes.c_uint(_RENAME_SWAP)) == 0)
        return bool(libc.renameat2(_AT_FDCWD, a, _AT_FDCWD, b, ctypes.c_uint(_RENAME_EXCHANGE)) == 0)
    except AttributeError:
        return False


@contextmanager
def scratch_directory(parent: StrPath | None = None) -> Iterator[Path]:
    """Create a folder and remove it at the end; also remove those that killed processes left beside it.

    Parameters
    ----------
    parent : where it is created; None: where the system keeps temporary files.

    Raises
    ------
    ConfigError : ``parent`` is not a directory.
    """
    import tempfile

    parent = Path(tempfile.gettempdir() if parent is None else parent)
    if not parent.is_dir():
        raise ConfigError(f"{parent}: there is no such directory for temporary files. Create it, or name another with --temp.")
    with partial_folder(parent / "paragen", blame=False, mode=0o700) as path:
        yield path
