"""Word alignment: eflomal, links from files, symmetrisation, error rate."""

from typing import TYPE_CHECKING

from paragen.base.packages import lazy_names
from paragen.tables.bilingual.options import HEURISTICS, AlignOptions

if TYPE_CHECKING:
    from paragen.tables.bilingual.alignment.align import AlignSummary, build_alignment
    from paragen.tables.bilingual.alignment.links import Gold, Links, alignment_error_rate, read_gold, read_links

__all__ = [
    "HEURISTICS", "AlignOptions", "AlignSummary", "Gold", "Links", "alignment_error_rate", "build_alignment", "read_gold",
    "read_links",
]  # fmt: skip

if not TYPE_CHECKING:  # the command line reads the options for its help
    __getattr__ = lazy_names(
        __name__,
        dict.fromkeys(("AlignSummary", "build_alignment"), "align")
        | dict.fromkeys(("Gold", "Links", "alignment_error_rate", "read_gold", "read_links"), "links"),
    )
