"""Formats of query logs: recognises them, and parses their lines."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError, shown
from paragen.base.input_files import Skips, numbered_lines
from paragen.tables.resources.options import QUERY_FORMATS

Record = tuple[str, str, int]
"""Query as typed, clicked document ("" for none), count."""

Parse = Callable[[str], Record]

EXPECTED = "a query log: lines `query<tab>clicked document<tab>count`, or another format in docs/queries.md, plain or compressed"
SAMPLE = 100
"""Number of lines by which a format is recognised."""

_COLUMNS = {"document": ("document", "docid", "doc", "clickurl", "url"), "count": ("count", "clicks", "frequency")}
_VARIANT = re.compile(r"([0-9]+)(?:-[0-9]+)+;(.*)")
_TOPIC = re.compile(r"[0-9]+:(?:[0-9]+:)?(.*)")
_WHOLE = re.compile(r"[0-9]{1,15}")
_SHARE = re.compile(r"[01]\.[0-9]+")


class BadLine(ValueError):
    """A line that does not have the format; the message describes such lines."""


def clicks(line: str) -> Record:
    """Read ``query, clicked document[, count]``."""
    query, document, *count = _fields(line, 2, 3)
    return query, document.strip(), _count(count[0]) if count else 1


def orcas(line: str) -> Record:
    """Read ORCAS: query id, query, document id, clicked address."""
    _, query, document, _ = _fields(line, 4, 4)
    return query, document.strip(), 1


def variants(line: str) -> Record:
    """Read ``topic-person-number;query`` (UQV100's and Robust's query variants): the topic is the document."""
    if not (match := _VARIANT.fullmatch(line)):
        raise BadLine("lines without `topic-number-number;`")
    return match[2], f"topic {match[1]}", 1


def topics(line: str) -> Record:
    """Read ``number:query`` and ``number:priority:query`` (TREC's Million Query topics)."""
    if not (match := _TOPIC.fullmatch(line)):
        raise BadLine("lines without `number:`")
    return match[1], "", 1


def queries(line: str) -> Record:
    """Read ``query``, ``number<tab>query``, ``query<tab>count`` or ``query<tab>rating``, none of which says what was clicked."""
    first, *rest = line.split("\t")
    if rest and _WHOLE.fullmatch(first):
        return rest[0], "", 1
    return first, "", _count(rest[0]) if rest and _WHOLE.fullmatch(rest[0]) else 1


def named(header: str) -> Parse:
    """Return a parser for lines under a header that names a column ``query``, and optionally a document and a count."""
    names = [name.strip().lower() for name in header.split("\t")]
    place = names.index("query")
    found = {what: next((names.index(name) for name in known if name in names), -1) for what, known in _COLUMNS.items()}

    def parse(line: str) -> Record:
        fields = line.split("\t")
        if len(fields) <= place:
            raise BadLine(f"lines of fewer than {place + 1} columns")
        document, count = (fields[at] if 0 <= at < len(fields) else "" for at in (found["document"], found["count"]))
        return fields[place], document.strip(), _count(count) if count else 1

    return parse


FORMS: dict[str, Parse] = {form.__name__: form for form in (clicks, orcas, variants, topics, queries)}
"""Formats without a header, by name."""


def parser(path: StrPath, lines: Sequence[str], form: str) -> tuple[Parse, int]:
    """Return the parser of a file's lines, and how many lines its header takes.

    Parameters
    ----------
    path : for messages.
    lines : its first lines.
    form : one of QUERY_FORMATS; with auto, the format is recognised.
    """
    if form not in QUERY_FORMATS:
        raise ConfigError(f"form: found {form!r}, expected one of {', '.join(QUERY_FORMATS)}.")
    names = [name.strip().lower() for name in lines[0].split("\t")] if lines else []
    if form == "table" or (form == "auto" and "query" in names):
        if "query" not in names:
            raise FormatError(f"{os.fspath(path)}:1", shown(lines[0] if lines else ""), "a header with a column `query`")
        return named(lines[0]), 1
    return FORMS[_recognised(path, lines) if form == "auto" else form], 0


def _recognised(path: StrPath, lines: Sequence[str]) -> str:
    """Return the format that most of the lines have."""
    rows = [line.split("\t") for line in lines if line.strip()]
    columns = sorted(map(len, rows))[len(rows) // 2] if rows else 1
    rows = [row for row in rows if len(row) == columns]

    def most(pattern: re.Pattern[str], column: int) -> bool:
        return 2 * sum(bool(pattern.fullmatch(row[column].strip())) for row in rows) > len(rows)

    if columns == 1:
        return "variants" if most(_VARIANT, 0) else "topics" if most(_TOPIC, 0) else "queries"
    if columns == 2 and most(_WHOLE, 1) and not most(_WHOLE, 0):
        raise FormatError(
            os.fspath(path), "queries and whole numbers", "something to tell document numbers from counts",
            "Use --format clicks if they are documents, --format queries if they are counts.",
        )  # fmt: skip
    if columns == 2:
        return "queries" if most(_WHOLE, 0) or most(_SHARE, 1) else "clicks"
    if columns == 3 and most(_WHOLE, 2):
        return "clicks"
    if columns == 4 and most(_WHOLE, 0):
        return "orcas"
    raise FormatError(os.fspath(path), f"{columns} columns such as {rows[0]!r:.80}", EXPECTED, "Name the format with --format.")


def _fields(line: str, fewest: int, most: int) -> list[str]:
    fields = line.split("\t")
    if not fewest <= len(fields) <= most:
        raise BadLine(f"lines without {fewest if fewest == most else f'{fewest} or {most}'} columns")
    return fields


def _count(text: str) -> int:
    if not _WHOLE.fullmatch(text.strip()):
        raise BadLine("lines whose count is not a whole number")
    return int(text)


_NUMBER = re.compile(r"-?[0-9]{1,9}")
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
        if len(fields) != 4 or not _NUMBER.fullmatch(fields[3]):
            raise FormatError(where, shown(line), _QRELS, "Is this the file of judgements?")
        if int(fields[3]) > 0:
            found.setdefault(fields[0], {})[fields[2]] = None
        else:
            skips.add("documents judged not relevant", where, line)
    if not found:
        raise FormatError(path, "no relevant document", _QRELS)
    return found
