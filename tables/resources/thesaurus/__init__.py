"""PT-1: words that are similar in parsed text, and ready-made thesauri [Z08 section 4]."""

from typing import TYPE_CHECKING

from paragen.base.packages import lazy_names
from paragen.tables.resources.thesaurus.options import ThesaurusOptions

if TYPE_CHECKING:
    from paragen.tables.resources.thesaurus.thesaurus import ThesaurusSummary, build_thesaurus

__all__ = ["ThesaurusOptions", "ThesaurusSummary", "build_thesaurus"]

if not TYPE_CHECKING:  # the command line reads the options for its help
    __getattr__ = lazy_names(__name__, dict.fromkeys(("ThesaurusSummary", "build_thesaurus"), "thesaurus"))
