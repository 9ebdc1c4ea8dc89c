"""Replaces a file by a new version of it: at any moment its name has the complete old contents or the complete new."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, ParagenError
from paragen.base.output_files import atomic_file
from paragen.base.threads import interrupts_held_back

_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EMLINK, errno.ENOSYS)


def check_replaceable(path: StrPath, suffix: str) -> None:
    """Find out before the work whether :func:`replaced_file` will be able to replace a file.

    Raises
    ------
    ConfigError : not a regular file, or its backup exists.
    OSError : it is missing or write-protected, or nothing can be created beside it.
    """
    target = _target(path)
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise ConfigError(f"{os.fspath(path)}: found a device or a pipe, expected a file that can be replaced. Name one.")
    for needed in (target, target.parent):
        if not os.access(needed, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), os.fspath(path if needed is target else needed))
    if suffix and os.path.lexists(backup := _backup(target, suffix)):
        raise ConfigError(f"{backup} exists and would be overwritten. Move it away, or choose another suffix.")


@contextmanager
def replaced_file(path: StrPath, suffix: str = "") -> Iterator[IO[bytes]]:
    """Yield a file to write to that takes the place of another if the block succeeds.

    Its mode is kept, and its owner and group as far as the system allows. A symbolic link stays, and the file it points to is
    replaced; other hard links keep the old contents.

    Parameters
    ----------
    suffix : what is appended to the file's name for a backup of the old contents; "": no backup.

    Raises
    ------
    ConfigError : the backup exists.
    ParagenError : somebody else has changed the file in the meantime; it stays as it is.
    """
    target = _target(path)
    before = os.stat(target)
    with ExitStack() as until_replaced, atomic_file(target) as file:
        yield file
        with suppress(PermissionError):
            os.fchown(file.fileno(), before.st_uid, before.st_gid)
        os.fchmod(file.fileno(), stat.S_IMODE(before.st_mode))
        file.flush()
        os.fsync(file.fileno())  # before the backup, as this may fail
        until_replaced.enter_context(interrupts_held_back())
        if _version(os.stat(target)) != _version(before):
            raise ParagenError(f"{os.fspath(path)}: it was changed while it was read, and stays as it is. Run it again.")
        if suffix:
            _keep(target, _backup(target, suffix))


def _target(path: StrPath) -> Path:
    """Return the file that a symbolic link points to, or else the path as it is."""
    return Path(os.path.realpath(path) if os.path.islink(path) else path)


def _version(status: os.stat_result) -> tuple[int, ...]:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _backup(target: Path, suffix: str) -> Path:
    return target.with_name(target.name + suffix)


def _keep(target: Path, backup: Path) -> None:
    """Give the old contents a second name, which remains when the first is taken over by the new contents."""
    try:
        os.link(target, backup)
    except FileExistsError:
        raise ConfigError(f"{backup} exists and would be overwritten. Move it away, or choose another suffix.") from None
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        shutil.copy2(target, backup)
