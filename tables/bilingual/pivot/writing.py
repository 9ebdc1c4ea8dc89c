"""Paraphrase tables as text: ``source ||| target ||| score`` a line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from paragen.base.destination import StrPath
from paragen.tables.io.text_files import text_file


def write_text(batches: Iterable[Any], destination: StrPath) -> None:
    """Write record batches with the columns source, target and score, whole or not at all."""
    import pyarrow
    import pyarrow.compute

    with text_file(destination) as file:
        for batch in batches:
            score = pyarrow.compute.cast(batch.column("score"), pyarrow.string())
            lines = pyarrow.compute.binary_join_element_wise(batch.column("source"), batch.column("target"), score, " ||| ")
            file.write("".join(f"{line}\n" for line in lines.to_pylist()).encode())
