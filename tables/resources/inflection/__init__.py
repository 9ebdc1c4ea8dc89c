"""Pairs of phrases inflected alike."""

from paragen.tables.resources.inflection.entry_table import Summary, entries_files

__all__ = ["Summary", "entries_files"]
