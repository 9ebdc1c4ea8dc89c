"""The language model: estimation, reading, packing and native queries."""

from paragen.lm.model import LanguageModel
from paragen.lm.packing import open_lm, pack_lm

__all__ = ["LanguageModel", "open_lm", "pack_lm"]
