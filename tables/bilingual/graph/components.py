"""Sub-phrase-tables: the parts into which a phrase table is decomposed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from paragen.base.errors import Unexpected
from paragen.tables.bilingual.graph.checks import ascend_within, check_array, check_offsets, check_range
from paragen.tables.bilingual.graph.members import Members


@dataclass(frozen=True, eq=False)
class Components:
    """Sets of vertices; the edges of each are all entries of the phrase table among its vertices [MM12]_ 2.1.

    Ordered by their first vertex, then by size, then by the other vertices, so that they are the same for any run.

    Parameters
    ----------
    vertices : how many the graph has.
    offsets : int64, one more than components; where the members of each begin and end.
    members : int32 vertices, ascending within a component; a vertex may be in several, or in none.
    decomposed : bool, for each component: True for those of the collection D, parts of decomposed giant components;
        False for those of F, which have no vertex in common with any other.

    Raises
    ------
    Unexpected : the arrays do not fit together.
    """

    vertices: int
    offsets: np.ndarray
    members: np.ndarray
    decomposed: np.ndarray

    def __post_init__(self) -> None:
        check_array("members", self.members, np.int32)
        check_array("decomposed", self.decomposed, np.bool_)
        check_array("offsets", self.offsets, np.int64, len(self.decomposed) + 1)
        check_offsets("offsets", self.offsets, len(self.members))
        check_range("members", self.members, self.vertices)
        if (np.diff(self.offsets) < 2).any():
            raise Unexpected("a component of less than 2 vertices", "2 or more")
        if not ascend_within(self.members, self.offsets):
            raise Unexpected("members out of order", "ascending ones")

    @classmethod
    def of(cls, vertices: int, decomposed: Members, others: Members) -> Components:
        """Return the components of D and those of F, which have no vertex in common, in their order."""
        both = Members.joined([decomposed, others])
        of_giant = np.zeros(vertices, np.bool_)
        of_giant[decomposed.vertex] = True
        offsets = both.offsets
        return cls(vertices, offsets, both.vertex, of_giant[both.vertex[offsets[:-1]]])

    def __len__(self) -> int:
        return len(self.decomposed)

    def __iter__(self) -> Iterator[np.ndarray]:
        """Yield the members of each component."""
        for i in range(len(self)):
            yield self.members[self.offsets[i] : self.offsets[i + 1]]

    @property
    def sizes(self) -> np.ndarray:
        """How many vertices each component has, int64."""
        return np.diff(self.offsets)
