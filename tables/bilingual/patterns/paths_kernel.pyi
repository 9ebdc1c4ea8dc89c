import numpy as np
import numpy.typing as npt

from paragen.tables.bilingual.extraction.kernel import Memory, TextArrays

class Paths:
    def memory(self) -> Memory: ...

def paths(
    forms: TextArrays, lemmas: TextArrays, tags: TextArrays, relations: TextArrays, ids: npt.NDArray[np.int32],
    heads: npt.NDArray[np.int32], begins: npt.NDArray[np.int64], max_words: int,
) -> Paths: ...
