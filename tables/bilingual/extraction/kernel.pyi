from typing import Any

import numpy as np
import numpy.typing as npt

MAX_LENGTH: int
MAX_LINE: int
MAX_SENTENCE_BYTES: int
TREE_GOOD: int
TREE_NONE: int
VERDICTS: tuple[str, ...]

TextArrays = tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]
Memory = tuple[int, list[tuple[tuple[int, int], ...]]]

class BadSentencePair(Exception):
    row: int
    problem: str
    link: str
    source_words: int
    target_words: int
    def __init__(self, row: int, problem: str, link: str = "", source_words: int = 0, target_words: int = 0) -> None: ...

class Sentences:
    def __init__(
        self, source: TextArrays, target: TextArrays, alignment: TextArrays, tree: TextArrays | None = None
    ) -> None: ...
    def judge(self, max_words: int) -> npt.NDArray[np.uint8]: ...
    def links(self) -> Links: ...
    def judge_trees(self, of_source: bool) -> npt.NDArray[np.uint8]: ...
    def phrases(self, lexicon: Lexicon, max_length: int) -> Phrases: ...
    def labelled_phrases(
        self, lexicon: Lexicon, max_length: int, simple: bool, levels: int, of_source: bool
    ) -> Phrases: ...

class Links:
    def memory(self) -> Memory: ...

class Phrases:
    def memory(self) -> Memory: ...

class Alignments:
    def __init__(self, codes: npt.NDArray[np.int64]) -> None: ...
    def memory(self) -> Memory: ...

class Lexicon:
    def __init__(self, source: TextArrays, target: TextArrays, counts: npt.NDArray[np.int64]) -> None: ...
    def __len__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

class BadMosesLine(Exception):
    line: int
    problem: str
    found: str
    number: int
    def __init__(self, line: int, problem: str, found: str, number: int) -> None: ...

def write_rows(
    source: TextArrays, target: TextArrays, alignment: TextArrays, scores: npt.NDArray[np.float64], counts: npt.NDArray[np.int64]
) -> tuple[bytes, int]: ...

class Rows:
    def memory(self) -> Memory: ...

class MosesReader:
    def feed(self, data: bytes) -> Rows: ...
    def end(self) -> Rows: ...
    @property
    def lines(self) -> int: ...
