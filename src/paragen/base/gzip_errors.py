"""What is said of a damaged gzip file, whatever reads it."""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError

DAMAGE = (EOFError, zlib.error, gzip.BadGzipFile)
"""What reading a damaged gzip file raises."""


@contextmanager
def whole_gzip(path: StrPath, lines: Callable[[], int] | None = None, expected: str = "a whole one") -> Iterator[None]:
    """Raise FormatError where reading a gzip file fails, after so many ``lines``, if these are counted."""
    try:
        yield
    except DAMAGE as error:
        found = f"a damaged gzip file ({error})" + (f" after {lines()} lines" if lines else "")
        raise FormatError(os.fspath(path), found, expected, "Fetch or compress it again.") from None
