"""Pairs of phrases, inflected together."""

from paragen.tables.inflection.entries import EntriesOptions, EntriesSummary, build_entries

__all__ = ["EntriesOptions", "EntriesSummary", "build_entries"]
