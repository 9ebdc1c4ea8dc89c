import numpy as np
import numpy.typing as npt

Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

def cluster_components(
    offsets: Int64s,
    neighbours: Int32s,
    counts: Floats,
    paraphrased: int,
    component_offsets: Int64s,
    members: Int32s,
    begin: int,
    end: int,
    alpha: float,
    soft: int,
    soft_share: float,
    rounds: int,
) -> tuple[Int32s, Int32s, Int64s, Floats, Int64s]: ...
