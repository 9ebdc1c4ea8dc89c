"""Paraphrases by pivoting through another language [BC05]."""

from paragen.tables.pivot.pivot import Limits, Summary, pivot_files

__all__ = ["Limits", "Summary", "pivot_files"]
