"""Queries and relevance judgements in two files: documents judged relevant count as clicked."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, shown
from paragen.base.input_files import numbered_lines
from paragen.tables.io.skips import Skips
from paragen.tables.resources.queries.forms import Record

_WHOLE = re.compile(r"-?[0-9]{1,9}")
_QUERIES = "lines `query id<tab>query`"
_QRELS = "lines `query id iteration document relevance`, like TREC's qrels"


def joined(path: StrPath) -> tuple[str, str] | None:
    """Return the two names in ``queries.tsv,qrels.txt``; None if it is the name of one file."""
    name = os.fspath(path)
    queries, comma, qrels = name.partition(",")
    return (queries, qrels) if queries and comma and qrels and not os.path.exists(name) else None


def read_joined(queries: str, qrels: str, skips: Skips) -> Iterator[tuple[str, Record]]:
    """Yield the place of each query, and the query with each document relevant to it, or with none.

    Raises
    ------
    FormatError : a line has no query id, or there are no judgements.
    """
    relevant = _relevant(qrels, skips)
    texts: dict[str, str] = {}
    for number, line in numbered_lines(queries, _QUERIES):
        where = f"{queries}:{number}"
        if not line.strip():
            skips.add("empty lines", where)
            continue
        name, tab, text = line.partition("\t")
        if not tab:
            raise FormatError(where, shown(line), _QUERIES, "Is this the file of queries?")
        if name in texts:
            skips.add("lines with a repeated query id", where, line)
            continue
        texts[name] = text
        for document in relevant.get(name, ("",)):
            yield where, (text, document, 1)
    for name in relevant:
        if name not in texts:
            skips.add("judged queries that are not among the queries", qrels, name)


def _relevant(path: str, skips: Skips) -> dict[str, dict[str, None]]:
    """Return the relevant documents of each query id, in order."""
    found: dict[str, dict[str, None]] = {}
    for number, line in numbered_lines(path, _QRELS):
        where = f"{path}:{number}"
        fields = line.split()
        if not fields:
            skips.add("empty lines", where)
            continue
        if len(fields) != 4 or not _WHOLE.fullmatch(fields[3]):
            raise FormatError(where, shown(line), _QRELS, "Is this the file of judgements?")
        if int(fields[3]) > 0:
            found.setdefault(fields[0], {})[fields[2]] = None
        else:
            skips.add("documents judged not relevant", where, line)
    if not found:
        raise FormatError(path, "no relevant document", _QRELS)
    return found
