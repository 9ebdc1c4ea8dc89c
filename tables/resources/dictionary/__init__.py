"""Dictionaries: headwords and their definitions as paraphrases [Z08 section 4]."""

from paragen.tables.resources.dictionary.definitions import DefinitionsOptions, DefinitionsSummary, build_definitions

__all__ = ["DefinitionsOptions", "DefinitionsSummary", "build_definitions"]
