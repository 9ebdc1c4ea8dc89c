"""A folder for what long work keeps on disk, gone when the work ends, however it ends."""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from paragen.errors import ConfigError

_PREFIX, _SUFFIX = "paragen-", ".scratch"
_ABANDONED = 60.0  # seconds: a younger one may not be locked yet


@contextmanager
def scratch_directory(parent: str | os.PathLike[str] | None = None) -> Iterator[Path]:
    """Give a new folder that goes at the end; remove those that killed processes left beside it.

    Parameters
    ----------
    parent : where it is made; None: where the system keeps temporary files.

    Raises
    ------
    ConfigError : ``parent`` is no directory.
    """
    parent = Path(tempfile.gettempdir() if parent is None else parent)
    if not parent.is_dir():
        raise ConfigError(f"{parent}: there is no such directory for temporary files. Create it, or name another with --temp.")
    _sweep(parent)
    path = parent / f"{_PREFIX}{secrets.token_hex(8)}{_SUFFIX}"
    lock = -1
    try:
        path.mkdir(mode=0o700)
        lock = os.open(path, os.O_RDONLY)
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)
        if lock >= 0:
            os.close(lock)


def _sweep(parent: Path) -> None:
    """Remove the folders whose lock nobody holds."""
    for path in parent.glob(f"{_PREFIX}*{_SUFFIX}"):
        try:
            lock = os.open(path, os.O_RDONLY)
        except OSError:
            continue
        try:
            if time.time() - os.fstat(lock).st_mtime > _ABANDONED:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(path, ignore_errors=True)
        except OSError:
            pass
        finally:
            os.close(lock)
