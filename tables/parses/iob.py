"""Reads chunked text of CoNLL-2000: a word a line, with tag and chunk."""

from __future__ import annotations

import os
import re

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, shown
from paragen.base.input_files import numbered_lines
from paragen.tables.parses.chunks import TokenChunks
from paragen.tables.parses.chunks_collector import Collector, Span

EXPECTED = "lines of word, tag and chunk (CoNLL-2000), as `house NN I-NP`, and an empty line after each sentence"
_CHUNK = re.compile(r"O|[BI]-[A-Z]+")


def is_iob(line: str) -> bool:
    """Return whether a line is that of a word."""
    fields = line.split()
    return len(fields) == 3 and bool(_CHUNK.fullmatch(fields[2]))


def read_iob(path: StrPath) -> TokenChunks:
    """Read the chunks of a file: sentence n is unit n; of several empty lines, each after the first is an empty unit.

    Raises
    ------
    FormatError : a line that is neither empty nor word, tag and chunk.
    """
    collector = Collector()
    rows: list[list[str]] = []
    for number, line in numbered_lines(path, EXPECTED):
        if not line.strip():
            _add(collector, rows)
            rows = []
        elif is_iob(line):
            rows.append(line.split())
        else:
            raise FormatError(f"{os.fspath(path)}:{number}", shown(line), EXPECTED)
    if rows:
        _add(collector, rows)
    return collector.finish()


def _add(collector: Collector, rows: list[list[str]]) -> None:
    tokens, tags, chunks = zip(*rows, strict=True) if rows else ((), (), ())
    collector.add(tokens, tags, joined_chunks(list(chunks)))
    collector.end_unit()


def joined_chunks(chunks: list[str]) -> list[Span]:
    """Return the chunks of a sentence: a preposition with the noun phrase it governs, verbs with their particles."""
    spans: list[Span] = []
    for i, chunk in enumerate(chunks):
        mark, _, label = chunk.partition("-")
        if mark == "I" and spans and spans[-1][0] == label and spans[-1][2] == i:
            spans[-1] = (label, spans[-1][1], i + 1)
        elif label:
            spans.append((label, i, i + 1))
    found: list[Span] = []
    for span in spans:
        label, begin, end = span
        before = found[-1] if found and found[-1][2] == begin else None
        if label == "PRT" and before and before[0] == "VP":
            found[-1] = ("VP", before[1], end)
            continue
        if label == "NP" and before and before[0] == "PP":
            found[-1] = ("PP", before[1], end)  # a preposition alone is no phrase
        found.append(span)
    return [span for span in found if span[0] != "PP" or _governs(span, spans)]


def _governs(span: Span, spans: list[Span]) -> bool:
    """Return whether a prepositional phrase is more than its preposition."""
    return span not in spans
