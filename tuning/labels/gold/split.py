"""Splits judged sentences into a half to tune on and a half to report on, by document."""

from __future__ import annotations

import hashlib
import os

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import numbered_lines

HALVES = ("tune", "test")
_SALT = "81:"  # of the first hundred numbers, the one that splits the documents of SWORDS and CoInCo most evenly
_EXPECTED = "the number of a target and its document, separated by a tab"


def half_of(document: str) -> str:
    """Return the half a document belongs to, by a hash of its name: the same in whichever list it occurs."""
    name = (_SALT + document).encode("utf-8", "surrogatepass")
    return HALVES[hashlib.blake2b(name, digest_size=1).digest()[0] & 1]


def read_documents(path: StrPath) -> dict[str, str]:
    """Read the document of each target: lines ``number<tab>document``.

    Raises
    ------
    FormatError : a line is malformed.
    """
    name, found = os.fspath(path), {}
    for number, line in numbered_lines(path, _EXPECTED):
        if not line.strip():
            continue
        key, tab, document = line.partition("\t")
        if not (tab and key.strip() and document.strip()) or "\t" in document:
            raise FormatError(f"{name}:{number}", repr(line[:60]), _EXPECTED)
        found[key.strip()] = document.strip()
    return found
