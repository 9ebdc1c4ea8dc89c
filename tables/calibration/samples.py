"""Samples of compared pairs for people to label, from which `paragen calibrate` chooses weights and thresholds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from paragen.base.destination import StrPath
from paragen.tables.io.text_files import text_file


def write_candidates(rows: Iterable[tuple[Any, ...]], destination: StrPath, similarities: Sequence[str]) -> int:
    """Write pairs with their similarities, and a column of labels to fill in; return how many.

    Parameters
    ----------
    rows : source, target, and the similarities, each from 0 to 1.
    destination : tab-separated text with a header, gzipped if the name ends in .gz; it appears whole or not at all.
    similarities : their names.
    """
    count = 0
    with text_file(destination) as file:
        file.write(("\t".join(["source", "target", *similarities, "label"]) + "\n").encode())
        for source, target, *values in rows:
            file.write("\t".join([source, target, *(f"{value:.6g}" for value in values), "\n"]).encode())
            count += 1
    return count
