from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from paragen.tables.parses.trees import Tree

MAX_LABEL: int

def labels_of_spans(
    tree: Tree, words: Sequence[str], max_length: int = 7, simple: bool = False, levels: int = 0
) -> list[tuple[int, int, list[str]]]: ...

class SpanLabeller:
    def __init__(self, simple: bool = False, levels: int = 0) -> None: ...
    def columns(
        self, tree: Tree, words: Sequence[str], max_length: int = 7
    ) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32], npt.NDArray[np.uint32]]: ...
    def texts(self) -> list[str]: ...
