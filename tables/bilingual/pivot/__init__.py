"""Paraphrases by pivoting through another language [BC05]."""

from paragen.tables.bilingual.options import PivotOptions
from paragen.tables.bilingual.pivot.pivot import PivotSummary, build_pivot, pivot_tables

__all__ = ["PivotOptions", "PivotSummary", "build_pivot", "pivot_tables"]
