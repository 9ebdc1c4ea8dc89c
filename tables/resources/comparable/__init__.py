"""PT-3: phrasal paraphrases from comparable news articles [Z08 section 4]."""

from typing import TYPE_CHECKING

from paragen.base.packages import lazy_names
from paragen.tables.resources.comparable.options import ComparableOptions

if TYPE_CHECKING:
    from paragen.tables.resources.comparable.comparable import ComparableSummary, build_comparable

__all__ = ["ComparableOptions", "ComparableSummary", "build_comparable"]

if not TYPE_CHECKING:  # the command line reads the options for its help
    __getattr__ = lazy_names(__name__, dict.fromkeys(("ComparableSummary", "build_comparable"), "comparable"))
