"""Phrase pairs from word-aligned bitext, with counts and weights as Moses gives them."""

from paragen.tables.bilingual.extraction.extract import ExtractSummary, build_phrase_table, extract_phrases
from paragen.tables.bilingual.extraction.moses import read_moses, write_moses
from paragen.tables.bilingual.options import MAX_LENGTH, ExtractOptions, LabelOptions

__all__ = [
    "MAX_LENGTH", "ExtractOptions", "ExtractSummary", "LabelOptions", "build_phrase_table", "extract_phrases", "read_moses",
    "write_moses",
]  # fmt: skip
