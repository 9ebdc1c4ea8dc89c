"""Paraphrases from texts that say the same thing: similar chunks in similar contexts [Z08 section 4]."""

from paragen.tables.resources.parallel.options import ParallelOptions
from paragen.tables.resources.parallel.parallel import ParallelSummary, build_parallel

__all__ = ["ParallelOptions", "ParallelSummary", "build_parallel"]
