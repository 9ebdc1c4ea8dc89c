"""Paraphrases by commute times on graphs of phrases [MM12]."""

from __future__ import annotations

from paragen.tables.bilingual.graph.build import GraphSummary, build_graph_table
from paragen.tables.bilingual.graph.options import GraphOptions

__all__ = ["GraphOptions", "GraphSummary", "build_graph_table"]
