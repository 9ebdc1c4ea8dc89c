"""Dictionaries: a headword and its definition as paraphrases [Z08 section 4]."""

from paragen.tables.dictionary.build import Summary, definitions_files

__all__ = ["Summary", "definitions_files"]
