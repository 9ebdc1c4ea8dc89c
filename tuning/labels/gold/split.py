"""Splits judged sentences into a half to tune on and a half to report on, by document."""

from __future__ import annotations

import hashlib
import os

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.lines import numbered_lines

HALVES = ("tune", "test")
_SALT = "81:"  # among the first hundred numbers, the one under which the documents of SWORDS and CoInCo fall apart most evenly
_EXPECTED = "the number of a target and its document, with a tab between"


def half_of(document: str) -> str:
    """Return the half a document belongs to, by a hash of its name: the same wherever and in whichever list it occurs."""
    name = (_SALT + document).encode("utf-8", "surrogatepass")
    return HALVES[hashlib.blake2b(name, digest_size=1).digest()[0] & 1]


def read_documents(path: StrPath) -> dict[str, str]:
    """Read of which document each target is: lines ``number<tab>document``.

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
