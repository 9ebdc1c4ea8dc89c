"""Files that replace others whole, or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from paragen.base.destination import StrPath
from paragen.base.partial import lock, partial_path, report_errors_as, sweep


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
