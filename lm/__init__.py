"""Language models, a folder for each thing done with them.

``read``      ARPA files and KenLM's binaries
``pack``      from what was read to a packed file
``query``     the packed file, opened by mapping, and its scores
``estimate``  from text to an ARPA file
``mix``       word frequencies mixed into a model of little text
``witness``   its scores beside those of the package kenlm
"""

from paragen.lm.pack.packing import open_lm, pack_lm
from paragen.lm.query.model import LanguageModel

__all__ = ["LanguageModel", "open_lm", "pack_lm"]
