"""A temporary folder for long work, removed when the work ends, however it ends."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.base.partial import partial_folder

_NAME = "paragen"


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
    parent = Path(tempfile.gettempdir() if parent is None else parent)
    if not parent.is_dir():
        raise ConfigError(f"{parent}: there is no such directory for temporary files. Create it, or name another with --temp.")
    with partial_folder(parent / _NAME, blame=False, mode=0o700) as path:
        yield path
