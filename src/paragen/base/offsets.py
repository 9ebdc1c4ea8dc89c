"""Checks the offsets into an array that compiled code then uses unchecked."""

from __future__ import annotations

import numpy as np


def check_offsets(begins: np.ndarray, last: int, what: str) -> None:
    """Raise ValueError unless ``begins`` grows from 0 to ``last``."""
    begins = np.asarray(begins)
    if not (begins.size and begins[0] == 0 and begins[-1] == last and (begins[:-1] <= begins[1:]).all()):
        raise ValueError(f"{what}: no offsets from 0 to {last}")
