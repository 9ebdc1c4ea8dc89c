import numpy as np
import numpy.typing as npt

UInt8s = npt.NDArray[np.uint8]
UInt32s = npt.NDArray[np.uint32]
UInt64s = npt.NDArray[np.uint64]

class OverlapFinder:
    def __init__(self, types: UInt32s, begins: UInt64s, documents: UInt64s, figures: UInt8s) -> None: ...
    def find(self, one: UInt32s, other: UInt32s, threshold: float) -> tuple[UInt32s, UInt32s, npt.NDArray[np.float32]]: ...
