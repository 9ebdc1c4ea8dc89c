"""Paraphrases by commute times on graphs of phrases [MM12]."""

from typing import TYPE_CHECKING

from paragen.base.packages import lazy_names
from paragen.tables.bilingual.graph.options import GraphOptions

if TYPE_CHECKING:
    from paragen.tables.bilingual.graph.build import GraphSummary, build_graph_table

__all__ = ["GraphOptions", "GraphSummary", "build_graph_table"]

if not TYPE_CHECKING:  # the command line reads the options for its help
    __getattr__ = lazy_names(__name__, dict.fromkeys(("GraphSummary", "build_graph_table"), "build"))
