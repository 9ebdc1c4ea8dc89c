import numpy as np
import numpy.typing as npt

UInt32s = npt.NDArray[np.uint32]
UInt64s = npt.NDArray[np.uint64]

class SimilarQueries:
    def __init__(
        self, word_begin: UInt64s, words: UInt32s, document_begin: UInt64s, documents: UInt32s, n_words: int, n_documents: int, *,
        beta: float, threshold: float, top: int, max_sharing: int, containment: bool = True,
    ) -> None: ...
    def find(self, queries: UInt32s) -> tuple[UInt32s, UInt32s, npt.NDArray[np.float64]]: ...
