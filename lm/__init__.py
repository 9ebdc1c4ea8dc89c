"""Language models, with a folder for each operation.

``read``      reads ARPA files and KenLM's binaries
``pack``      writes a packed file
``query``     maps a packed file, and scores text
``estimate``  turns text into an ARPA file
``mix``       mixes word frequencies into a model of little text
``witness``   compares scores with the package kenlm
"""

from paragen.lm.pack.packing import open_lm, pack_lm
from paragen.lm.query.model import LanguageModel

__all__ = ["LanguageModel", "open_lm", "pack_lm"]
