"""Language models, with a folder for each operation.

``read``      reads ARPA files and KenLM's binaries
``pack``      writes a packed file
``query``     maps a packed file, and scores text
``estimate``  turns text into an ARPA file
``mix``       mixes word frequencies into a model trained on little text
``witness``   compares scores with the package kenlm
"""

from typing import TYPE_CHECKING

from paragen.base.packages import lazy_names

if TYPE_CHECKING:
    from paragen.lm.pack.packing import open_lm, pack_lm
    from paragen.lm.query.model import LanguageModel

__all__ = ["LanguageModel", "open_lm", "pack_lm"]

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, {"LanguageModel": "query.model", "open_lm": "pack.packing", "pack_lm": "pack.packing"})
