"""Clusters of the phrases of each component, on each side."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from paragen.base.errors import Unexpected
from paragen.tables.bilingual.graph.checks import check_array, check_offsets, check_range


@dataclass(frozen=True, eq=False)
class Clusters:
    """Which vertices of each component are in which of its clusters [MM12]_ 2.2; a vertex may be in several.

    Parameters
    ----------
    vertices : how many the graph has.
    paraphrased : how many of them, the first ones, are of the side to paraphrase.
    offsets : int64, one more than components; where the rows of each component begin and end.
    component, vertex, cluster : int32 rows, ordered by these. Within a component, the clusters of each side are numbered from 0.

    Raises
    ------
    Unexpected : the arrays do not fit together.
    """

    vertices: int
    paraphrased: int
    offsets: np.ndarray
    component: np.ndarray
    vertex: np.ndarray
    cluster: np.ndarray

    def __post_init__(self) -> None:
        rows = len(self.component)
        for name, column in (("component", self.component), ("vertex", self.vertex), ("cluster", self.cluster)):
            check_array(name, column, np.int32, rows)
        check_offsets("offsets", self.offsets, rows)
        check_range("phrases to paraphrase", np.array([self.paraphrased]), self.vertices + 1)
        check_range("vertices", self.vertex, self.vertices)
        check_range("clusters", self.cluster, self.vertices)
        if not np.array_equal(self.component, np.repeat(np.arange(len(self.offsets) - 1, dtype=np.int32), np.diff(self.offsets))):
            raise Unexpected("components that do not agree with their offsets", "rows in the order of components")
        same = self.component[1:] == self.component[:-1]
        later = self.vertex[1:] > self.vertex[:-1]
        later |= (self.vertex[1:] == self.vertex[:-1]) & (self.cluster[1:] > self.cluster[:-1])
        if not (later | ~same).all():
            raise Unexpected("rows out of order", "those of a component in the order of vertices and clusters")

    def __len__(self) -> int:
        """Return of how many components there are clusters."""
        return len(self.offsets) - 1
