"""PT-6: similar search queries [Z08 section 4]."""

from typing import TYPE_CHECKING

from paragen.base.packages import lazy_names
from paragen.tables.resources.queries.options import QueriesOptions

if TYPE_CHECKING:
    from paragen.tables.resources.queries.queries import QueriesSummary, build_queries

__all__ = ["QueriesOptions", "QueriesSummary", "build_queries"]

if not TYPE_CHECKING:  # the command line reads the options for its help
    __getattr__ = lazy_names(__name__, dict.fromkeys(("QueriesSummary", "build_queries"), "queries"))
