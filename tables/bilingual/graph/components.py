"""Sub-phrase-tables, the parts into which a phrase table is decomposed: as they are found, merged, and in the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from paragen.base.errors import Unexpected
from paragen.tables.bilingual.graph.arrays import (
    check_array,
    check_ascending,
    check_offsets,
    first_of_run,
    in_threads,
    run_lengths,
)
from paragen.tables.bilingual.graph.decompose_kernel import beside
from paragen.tables.builder import Run

_ALL = slice(None)
_CHUNK = 200_000  # pairs that a thread takes at a time


class Edges(NamedTuple):
    """A graph.

    Attributes
    ----------
    offsets : int64, one more than vertices; where the neighbours of each begin and end.
    neighbours : int32, ascending for each vertex; each edge is in the lists of both ends.
    """

    offsets: np.ndarray
    neighbours: np.ndarray

    @property
    def vertices(self) -> int:
        """How many there are."""
        return len(self.offsets) - 1

    def of(self, vertices: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return all edges of some vertices: those, and the neighbours."""
        degrees = self.offsets[vertices + 1] - self.offsets[vertices]
        shift = np.repeat(self.offsets[vertices] - (np.cumsum(degrees) - degrees), degrees)
        return np.repeat(vertices, degrees), self.neighbours[shift + np.arange(len(shift))]


@dataclass(frozen=True, eq=False)
class Members:
    """Which vertices are in which components: pairs, in the order of components, then vertices, none twice.

    Components are numbered from 0 in the order of their first vertex, then of their size, then of their other vertices.

    Attributes
    ----------
    component, vertex : int32.
    """

    component: np.ndarray
    vertex: np.ndarray

    def __len__(self) -> int:
        """Return how many components there are."""
        return int(self.component[-1]) + 1 if len(self.component) else 0

    @classmethod
    def empty(cls) -> Members:
        """Return no components."""
        return cls(np.empty(0, np.int32), np.empty(0, np.int32))

    @classmethod
    def of(cls, component: np.ndarray, vertex: np.ndarray) -> Members:
        """Return components given as pairs in any order, with any numbers from 0; those of one vertex are left out."""
        if not len(component):
            return cls.empty()
        pairs = component.astype(np.int64) << 32
        pairs |= vertex
        pairs.sort()  # several times as fast as an order by two keys
        pairs = pairs[first_of_run(pairs)]
        component, vertex = pairs >> 32, pairs & 0xFFFFFFFF
        sizes = run_lengths(component)
        several = np.repeat(sizes > 1, sizes)
        vertex, sizes = vertex[several], sizes[sizes > 1]
        offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        order = _order(offsets, vertex)
        component = np.repeat(np.arange(len(order), dtype=np.int32), sizes[order])
        starts = np.repeat(offsets[order] - (np.cumsum(sizes[order]) - sizes[order]), sizes[order])
        return cls(component, vertex[starts + np.arange(len(vertex))].astype(np.int32))

    @classmethod
    def joined(cls, parts: Sequence[Members]) -> Members:
        """Return the components of all parts."""
        shifts = np.concatenate([[0], np.cumsum([len(part) for part in parts])])
        numbers = [part.component + shift for part, shift in zip(parts, shifts[:-1], strict=True)]
        return cls.of(np.concatenate(numbers), np.concatenate([part.vertex for part in parts]))

    @property
    def offsets(self) -> np.ndarray:
        """Where the vertices of each component begin and end, int64."""
        return np.concatenate([[0], np.cumsum(self.sizes)]).astype(np.int64)

    @property
    def sizes(self) -> np.ndarray:
        """How many vertices each component has."""
        return np.bincount(self.component)

    def where(self, kept: np.ndarray) -> Members:
        """Return the components with those of their vertices that are kept."""
        return Members.of(self.component[kept], self.vertex[kept])

    def distinct(self) -> Members:
        """Return the components without duplicates."""
        offsets, sizes = self.offsets, self.sizes
        same = np.zeros(len(self), np.bool_)
        same_start = (sizes[1:] == sizes[:-1]) & (self.vertex[offsets[1:-1]] == self.vertex[offsets[:-2]])
        for i in np.flatnonzero(same_start) + 1:
            same[i] = np.array_equal(self.vertex[offsets[i - 1] : offsets[i]], self.vertex[offsets[i] : offsets[i + 1]])
        return self.where(~same[self.component])

    def beside(self, edges: Edges, marked: np.ndarray, run: Run) -> np.ndarray:
        """Return for each pair whether a marked vertex of the component is a neighbour of the vertex in a graph."""
        offsets = self.offsets

        def beside_in(begin: int, end: int) -> np.ndarray:
            rows = slice(offsets[begin], offsets[end])
            return beside(edges.offsets, edges.neighbours, offsets[begin : end + 1] - offsets[begin], self.vertex[rows], marked)

        return np.concatenate([np.empty(0, np.bool_), *in_threads(beside_in, offsets, _CHUNK, run)])

    def largest(self, vertices: int, among: slice | np.ndarray = _ALL) -> np.ndarray:
        """Return for each vertex of a graph its largest component, of equally large ones the first, or -1; among some pairs."""
        component, vertex = self.component[among], self.vertex[among]
        found = np.full(vertices, -1, np.int32)
        smallest_first = np.lexsort((-component, self.sizes[component]))
        found[vertex[smallest_first]] = component[smallest_first]  # the last one stays
        return found


def _order(offsets: np.ndarray, vertex: np.ndarray) -> np.ndarray:
    """Return the order of components of two vertices or more: by their first vertex, then their size, then the others."""
    sizes = np.diff(offsets)
    keys = (vertex[offsets[:-1]], sizes, vertex[offsets[:-1] + 1], vertex[offsets[:-1] + np.minimum(2, sizes - 1)])
    order = np.lexsort(keys[::-1])
    ordered = np.stack([key[order] for key in keys])
    repeated = np.concatenate([[False], (ordered[:, 1:] == ordered[:, :-1]).all(0)])
    tied = np.flatnonzero(np.concatenate([repeated[1:], [False]]) & ~repeated)
    lengths = np.diff(np.append(np.flatnonzero(~repeated), len(order)))[np.searchsorted(np.flatnonzero(~repeated), tied)]
    for begin, length in zip(tied, lengths, strict=True):
        run = order[begin : begin + length]
        # the bytes of big-endian numbers sort as the numbers do
        texts = [vertex[offsets[i] : offsets[i + 1]].astype(">i4").tobytes() for i in run]
        order[begin : begin + length] = run[sorted(range(length), key=texts.__getitem__)]
    return order


def merge(components: Members, vertices: int, limit: int, least: int = 2) -> Members:
    """Merge components with the largest one that a bridge leads to [MM12]_ 2.1 (a).

    The bridge of a component is its vertex that is in the fewest components, but in ``least``; of several, the first. One that is
    in this component only leads nowhere. A component that is merged is deleted, unless another one was merged with it. All this
    refers to the components as they were.

    Parameters
    ----------
    components : D.
    vertices : how many the graph has.
    limit : delta; larger components are merged with none.
    least : as the paper reads, 1; then a component with a vertex of its own, as most have, is merged with none.
    """
    if not len(components):
        return components
    number, vertex, sizes = components.component, components.vertex, components.sizes
    occurrences = np.bincount(vertex, minlength=vertices)[vertex]
    at = np.flatnonzero((occurrences >= least) & (sizes[number] <= limit))
    at = at[np.lexsort((vertex[at], occurrences[at], number[at]))]
    at = at[first_of_run(number[at])]
    at = at[occurrences[at] > 1]
    small, bridge = number[at], vertex[at]
    largest = components.largest(vertices)
    second = components.largest(vertices, largest[vertex] != number)
    chosen = np.where(largest[bridge] == small, second[bridge], largest[bridge])
    into = np.full(len(components), -1, np.int32)
    into[small] = chosen
    stays = into < 0
    stays[chosen] = True
    own, given = stays[number], into[number] >= 0
    return Members.of(np.concatenate([number[own], into[number][given]]), np.concatenate([vertex[own], vertex[given]])).distinct()


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
        check_array("members", self.members, np.int32, below=self.vertices)
        check_array("decomposed", self.decomposed, np.bool_)
        check_offsets("offsets", self.offsets, len(self.members), len(self.decomposed))
        if (np.diff(self.offsets) < 2).any():
            raise Unexpected("a component of less than 2 vertices", "2 or more")
        check_ascending("members", self.members, self.offsets)

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
