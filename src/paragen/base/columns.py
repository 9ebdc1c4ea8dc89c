"""Rows of text in columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def aligned(rows: Iterable[Sequence[str]], left: int = 1) -> Iterator[str]:
    """Lay out rows of equal length in columns: the first ``left`` flush left, the others flush right."""
    rows = [list(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(w) if i < left else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths, strict=True)))
        yield "  ".join(cells).rstrip()
