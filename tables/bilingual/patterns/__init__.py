"""Paraphrase patterns with slots [Z09]: from parsed bitexts to pairs of patterns."""

from typing import TYPE_CHECKING

from paragen.base.packages import lazy_names
from paragen.tables.bilingual.patterns.options import InduceOptions

if TYPE_CHECKING:
    from paragen.tables.bilingual.patterns.induce import InduceSummary, build_patterns

__all__ = ["InduceOptions", "InduceSummary", "build_patterns"]

if not TYPE_CHECKING:  # the command line reads the options for its help
    __getattr__ = lazy_names(__name__, dict.fromkeys(("InduceSummary", "build_patterns"), "induce"))
