"""Paraphrases by pivoting through another language [BC05]."""

from typing import TYPE_CHECKING

from paragen.base.packages import lazy_names
from paragen.tables.bilingual.options import PivotOptions

if TYPE_CHECKING:
    from paragen.tables.bilingual.pivot.pivot import PivotSummary, build_pivot, pivot_tables

__all__ = ["PivotOptions", "PivotSummary", "build_pivot", "pivot_tables"]

if not TYPE_CHECKING:  # the command line reads the options for its help
    __getattr__ = lazy_names(__name__, dict.fromkeys(("PivotSummary", "build_pivot", "pivot_tables"), "pivot"))
