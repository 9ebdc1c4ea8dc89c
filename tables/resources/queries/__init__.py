"""PT-6: similar search queries [Z08 section 4]."""

from paragen.tables.resources.queries.queries import QueriesOptions, QueriesSummary, build_queries

__all__ = ["QueriesOptions", "QueriesSummary", "build_queries"]
