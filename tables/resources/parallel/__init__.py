"""Paraphrases of texts that say the same: similar chunks in similar contexts [Z08 section 4]."""

from paragen.tables.resources.parallel.options import Options
from paragen.tables.resources.parallel.parallel import Summary, parallel_files

__all__ = ["Options", "Summary", "parallel_files"]
