"""PT-3: phrasal paraphrases from comparable news articles [Z08 section 4]."""

from paragen.tables.resources.comparable.comparable import Options, Summary, comparable_files
from paragen.tables.resources.comparable.phrases import Limits

__all__ = ["Limits", "Options", "Summary", "comparable_files"]
