import numpy as np
import numpy.typing as npt

Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

def interpolate(
    offsets: Int64s, components: Int32s, others: Int32s, counts: Floats, vertices: Int32s, units: Int64s, begins: Int64s,
    phrases: int,
) -> tuple[Int64s, Int32s, Floats, Floats]: ...  # fmt: skip
