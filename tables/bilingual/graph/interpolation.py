"""Counts and probabilities of pairs over all sub-phrase-tables [MM12]_ eq. 14 to 19."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from paragen.base.errors import Unexpected
from paragen.tables.bilingual.graph import count_kernel
from paragen.tables.bilingual.graph.arrays import (
    ascend_within,
    check_array,
    check_offsets,
    check_positive,
    check_range,
    in_threads,
    share_of_run,
)
from paragen.tables.bilingual.graph.count import PairCounts
from paragen.tables.builder import Run

_CHUNK = 1_000_000  # rows of units that a thread takes at a time


@dataclass(frozen=True, eq=False)
class Distributions:
    """n(u,v) of eq. 15 to 17, for any two of phrases, tag sequences and stem sequences; m(v|u) for phrases u.

    m(v|u) is the mean of p_C(v|u) of eq. 14 over the sub-phrase-tables C of u, 0 where v is not in C; that of a feature v is the
    sum of those with each phrase that has it. So the m(v|u) of a phrase u add up to 1. Unlike p(v|u) of eq. 19 they are small for
    a v that is in only one of many C.

    Parameters
    ----------
    phrases, tags, stems : how many vertices there are of each kind; they are numbered in this order.
    offsets : int64, one more than vertices; where the row of each vertex u begins and ends.
    others : int32, the vertices v of a row, ascending.
    counts : float64, n(u,v); above 0.
    means : float64, m(v|u); as long as the rows of phrases are, which come first.

    Raises
    ------
    Unexpected : the arrays do not fit together.
    """

    phrases: int
    tags: int
    stems: int
    offsets: np.ndarray
    others: np.ndarray
    counts: np.ndarray
    means: np.ndarray

    def __post_init__(self) -> None:
        vertices = self.phrases + self.tags + self.stems
        check_offsets("offsets", self.offsets, len(self.others), vertices)
        check_array("others", self.others, np.int32)
        check_range("others", self.others, vertices)
        check_array("counts", self.counts, np.float64, len(self.others))
        if not ascend_within(self.others, self.offsets):
            raise Unexpected("others out of order", "ascending ones")
        check_positive("counts", self.counts)
        check_array("means", self.means, np.float64, int(self.offsets[self.phrases]))
        if not ((self.means > 0) & (self.means <= 1 + 1e-6)).all():
            raise Unexpected("means that are not probabilities", "numbers above 0, and at most 1")

    @property
    def probabilities(self) -> np.ndarray:
        """p(v|u) of eq. 19, float64."""
        return share_of_run(self.counts, self.offsets)


@dataclass(frozen=True, eq=False)
class Interpolation:
    """Distributions, and the graphs that their counts come from.

    Attributes
    ----------
    graphs, too_large, unsettled : see `PairCounts`.
    """

    distributions: Distributions
    graphs: int
    too_large: int
    unsettled: int


def interpolate(counts: PairCounts, run: Run) -> Interpolation:
    """Interpolate the counts of all sub-phrase-tables, eq. 14 to 18, where p(C|u) is the most likely by EM.

    The counts of a feature are the sums of those with each phrase that has it, eq. 16 and 17.
    """
    vertices = counts.phrases + counts.tags + counts.stems
    units = np.argsort(counts.vertex, kind="stable")
    begins = np.searchsorted(counts.vertex[units], np.arange(vertices + 1))
    rows = np.concatenate([[0], np.cumsum(np.diff(counts.offsets)[units])])[begins]

    def interpolate_range(begin: int, end: int) -> tuple[np.ndarray, ...]:
        return count_kernel.interpolate(
            counts.offsets, counts.component, counts.other, counts.counts, counts.vertex, units, begins[begin : end + 1],
            max(0, min(end, counts.phrases) - begin),
        )  # fmt: skip

    parts = in_threads(interpolate_range, rows, _CHUNK, run, "interpolation")
    lengths, others, found, means = (np.concatenate(column) for column in zip(*parts, strict=True))
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    distributions = Distributions(counts.phrases, counts.tags, counts.stems, offsets, others, found, means)
    return Interpolation(distributions, counts.graphs, counts.too_large, counts.unsettled)
