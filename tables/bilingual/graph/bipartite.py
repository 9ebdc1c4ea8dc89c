"""A phrase table as a graph: phrases are vertices, entries are edges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from paragen.base.errors import Unexpected
from paragen.tables.bilingual.graph.checks import ascend_within, check_array, check_offsets, check_positive, check_range


@dataclass(frozen=True, eq=False)
class BipartiteGraph:
    """Phrases to paraphrase and pivot phrases, joined where a phrase table has them as an entry; without 1-1 entries [MM12]_ 4.1.

    Parameters
    ----------
    phrases : pyarrow array of strings: first those of the side to paraphrase, in the order of their bytes, then pivot phrases,
        likewise. A vertex is known by its place here.
    paraphrased : how many are of the first kind.
    offsets : int64, one more than vertices; where the neighbours of each vertex begin and end.
    neighbours : int32, each entry twice, once from each side; those of a vertex ascend.
    counts : float64, n(s,t): the co-occurrence counts of entries; above 0 and the same in both directions.

    Raises
    ------
    Unexpected : the arrays do not fit together.
    """

    phrases: Any
    paraphrased: int
    offsets: np.ndarray
    neighbours: np.ndarray
    counts: np.ndarray

    def __post_init__(self) -> None:
        check_range("phrases to paraphrase", np.array([self.paraphrased]), self.vertices + 1)
        check_array("offsets", self.offsets, np.int64, self.vertices + 1)
        check_array("neighbours", self.neighbours, np.int32)
        check_offsets("offsets", self.offsets, len(self.neighbours))
        check_array("counts", self.counts, np.float64, len(self.neighbours))
        check_range("neighbours", self.neighbours, self.vertices)
        half = int(self.offsets[self.paraphrased])
        ours, theirs = self.neighbours[:half], self.neighbours[half:]
        if len(ours) != len(theirs) or (ours < self.paraphrased).any() or (theirs >= self.paraphrased).any():
            raise Unexpected("entries within one side, or in one direction only", "each from both sides")
        if not ascend_within(self.neighbours, self.offsets):
            raise Unexpected("neighbours out of order", "ascending ones")
        check_positive("counts", self.counts)

    @property
    def vertices(self) -> int:
        """How many phrases there are."""
        return len(self.phrases)

    @property
    def entries(self) -> int:
        """How many entries of the phrase table there are."""
        return len(self.neighbours) // 2

    @property
    def degrees(self) -> np.ndarray:
        """How many neighbours each vertex has, int64."""
        return np.diff(self.offsets)
