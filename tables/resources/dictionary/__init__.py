"""Dictionaries: a headword and its definition as paraphrases [Z08 section 4]."""

from paragen.tables.resources.dictionary.definitions import Summary, definitions_files

__all__ = ["Summary", "definitions_files"]
