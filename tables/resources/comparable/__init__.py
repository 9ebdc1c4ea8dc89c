"""PT-3: phrasal paraphrases from comparable news articles [Z08 section 4]."""

from paragen.tables.resources.comparable.comparable import ComparableSummary, build_comparable
from paragen.tables.resources.comparable.options import ComparableOptions

__all__ = ["ComparableOptions", "ComparableSummary", "build_comparable"]
