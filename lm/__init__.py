"""Language models.

``model``     maps a packed file and scores text; reads n-grams from ARPA files and KenLM's binaries, and writes packed files
``packing``   packs and opens files of any format
``estimate``  turns text into an ARPA file
``mix``       mixes word frequencies into a model trained on little text
``witness``   compares scores with the package kenlm
"""

from typing import TYPE_CHECKING

from paragen.base.packages import lazy_names

if TYPE_CHECKING:
    from paragen.lm.model import LanguageModel
    from paragen.lm.packing import open_lm, pack_lm

__all__ = ["LanguageModel", "open_lm", "pack_lm"]

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, {"LanguageModel": "model", "open_lm": "packing", "pack_lm": "packing"})
