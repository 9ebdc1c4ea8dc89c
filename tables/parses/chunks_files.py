"""Recognises parses by their content, and reads their chunks."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, shown
from paragen.base.input_files import Lines
from paragen.tables.io.skips import Skips
from paragen.tables.parses.chunks import LABELS, MAX_WORDS, Chunks, Words, chunks_of_words
from paragen.tables.parses.chunks_conllu import read_conllu_chunks
from paragen.tables.parses.chunks_trees import read_tree_chunks
from paragen.tables.parses.iob import is_iob, read_iob

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
