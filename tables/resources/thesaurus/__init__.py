"""PT-1: words that are similar in parsed text, and ready-made thesauri [Z08 section 4]."""

from paragen.tables.resources.thesaurus.options import ThesaurusOptions
from paragen.tables.resources.thesaurus.thesaurus import ThesaurusSummary, build_thesaurus

__all__ = ["ThesaurusOptions", "ThesaurusSummary", "build_thesaurus"]
