"""Paraphrases by pivoting through another language [BC05]."""

from paragen.tables.bilingual.pivot.limits import Limits
from paragen.tables.bilingual.pivot.pivot import Summary, pivot_files

__all__ = ["Limits", "Summary", "pivot_files"]
