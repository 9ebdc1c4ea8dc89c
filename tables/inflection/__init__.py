"""Pairs of phrases inflected alike."""

from paragen.tables.inflection.build import Summary, entries_files

__all__ = ["Summary", "entries_files"]
