"""Digests of what steps read and write: files, folders with everything in them, plain data."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from paragen.base.destination import StrPath

_CHUNK = 1 << 20


def file_digest(path: StrPath) -> str:
    """Return a checksum of a file, or of the names and bytes of all files in a folder.

    Raises
    ------
    OSError : it does not exist, or cannot be read.
    """
    state = hashlib.blake2b(digest_size=16)
    path = Path(path)
    if path.is_dir():
        for part in sorted(path.rglob("*")):
            if part.is_file():
                state.update(f"{part.relative_to(path)}\0{file_digest(part)}\0".encode("utf-8", "surrogateescape"))
        return state.hexdigest()
    with open(path, "rb") as file:
        while chunk := file.read(_CHUNK):
            state.update(chunk)
    return state.hexdigest()


def data_digest(data: Any) -> str:
    """Return a checksum of plain data."""
    return hashlib.blake2b(json.dumps(data, sort_keys=True).encode(), digest_size=16).hexdigest()
