"""Components of a graph, and how giant ones are broken up: the native part of :mod:`paragen.tables.bilingual.graph.decompose`."""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.memory cimport unique_ptr
from libcpp.utility cimport move
from libcpp.vector cimport vector

from paragen.base.arrays cimport array_of
from paragen.base.exclusive import Shared
from paragen.tables.bilingual.graph.checks import check_array, check_offsets, check_range


cdef extern from "tables/bilingual/graph/cut_vertices.hh" namespace "paragen::graph" nogil:
    cdef struct Graph:
        const int64_t* offsets
        const int32_t* neighbours
        int32_t vertices

cdef extern from "tables/bilingual/graph/breaking.hh" namespace "paragen::graph" nogil:
    cdef cppclass ConnectionsC "paragen::graph::Connections":
        ConnectionsC(int32_t vertices) except +
        void join(const Graph& graph, int32_t begin, int32_t end)
        int32_t least(int32_t vertex)

    cdef cppclass Touching:
        vector[int64_t] offsets
        vector[int32_t] neighbours
        vector[int32_t] vertices
        Touching(const Graph& graph, const uint8_t* marked) except +

    cdef cppclass BreakerC "paragen::graph::Breaker":
        BreakerC(const Graph& graph, int64_t giant, double share) except +
        int64_t step(const vector[int32_t]& piece, int32_t round, vector[vector[int32_t]]* rest) except +
        const vector[int32_t]& rounds()
        const vector[int32_t]& components()


cdef Graph view(const int64_t[::1] offsets, const int32_t[::1] neighbours) except *:
    """Return a graph that lives as long as its arrays."""
    cdef Graph graph
    check_array("neighbours", np.asarray(neighbours), np.int32)
    check_offsets("offsets", np.asarray(offsets), neighbours.shape[0])
    check_range("neighbours", np.asarray(neighbours), offsets.shape[0] - 1)
    check_range("vertices", np.array([offsets.shape[0] - 1]), 1 << 31)
    graph.offsets = &offsets[0]
    graph.neighbours = &neighbours[0] if neighbours.shape[0] else NULL
    graph.vertices = <int32_t>(offsets.shape[0] - 1)
    return graph


cdef class Connections:
    """Finds the connected components of a graph; threads may share the vertices.

    Parameters
    ----------
    offsets, neighbours : int64, int32; an undirected graph, each edge in the lists of both ends.
    """

    cdef Graph graph
    cdef tuple _held
    cdef unique_ptr[ConnectionsC] found

    def __cinit__(self, const int64_t[::1] offsets not None, const int32_t[::1] neighbours not None):
        self.graph, self._held = view(offsets, neighbours), (offsets, neighbours)
        self.found.reset(new ConnectionsC(self.graph.vertices))

    def join(self, int32_t begin, int32_t end):
        """Take the edges of the vertices from begin to end."""
        if not 0 <= begin <= end <= self.graph.vertices:
            raise ValueError(f"vertices {begin} to {end} of {self.graph.vertices}")
        with nogil:
            self.found.get().join(self.graph, begin, end)

    def labels(self):
        """Return the first vertex of each one's component, int32; to be called when all edges were taken."""
        cdef int32_t vertex
        cdef int32_t[::1] labels = np.empty(self.graph.vertices, np.int32)
        with nogil:
            for vertex in range(self.graph.vertices):
                labels[vertex] = self.found.get().least(vertex)
        return np.asarray(labels)


def touching(const int64_t[::1] offsets not None, const int32_t[::1] neighbours not None, marked):
    """Return the graph of all edges that touch a marked vertex.

    Parameters
    ----------
    offsets, neighbours : see `Connections`.
    marked : bool, for each vertex.

    Returns
    -------
    offsets, neighbours : of that graph.
    vertices : int32, which vertices those of that graph are, ascending.
    """
    cdef Graph graph = view(offsets, neighbours)
    cdef unique_ptr[Touching] found
    cdef const uint8_t* first = NULL
    check_array("marks", marked, np.bool_, graph.vertices)
    cdef const uint8_t[::1] marks = marked.view(np.uint8)
    if graph.vertices:
        first = &marks[0]
    with nogil:
        found.reset(new Touching(graph, first))
    return (
        array_of(found.get().offsets.data(), found.get().offsets.size()),
        array_of(found.get().neighbours.data(), found.get().neighbours.size()),
        array_of(found.get().vertices.data(), found.get().vertices.size()),
    )


cdef class Piece:
    """Vertices of a giant component that is to be broken up further."""

    cdef vector[int32_t] vertices
    cdef bint taken

    def __len__(self):
        return self.vertices.size()


cdef class Breaker:
    """Breaks up the giant components of a graph; threads may take different pieces.

    Parameters
    ----------
    offsets, neighbours : see `Connections`; without loops or multiple edges.
    giant : components of more vertices are broken up.
    share : how many of a giant's vertices are removed at a time; at least one.
    """

    cdef Graph graph
    cdef tuple _held
    cdef unique_ptr[BreakerC] found
    cdef object _shared

    def __cinit__(self, const int64_t[::1] offsets not None, const int32_t[::1] neighbours not None, int64_t giant, double share):
        if giant < 1 or not 0 < share <= 1:
            raise ValueError(f"giants of more than {giant} vertices, and a share of {share}")
        self.graph, self._held = view(offsets, neighbours), (offsets, neighbours)
        self.found.reset(new BreakerC(self.graph, giant, share))
        self._shared = Shared()

    def begin(self, const int32_t[::1] vertices not None):
        """Return the first piece: vertices, ascending, without an edge to others. To be called once."""
        cdef Piece piece = Piece()
        cdef Py_ssize_t i
        for i in range(vertices.shape[0]):
            if not 0 <= vertices[i] < self.graph.vertices or (i > 0 and vertices[i] <= vertices[i - 1]):
                raise ValueError(f"vertex {vertices[i]} in place {i}")
        piece.vertices.reserve(vertices.shape[0])
        for i in range(vertices.shape[0]):
            piece.vertices.push_back(vertices[i])
        return piece

    def step(self, Piece piece not None, int32_t round):
        """Take the components of a piece, and remove vertices from the giants among them.

        Parameters
        ----------
        piece : of `begin`, or of an earlier step; each can be taken once.
        round : from 1; how often vertices were removed.

        Returns
        -------
        The size of the largest component, and what is left of each giant as a piece.
        """
        cdef vector[vector[int32_t]] rest
        cdef int64_t largest
        cdef Piece left
        cdef size_t i
        cdef list pieces = []
        if piece.taken or round < 1:
            raise ValueError(f"a piece that was taken, or round {round}")
        piece.taken = True
        with self._shared, nogil:
            largest = self.found.get().step(piece.vertices, round, &rest)
        for i in range(rest.size()):
            left = Piece()
            left.vertices = move(rest[i])
            pieces.append(left)
        return largest, pieces

    def rounds(self):
        """Return when each vertex was removed, int32, from 1; 0 for those that were not."""
        with self._shared:
            return array_of(self.found.get().rounds().data(), self.found.get().rounds().size())

    def components(self):
        """Return the first vertex of each one's component, int32; -1 for those that were removed, or are alone."""
        with self._shared:
            return array_of(self.found.get().components().data(), self.found.get().components().size())
