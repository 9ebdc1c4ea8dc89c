import numpy as np
import numpy.typing as npt

from paragen.tables.bilingual.extraction.kernel import Memory, TextArrays

MAX_LINE: int

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
