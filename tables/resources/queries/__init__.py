"""PT-6: similar search queries [Z08 section 4]."""

from paragen.tables.resources.queries.queries import Settings, Summary, query_files

__all__ = ["Settings", "Summary", "query_files"]
