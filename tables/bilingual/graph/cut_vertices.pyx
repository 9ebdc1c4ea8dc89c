"""Vertices without which a graph falls apart, and the components they are put back into."""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy
from libcpp.vector cimport vector

from paragen.tables.bilingual.graph.checks import check_array, check_offsets, check_range


cdef extern from "tables/bilingual/graph/cut_vertices.hh" namespace "paragen::graph" nogil:
    cdef struct Graph:
        const int64_t* offsets
        const int32_t* neighbours
        int32_t vertices

    cdef struct Membership:
        int32_t component
        int32_t vertex

    void find_cut_vertices(const Graph&, uint8_t*) except +
    void c_put_back "paragen::graph::put_back"(
        const Graph&, const int32_t*, int64_t, const int32_t*, const int32_t*, int32_t, vector[Membership]&
    ) except +
    void find_beside(const Graph&, const int64_t*, int64_t, const int32_t*, const uint8_t*, uint8_t*) except +


cdef int check(offsets, neighbours) except -1:
    check_array("neighbours", neighbours, np.int32)
    check_offsets("offsets", offsets, len(neighbours))
    check_range("neighbours", neighbours, len(offsets) - 1)
    return 0


cdef Graph view(const int64_t[::1] offsets, const int32_t[::1] neighbours) noexcept:
    cdef Graph graph
    graph.offsets = &offsets[0]
    graph.neighbours = &neighbours[0] if neighbours.shape[0] else NULL
    graph.vertices = <int32_t>(offsets.shape[0] - 1)
    return graph


def cut_vertices(offsets, neighbours):
    """Return which vertices are articulation points: without one of them, its component falls apart.

    Takes time linear in the edges [HT73]_.

    Parameters
    ----------
    offsets, neighbours : int64, int32; an undirected graph without loops or multiple edges, each edge in the lists of both ends.

    Returns
    -------
    bool, for each vertex.
    """
    check(offsets, neighbours)
    cdef Graph graph = view(offsets, neighbours)
    found = np.zeros(len(offsets) - 1, np.uint8)
    cdef uint8_t[::1] marks = found
    if graph.vertices:
        with nogil:
            find_cut_vertices(graph, &marks[0])
    return found.view(np.bool_)


def put_back(offsets, neighbours, removed, rounds, component, int32_t components):
    """Put removed vertices back into the components that they held together.

    Those of the last round come first: each joins all components that a neighbour of it is in, as they are before those of its
    round are put back.

    Parameters
    ----------
    offsets, neighbours : see `cut_vertices`.
    removed : int32, the vertices, in the order in which they are put back.
    rounds : int32, when each vertex was removed, from 1; 0 for those that were not.
    component : int32, below ``components``, of each vertex; -1 for those in none, and for those removed.

    Returns
    -------
    component, vertex : int32, for each component that a removed vertex joined.
    """
    cdef const int32_t[::1] order = removed
    cdef const int32_t[::1] when = rounds
    cdef const int32_t[::1] where = component
    cdef vector[Membership] joined
    check(offsets, neighbours)
    n = len(offsets) - 1
    check_array("rounds", rounds, np.int32, n)
    check_array("components", component, np.int32, n)
    check_range("removed vertices", removed, n)
    check_range("components", np.array([components]), n + 1)
    check_range("components", component, components, -1)
    cdef Graph graph = view(offsets, neighbours)
    if order.shape[0]:
        with nogil:
            c_put_back(graph, &order[0], order.shape[0], &when[0], &where[0], components, joined)
    pairs = np.empty((joined.size(), 2), np.int32)
    cdef int32_t[:, ::1] filled = pairs
    if joined.size():
        memcpy(&filled[0, 0], joined.data(), joined.size() * sizeof(Membership))
    return pairs[:, 0].copy(), pairs[:, 1].copy()


def beside(offsets, neighbours, begins, members, marked):
    """Return for each member of overlapping components whether one of its neighbours is a marked member of the same component.

    Parameters
    ----------
    offsets, neighbours : see `cut_vertices`.
    begins, members : int64, one more than components, and int32; the vertices of each.
    marked : bool, for each vertex.
    """
    cdef const int64_t[::1] starts = begins
    cdef const int32_t[::1] vertices = members
    check(offsets, neighbours)
    check_offsets("begins", begins, len(members))
    check_range("members", members, len(offsets) - 1)
    check_array("marks", marked, np.bool_, len(offsets) - 1)
    cdef const uint8_t[::1] marks = marked.view(np.uint8)
    cdef Graph graph = view(offsets, neighbours)
    found = np.empty(len(members), np.uint8)
    cdef uint8_t[::1] filled = found
    if vertices.shape[0]:
        with nogil:
            find_beside(graph, &starts[0], starts.shape[0] - 1, &vertices[0], &marks[0], &filled[0])
    return found.view(np.bool_)
