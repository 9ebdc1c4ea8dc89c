"""Word alignment: eflomal, links from files, symmetrisation, error rate."""

from __future__ import annotations

from paragen.tables.bilingual.alignment.align import DEFAULT_HEURISTIC, DEFAULT_LENGTH, Alignment, align_files
from paragen.tables.bilingual.alignment.error_rate import Gold, Links, alignment_error_rate, read_gold, read_links
from paragen.tables.bilingual.alignment.kernel import HEURISTICS

__all__ = [
    "DEFAULT_HEURISTIC", "DEFAULT_LENGTH", "HEURISTICS", "Alignment", "Gold", "Links", "align_files", "alignment_error_rate",
    "read_gold", "read_links",
]  # fmt: skip
