"""Phrase pairs from word-aligned bitext, with counts and weights as Moses gives them."""

from __future__ import annotations

from paragen.tables.bilingual.extraction.extract import ExtractOptions, ExtractSummary, build_phrase_table, extract_phrases
from paragen.tables.bilingual.extraction.kernel import MAX_LENGTH
from paragen.tables.bilingual.extraction.label_options import LabelOptions
from paragen.tables.bilingual.extraction.moses import read_moses, write_moses

__all__ = [
    "MAX_LENGTH", "ExtractOptions", "ExtractSummary", "LabelOptions", "build_phrase_table", "extract_phrases", "read_moses",
    "write_moses",
]  # fmt: skip
