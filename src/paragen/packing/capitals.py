"""Capitals that the phrases of a table to pack have of their own, as of a table that is given at load time."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from paragen.base.destination import StrPath
from paragen.base.input_files import PARQUET, TABLE, OpenedFile, numbered_lines
from paragen.text.tokenizer import Tokenizer
from paragen.text.written import WrittenForms, written_forms


@contextmanager
def read_twice(path: StrPath) -> Iterator[StrPath]:
    """Yield the name of a file that can be read more than once: a copy of what a pipe holds."""
    if os.path.isfile(path) or not os.path.exists(path) or os.path.isdir(path):
        yield path
        return
    with TemporaryDirectory(prefix="paragen-") as folder:
        copy = Path(folder) / os.path.basename(os.fspath(path))
        with open(path, "rb") as pipe, open(copy, "wb") as file:
            shutil.copyfileobj(pipe, file)
        yield copy


def text_capitals(path: StrPath, tokenizer: Tokenizer) -> WrittenForms:
    """Return how the phrases of a text table are written that has been packed without an error.

    Parquet and tables with several scores, whose phrases come from programs, are taken to have none. A table in lower case costs
    no more than reading it.
    """
    if tokenizer.tokenized or tokenizer.language.cased or os.path.isdir(path) or not _may_have_capitals(path):
        return WrittenForms()
    return written_forms(lambda: _pairs(path), tokenizer)


def _may_have_capitals(path: StrPath) -> bool:
    with OpenedFile(path, TABLE, (PARQUET,)) as file:
        if file.head.startswith(PARQUET) or _has_several_scores(file.head):
            return False
        return any(not piece.isascii() or piece != piece.lower() for piece in file.pieces())


def _has_several_scores(head: bytes) -> bool:
    fields = head.split(b"\n", 1)[0].split(b"|||")
    return len(fields) > 2 and len(fields[2].split()) > 1


def _pairs(path: StrPath) -> Iterator[tuple[str, str]]:
    for _, line in numbered_lines(path, TABLE):
        if line.strip():
            source, target, *_ = line.split("|||", 2)
            yield source.strip(), target.strip()
