"""Tables as text: known by their names, written as bytes, compressed or not, whole or not at all."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from paragen.base.destination import StrPath
from paragen.base.packfile import atomic_file

_LEVEL = 6  # of gzip: its own default


def is_text_name(path: StrPath) -> bool:
    """Tell whether a table of that name is text: it ends in .txt or .txt.gz."""
    return os.fspath(path).endswith((".txt", ".txt.gz"))


@contextmanager
def text_file(path: StrPath) -> Iterator[IO[bytes]]:
    """Give a file to write to, gzip where ``path`` ends in .gz, that appears when all is written."""
    with atomic_file(path) as file:
        if not os.fspath(path).endswith(".gz"):
            yield file
            return
        with gzip.GzipFile("", "wb", _LEVEL, file, mtime=0) as zipped:  # the same bytes whatever the name and the time
            yield zipped  # type: ignore[misc]
