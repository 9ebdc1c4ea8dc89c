"""Writes samples of compared phrases, for calibration."""

from __future__ import annotations

import os
from collections.abc import Sequence

from paragen.tables.texts import text_file

HEADER = "source\ttarget\tcontent\tcontext\tlabel\n"


def write_candidates(rows: Sequence[tuple[str, str, float, float]], destination: str | os.PathLike[str]) -> int:
    """Write pairs of phrases with the overlap of their words and of their contexts, and a column of labels to fill in.

    Parameters
    ----------
    rows : source, target, content and context similarity [Z08 eq. 6].
    destination : text with tabs and a header, gzip where the name ends in .gz; it appears whole or not at all.
    """
    with text_file(destination) as file:
        file.write(HEADER.encode())
        for source, target, content, context in rows:
            file.write(f"{source}\t{target}\t{content:.6g}\t{context:.6g}\t\n".encode())
    return len(rows)
