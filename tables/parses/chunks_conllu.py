"""Chunks of dependency parses: rules that go from a head to its words."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

import numpy as np

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.tables.parses.chunks import Array, TokenChunks
from paragen.tables.parses.conllu import ConlluReader
from paragen.tables.parses.kernel import dependency_chunks

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
