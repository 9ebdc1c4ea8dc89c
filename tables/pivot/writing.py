"""Paraphrase tables as text: ``source ||| target ||| score`` a line."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from paragen.packfile import atomic_file

_LEVEL = 6  # of gzip: half the time of 9 for the size of a hundredth more


def is_text_name(path: str | os.PathLike[str]) -> bool:
    """Tell whether a table of this name is text."""
    return os.fspath(path).endswith((".txt", ".txt.gz"))


def write_text(batches: Iterator[Any], destination: str | os.PathLike[str]) -> None:
    """Write record batches with the columns source, target and score, whole or not at all."""
    import pyarrow
    import pyarrow.compute

    with atomic_file(destination) as file, _compressed(file, destination) as out:
        for batch in batches:
            score = pyarrow.compute.cast(batch.column("score"), pyarrow.string())
            lines = pyarrow.compute.binary_join_element_wise(batch.column("source"), batch.column("target"), score, " ||| ")
            out.write("".join(f"{line}\n" for line in lines.to_pylist()).encode())


@contextmanager
def _compressed(file: BinaryIO, destination: str | os.PathLike[str]) -> Iterator[Any]:
    if not os.fspath(destination).endswith(".gz"):
        yield file
        return
    with gzip.GzipFile(filename="", mode="wb", fileobj=file, compresslevel=_LEVEL, mtime=0) as out:
        yield out
