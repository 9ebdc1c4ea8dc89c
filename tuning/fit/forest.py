"""Boosted trees learnt by LightGBM, as the arrays that the kernel walks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from paragen.base.errors import ConfigError
from paragen.base.packages import install_hint

Floats = npt.NDArray[np.float64]

PARAMETERS: dict[str, Any] = {
    "objective": "binary", "learning_rate": 0.04, "num_leaves": 31, "min_data_in_leaf": 25, "feature_fraction": 0.5,
    "bagging_fraction": 0.7, "bagging_freq": 1, "lambda_l2": 5.0, "max_bin": 127, "verbosity": -1, "deterministic": True,
    "force_row_wise": True, "num_threads": 1, "seed": 1,
}  # fmt: skip
"""Parameters of LightGBM: small trees of many samples each, since labels are few and from few documents."""


@dataclass
class Forest:
    """Trees as arrays: see forest.hh.

    Attributes
    ----------
    roots : of each tree the number of a branch, or ~ that of a leaf.
    branches : (feature, threshold, left, right).
    leaves : what each adds.
    """

    roots: list[int] = field(default_factory=list)
    branches: list[tuple[int, float, int, int]] = field(default_factory=list)
    leaves: list[float] = field(default_factory=list)

    def add(self, node: dict[str, Any]) -> int:
        """Add a tree as LightGBM dumps it; return the number of its root."""
        if "split_feature" not in node:
            self.leaves.append(float(node["leaf_value"]))
            return ~(len(self.leaves) - 1)
        if node["decision_type"] != "<=":
            raise ConfigError(f"fit: found a branch by {node['decision_type']!r}, expected '<='.")
        number = len(self.branches)
        self.branches.append((0, 0.0, 0, 0))  # before its children, whose numbers are greater
        children = self.add(node["left_child"]), self.add(node["right_child"])
        self.branches[number] = (int(node["split_feature"]), _below(float(node["threshold"])), *children)
        return number


def _below(threshold: float) -> float:
    """Return the greatest float32 up to a threshold: float32 features fall on the same side of both."""
    rounded = np.float32(threshold)
    return float(np.nextafter(rounded, np.float32(-np.inf)) if float(rounded) > threshold else rounded)


def lightgbm() -> Any:
    """Return the package; raise ConfigError where it is missing."""
    try:
        import lightgbm
    except ImportError:
        raise ConfigError(f"fit: LightGBM is missing. {install_hint('mine')}") from None
    return lightgbm


def grow(rows: npt.NDArray[np.float32], correct: npt.NDArray[np.bool_], weights: Floats | None, trees: int) -> Any:
    """Return a booster that has learnt which rows are correct."""
    package = lightgbm()
    data = package.Dataset(rows, label=correct.astype(np.float64), weight=weights, free_raw_data=False)
    return package.train(PARAMETERS, data, num_boost_round=trees)


def forest(booster: Any) -> Forest:
    """Return the arrays of a booster."""
    found = Forest()
    for tree in booster.dump_model()["tree_info"]:
        found.roots.append(found.add(tree["tree_structure"]))
    return found
