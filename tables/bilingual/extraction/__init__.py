"""Phrase pairs from word-aligned bitext, with counts and weights as Moses gives them."""

from __future__ import annotations

from paragen.tables.bilingual.extraction.extract import DEFAULT_SENTENCE, Summary, extract_files
from paragen.tables.bilingual.extraction.kernel import MAX_LENGTH
from paragen.tables.bilingual.extraction.moses import read_moses, write_moses

__all__ = ["DEFAULT_SENTENCE", "MAX_LENGTH", "Summary", "extract_files", "read_moses", "write_moses"]
