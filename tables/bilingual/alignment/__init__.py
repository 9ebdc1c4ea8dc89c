"""Word alignment: eflomal, links from files, symmetrisation, error rate."""

from __future__ import annotations

from paragen.tables.bilingual.alignment.align import AlignOptions, AlignSummary, build_alignment
from paragen.tables.bilingual.alignment.error_rate import Gold, Links, alignment_error_rate, read_gold, read_links
from paragen.tables.bilingual.alignment.kernel import HEURISTICS

__all__ = [
    "HEURISTICS", "AlignOptions", "AlignSummary", "Gold", "Links", "alignment_error_rate", "build_alignment", "read_gold",
    "read_links",
]  # fmt: skip
