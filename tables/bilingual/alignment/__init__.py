"""Word alignment: eflomal, links from files, symmetrisation, error rate."""

from paragen.tables.bilingual.alignment.align import AlignSummary, build_alignment
from paragen.tables.bilingual.alignment.links import Gold, Links, alignment_error_rate, read_gold, read_links
from paragen.tables.bilingual.options import HEURISTICS, AlignOptions

__all__ = [
    "HEURISTICS", "AlignOptions", "AlignSummary", "Gold", "Links", "alignment_error_rate", "build_alignment", "read_gold",
    "read_links",
]  # fmt: skip
