"""Paraphrases from texts that say the same thing: similar chunks in similar contexts [Z08 section 4]."""

from typing import TYPE_CHECKING

from paragen.base.packages import lazy_names
from paragen.tables.resources.parallel.options import ParallelOptions

if TYPE_CHECKING:
    from paragen.tables.resources.parallel.parallel import ParallelSummary, build_parallel

__all__ = ["ParallelOptions", "ParallelSummary", "build_parallel"]

if not TYPE_CHECKING:  # the command line reads the options for its help
    __getattr__ = lazy_names(__name__, dict.fromkeys(("ParallelSummary", "build_parallel"), "parallel"))
