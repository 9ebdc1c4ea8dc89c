import numpy as np
import numpy.typing as npt

UInt32s = npt.NDArray[np.uint32]
UInt64s = npt.NDArray[np.uint64]
Float64s = npt.NDArray[np.float64]

HEURISTICS: tuple[str, ...]

class BadLink(ValueError):
    flaw: str
    line: int
    backward: bool
    shown: str
    found: int
    expected: int

def symmetrise(
    source: bytes, target: bytes, forward: bytes, backward: bytes, n_lines: int, heuristic: str
) -> tuple[bytes, int]: ...
def giza(source: bytes, target: bytes, a3: bytes, n_lines: int, first: int, backward: bool) -> bytes: ...

class AlignmentModel:
    pairs: int
    learnt: int
    def __init__(
        self,
        one: UInt32s,
        one_begins: UInt64s,
        other: UInt32s,
        other_begins: UInt64s,
        n_words: int,
        same: float = 100.0,
        rest: float = 1.0,
        most_keys: int = ...,
        learnt: int | None = None,
    ) -> None: ...
    def __len__(self) -> int: ...
    def expect(self, begin: int, end: int, with_jumps: bool) -> None: ...
    def estimate(self, with_jumps: bool) -> None: ...
    def links(self, begin: int, end: int, threshold: float) -> tuple[bytes, bytes]: ...
    def log_likelihoods(self, begin: int, end: int) -> tuple[Float64s, Float64s]: ...
