"""Phrase pairs from word-aligned bitext, with counts and weights as Moses gives them."""

from typing import TYPE_CHECKING

from paragen.base.packages import lazy_names
from paragen.tables.bilingual.options import MAX_LENGTH, ExtractOptions, LabelOptions

if TYPE_CHECKING:
    from paragen.tables.bilingual.extraction.extract import ExtractSummary, build_phrase_table, extract_phrases
    from paragen.tables.bilingual.extraction.moses import read_moses, write_moses

__all__ = [
    "MAX_LENGTH", "ExtractOptions", "ExtractSummary", "LabelOptions", "build_phrase_table", "extract_phrases", "read_moses",
    "write_moses",
]  # fmt: skip

if not TYPE_CHECKING:  # the command line reads the options for its help
    __getattr__ = lazy_names(
        __name__,
        dict.fromkeys(("ExtractSummary", "build_phrase_table", "extract_phrases"), "extract")
        | dict.fromkeys(("read_moses", "write_moses"), "moses"),
    )
