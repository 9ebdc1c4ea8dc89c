"""``capitals.jsonl``: how phrases of the packed tables are written, where tables have capitals of their own.

Each line is an object: the number of a table, from 0, and either a source in lower case with every way it is written, or a source
and a target with the way the target is written; ``verbatim``: see :class:`paragen.text.written.AsWritten`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.digests import blake2b
from paragen.base.errors import FormatError
from paragen.text.written import AsWritten, Words, WrittenForms

CAPITALS = "capitals.jsonl"
_REMEDY = "Pack the model again."


def capitals_data(tables: Mapping[int, WrittenForms]) -> bytes:
    """Return the contents of the file; empty if no table has capitals."""
    return b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in _lines(tables))


def digest_of(data: bytes) -> str:
    """Return the checksum that a model's description states (hexadecimal)."""
    return blake2b(data, digest_size=16).hexdigest()


def read_capitals(path: StrPath, digest: str, tables: int) -> dict[int, WrittenForms]:
    """Return how the phrases of each table are written that has capitals.

    Parameters
    ----------
    digest : what the model's description states.
    tables : how many the model has.

    Raises
    ------
    FormatError : the file is missing, or not the one packed with the model.
    """
    where, expected = os.fspath(path), "the one that model.toml names"
    try:
        with open(path, "rb") as file:
            data = file.read()
    except FileNotFoundError:
        raise FormatError(where, "nothing", expected, _REMEDY) from None
    if digest_of(data) != digest:
        raise FormatError(where, "a file that is not the one packed with this model", expected, _REMEDY)
    found: dict[int, tuple[dict[tuple[Words, Words], AsWritten], dict[Words, frozenset[Words]]]] = {}
    for number, line in enumerate(data.splitlines(), 1):
        try:
            _take(json.loads(line), found, tables)
        except (ValueError, KeyError, TypeError):
            raise FormatError(f"{where}:{number}", "a line that this version does not know", "a phrase", _REMEDY) from None
    return {table: WrittenForms(*forms) for table, forms in found.items()}


def _lines(tables: Mapping[int, WrittenForms]) -> Iterator[dict[str, Any]]:
    for table, forms in sorted(tables.items()):
        for words, ways in sorted(forms.sources.items()):
            yield {"table": table, "source": words, "written": sorted(ways)}
        for (words, target), own in sorted(forms.targets.items()):
            yield {"table": table, "source": words, "target": target, "written": own.words, "verbatim": own.verbatim}


def _take(line: dict[str, Any], found: dict[int, Any], tables: int) -> None:
    table = line["table"]
    if not (isinstance(table, int) and 0 <= table < tables):
        raise ValueError(table)
    targets, sources = found.setdefault(table, ({}, {}))
    source = _words(line["source"])
    if "target" in line:
        target = _words(line["target"])
        targets[source, target] = AsWritten(_same_length(line["written"], target), bool(line["verbatim"]))
    else:
        sources[source] = frozenset(_same_length(way, source) for way in line["written"])


def _words(found: Any) -> Words:
    if not (isinstance(found, list) and found and all(isinstance(word, str) for word in found)):
        raise ValueError(found)
    return tuple(found)


def _same_length(found: Any, words: Words) -> Words:
    written = _words(found)
    if len(written) != len(words):
        raise ValueError(found)
    return written
