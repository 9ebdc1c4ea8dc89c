import numpy as np
import numpy.typing as npt

Int64s = npt.NDArray[np.int64]

def dependency_chunks(
    parts: npt.NDArray[np.uint8], relations: npt.NDArray[np.uint8], heads: npt.NDArray[np.int32], begins: Int64s
) -> tuple[Int64s, Int64s, Int64s]: ...
