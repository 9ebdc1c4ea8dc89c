from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from paragen.tables.parses.trees import Tree
from paragen.tables.store.store import TableStore

def phrase_labels(
    store: TableStore, tree: Tree, words: Sequence[str], keep: bytes | None, boundaries: npt.NDArray[np.int64]
) -> npt.NDArray[np.uint32]: ...
