"""Recognises parses by their content, and reads their chunks: CoNLL-U by rules that go from a head to its words; Penn brackets;
CoNLL-2000 (a word a line, with tag and chunk)."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence

import numpy as np

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, shown
from paragen.base.input_files import Lines, Skips, numbered_lines
from paragen.tables.parses.chunks import Array, Chunks, Collector, Span, TokenChunks, Words, chunks_of_words
from paragen.tables.parses.chunks_trees import read_tree_chunks
from paragen.tables.parses.conllu import ConlluReader
from paragen.tables.parses.kernel import dependency_chunks
from paragen.tables.parses.options import LABELS, MAX_WORDS

_EXPECTED = "parsed text: CoNLL-U, Penn brackets, or CoNLL-2000 chunks"
_PARSE = "Parse text with `paragen parse`."
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
                raise FormatError(os.fspath(path), shown(line), _EXPECTED, _PARSE)
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


_BATCH = 20_000
_MOST_UNITS = 1 << 26  # lines of one text: memory is allocated for each, whether or not it occurs
_REMEDY = "Give a file as `paragen parse` wrote it."

_PARTS = {"NN": 1, "VB": 2, "JJ": 3, "RB": 4, "PRP": 1, "CD": 1, "DT": 1, "EX": 1, "FW": 1}
_NO_NOUNS = ("PRP$",)
_RELATIONS = {
    "det": 1, "amod": 1, "nummod": 1, "compound": 1, "nmod:poss": 1, "det:predet": 1,
    "flat": 2, "fixed": 2,
    "case": 3,
    "aux": 4, "cop": 4,
    "advmod": 5,
    "compound:prt": 6,
    "obj": 7, "iobj": 7, "xcomp": 7, "ccomp": 7,
    "obl": 8, "nmod": 8, "acl": 8, "advcl": 8, "appos": 8,
    "nsubj": 9, "csubj": 9, "expl": 9,
    "conj": 10, "cc": 10, "punct": 10, "parataxis": 10, "mark": 10, "discourse": 10, "vocative": 10, "list": 10,
    "dislocated": 10, "orphan": 10, "dep": 10,
}  # fmt: skip


def part_of(tag: str) -> int:
    """Return the part of speech of a Penn tag, as the rules distinguish them: a number of `Part`."""
    if tag in _NO_NOUNS:
        return 0
    return next((part for prefix, part in _PARTS.items() if tag.startswith(prefix)), 0)


def relation_of(relation: str) -> int:
    """Return the kind of a relation of Universal Dependencies: a number of `Relation`."""
    return _RELATIONS.get(relation, _RELATIONS.get(relation.partition(":")[0], 0))


def read_conllu_chunks(path: StrPath, progress: Callable[[int], object] | None = None) -> TokenChunks:
    """Read the chunks of a CoNLL-U file with Penn tags (XPOS), as `paragen parse` writes it.

    Units are the lines of the text that was parsed. Lines without a word are not in the file, and the last of them cannot be
    known: there may be fewer units than the text had lines.

    Raises
    ------
    FormatError : see `ConlluReader`; units that are not in order; words without tags.
    """
    reader = ConlluReader(path, progress=progress)
    columns: list[tuple[Array, ...]] = []
    units: list[Array] = []
    words = 0
    for batch in reader.batches(_BATCH):
        parts = np.array([part_of(tag) for tag in reader.tag_texts()], np.uint8)[batch.tags]
        relations = np.array([relation_of(relation) for relation in reader.relation_texts()], np.uint8)[batch.relations]
        begin, end, label = dependency_chunks(parts, relations, batch.heads, batch.begins)
        columns.append((batch.forms, batch.tags, begin + words, end + words, label))
        units.append(np.repeat(batch.units, np.diff(batch.begins)))
        words += len(batch.forms)
    form, tag, begin, end, label = map(np.concatenate, zip(*columns, strict=True)) if columns else [np.zeros(0, np.int64)] * 5
    tags = reader.tag_texts()
    _check_tags(path, tags, tag)
    unit_tokens = _unit_tokens(path, np.concatenate(units) if units else np.zeros(0, np.int64))
    return TokenChunks(reader.form_texts(), tags, form, tag, unit_tokens, begin, end, label)


def _check_tags(path: StrPath, tags: Sequence[str], tag: Array) -> None:
    if len(tag) and not np.array([bool(part_of(text)) for text in tags], bool)[tag].any():
        raise FormatError(
            os.fspath(path), "no Penn tag in the fifth column", "tags as NN and VBD", "Parse with a pipeline that gives them."
        )


def _unit_tokens(path: StrPath, unit: Array) -> Array:
    """Return where the words of each unit begin, from the numbers, from 1, of the units of all words."""
    if not len(unit):
        return np.zeros(1, np.int64)
    back = np.flatnonzero(np.diff(unit) < 0)
    if len(back) or unit[0] < 1:
        where = back[0] + 1 if len(back) else 0
        raise FormatError(
            os.fspath(path), f"a sentence of line {unit[where]} after one of line {unit[where - 1] if where else 0}",
            "the lines of a text in their order, counted from 1", _REMEDY,
        )  # fmt: skip
    if unit[-1] >= _MOST_UNITS:
        raise FormatError(os.fspath(path), f"a sentence of line {unit[-1]}", f"less than {_MOST_UNITS} lines", _REMEDY)
    return np.searchsorted(unit, np.arange(1, unit[-1] + 2))
