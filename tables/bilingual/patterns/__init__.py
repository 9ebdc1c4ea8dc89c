"""Paraphrase patterns with slots [Z09]: from parsed bitexts to pairs of patterns."""

from __future__ import annotations

from paragen.tables.bilingual.patterns.induce import InduceOptions, InduceSummary, build_patterns

__all__ = ["InduceOptions", "InduceSummary", "build_patterns"]
