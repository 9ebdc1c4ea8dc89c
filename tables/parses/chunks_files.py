"""Recognises parses by their content, and reads their chunks; those of CoNLL-2000 (a word a line, with tag and chunk) itself."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, shown
from paragen.base.input_files import Lines, numbered_lines
from paragen.tables.builder import Skips
from paragen.tables.parses.chunks import Chunks, Collector, Span, TokenChunks, Words, chunks_of_words
from paragen.tables.parses.chunks_conllu import read_conllu_chunks
from paragen.tables.parses.chunks_trees import read_tree_chunks
from paragen.tables.parses.options import LABELS, MAX_WORDS

_EXPECTED = "parsed text: CoNLL-U, Penn brackets, or CoNLL-2000 chunks"
_REMEDY = "Parse text with `paragen parse`."
_COLUMNS = 10


def read_chunks(
    path: StrPath,
    words: Words,
    skips: Skips,
    *,
    max_words: int = MAX_WORDS,
    labels: Sequence[str] = LABELS,
    progress: Callable[[int], object] | None = None,
) -> tuple[Chunks, bool]:
    """Read the chunks of a parsed text, and whether it says how many units it has (CoNLL-U leaves empty lines out).

    Parameters
    ----------
    path : CoNLL-U with Penn tags, trees in Penn brackets, or CoNLL-2000 chunks; plain or compressed.
    words : of all texts; it grows.
    skips : counts what is left out.
    max_words, labels : see `chunks_of_words`.
    progress : called with the number of bytes read since the last call, where the file is CoNLL-U.

    Raises
    ------
    FormatError : the file is something else, or a line of it is malformed.
    """
    kind = _kind(path)
    if kind == "conllu":
        text = read_conllu_chunks(path, progress)
    else:
        text = read_iob(path) if kind == "iob" else read_tree_chunks(path, skips)
    return chunks_of_words(text, words, max_words, labels), kind != "conllu"


def _kind(path: StrPath) -> str:
    """Return the kind of a file, by its first line that is not empty; an empty file has trees without words."""
    with Lines(path, _EXPECTED, tidy=False) as lines:
        while batch := lines.take(100):
            for line in filter(str.strip, batch):
                if line.lstrip().startswith("("):
                    return "brackets"
                if line.startswith("#") or line.count("\t") == _COLUMNS - 1:
                    return "conllu"
                if is_iob(line):
                    return "iob"
                raise FormatError(os.fspath(path), shown(line), _EXPECTED, _REMEDY)
    return "brackets"


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
