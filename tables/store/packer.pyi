import os
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from paragen.base.vocabulary import Vocabulary

MAX_LINE: int
TOP: int
MAX_TOP: int

class BadPair(Exception):
    number: int
    problem: str
    text: str
    fields: int
    scores: int
    score_text: str
    def __init__(
        self, number: int, problem: str, text: str = "", fields: int = 0, scores: int = 0, score_text: str = ""
    ) -> None: ...

class Packer:
    def __init__(self, words: Callable[[str], list[str]] | None = None) -> None: ...
    def begin_table(self, column: int = 0, patterns: bool = False) -> None: ...
    def feed(self, data: bytes) -> None: ...
    def feed_end(self) -> None: ...
    def add_columns(
        self, source_ends: npt.NDArray[np.int64], sources: npt.NDArray[np.uint8],
        target_ends: npt.NDArray[np.int64], targets: npt.NDArray[np.uint8], scores: npt.NDArray[np.float64],
        label_ends: npt.NDArray[np.int64] | None = None, labels: npt.NDArray[np.uint8] | None = None,
    ) -> None: ...
    @property
    def pairs(self) -> int: ...
    def end_table(self, top: int = ...) -> int: ...
    def write(self, path: str | os.PathLike[str], vocabulary: Vocabulary | None = None) -> None: ...
