import numpy as np
import numpy.typing as npt

Matrix = tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], npt.NDArray[np.float32]]

def nearest(
    words: Matrix, features: Matrix, totals: npt.NDArray[np.float64], first: int, last: int, top: int, threshold: float
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64]]: ...
