import numpy as np
import numpy.typing as npt

from paragen.tuning.pser import NbestArrays

Int32s = npt.NDArray[np.int32]
Float64s = npt.NDArray[np.float64]

def sweep(
    lists: NbestArrays, score: Float64s, slope: Float64s, n: int, low: float, high: float
) -> tuple[Int32s, Float64s, Float64s, Int32s]: ...
