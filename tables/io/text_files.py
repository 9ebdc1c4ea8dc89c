"""Tables as text: known by their names, written compressed or not, whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Any

from paragen.base.compression import compressed, compression_of_name
from paragen.base.destination import StrPath
from paragen.base.output_files import atomic_file


def is_text_name(path: StrPath) -> bool:
    """Return whether a table of that name is text: it ends in .txt or .txt.gz."""
    return os.fspath(path).endswith((".txt", ".txt.gz"))


@contextmanager
def text_file(path: StrPath) -> Iterator[IO[bytes]]:
    """Yield a file to write to, which appears when all is written, compressed if ``path`` ends in .gz, .bz2, .xz or .zst."""
    with atomic_file(path) as file, compressed(file, compression_of_name(path)) as packed:
        yield packed


def write_text(batches: Iterable[Any], destination: StrPath) -> None:
    """Write record batches with the columns source, target and score, ``source ||| target ||| score`` a line."""
    import pyarrow
    import pyarrow.compute

    with text_file(destination) as file:
        for batch in batches:
            score = pyarrow.compute.cast(batch.column("score"), pyarrow.string())
            lines = pyarrow.compute.binary_join_element_wise(batch.column("source"), batch.column("target"), score, " ||| ")
            file.write("".join(f"{line}\n" for line in lines.to_pylist()).encode())
