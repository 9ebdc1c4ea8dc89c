"""Components of a graph: found, broken up where they are giant, put back together, and clustered on both sides."""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memcpy
from libcpp.memory cimport unique_ptr
from libcpp.utility cimport move
from libcpp.vector cimport vector

from paragen.base.arrays cimport array_of
from paragen.base.exclusive import Shared
from paragen.tables.bilingual.graph.arrays import check_array, check_offsets, check_range


cdef extern from "tables/bilingual/graph/breaking.hh" namespace "paragen::graph" nogil:
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

cdef extern from "tables/bilingual/graph/coclustering.hh" namespace "paragen::graph" nogil:
    cdef struct PhraseTable:
        const int64_t* offsets
        const int32_t* neighbours
        const double* counts
        int32_t paraphrased
        int64_t vertices
        int64_t entries

    cdef struct ClusterSettings:
        double alpha
        uint32_t soft
        double soft_share
        uint32_t rounds

    cdef cppclass CoClustering:
        vector[int32_t] vertex
        vector[int32_t] cluster
        vector[int64_t] ends
        vector[double] costs
        vector[int64_t] cost_ends
        CoClustering(const PhraseTable& table, const ClusterSettings& settings) except +
        void add(const int32_t* members, size_t n) except +


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

    scipy's take ten times as long, on one thread.

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

    def join(self, int32_t begin, int32_t end) -> None:
        """Take the edges of the vertices from begin to end."""
        if not 0 <= begin <= end <= self.graph.vertices:
            raise ValueError(f"vertices {begin} to {end} of {self.graph.vertices}")
        with nogil:
            self.found.get().join(self.graph, begin, end)

    def labels(self) -> np.ndarray:
        """Return the first vertex of each one's component, int32; to be called when all edges were taken."""
        cdef int32_t vertex
        cdef int32_t[::1] labels = np.empty(self.graph.vertices, np.int32)
        with nogil:
            for vertex in range(self.graph.vertices):
                labels[vertex] = self.found.get().least(vertex)
        return np.asarray(labels)


def touching(
    const int64_t[::1] offsets not None, const int32_t[::1] neighbours not None, marked: np.ndarray,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
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

    def begin(self, const int32_t[::1] vertices not None) -> Piece:
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

    def step(self, Piece piece not None, int32_t round) -> tuple[int, list[Piece]]:
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

    def rounds(self) -> np.ndarray:
        """Return when each vertex was removed, int32, from 1; 0 for those that were not."""
        with self._shared:
            return array_of(self.found.get().rounds().data(), self.found.get().rounds().size())

    def components(self) -> np.ndarray:
        """Return the first vertex of each one's component, int32; -1 for those that were removed, or are alone."""
        with self._shared:
            return array_of(self.found.get().components().data(), self.found.get().components().size())


def cut_vertices(offsets: np.ndarray, neighbours: np.ndarray) -> np.ndarray:
    """Return which vertices are articulation points: without one of them, its component falls apart.

    Takes time linear in the edges [HT73]_.

    Parameters
    ----------
    offsets, neighbours : int64, int32; an undirected graph without loops or multiple edges, each edge in the lists of both ends.

    Returns
    -------
    bool, for each vertex.
    """
    cdef Graph graph = view(offsets, neighbours)
    found = np.zeros(len(offsets) - 1, np.uint8)
    cdef uint8_t[::1] marks = found
    if graph.vertices:
        with nogil:
            find_cut_vertices(graph, &marks[0])
    return found.view(np.bool_)


def put_back(
    offsets: np.ndarray, neighbours: np.ndarray, removed: np.ndarray, rounds: np.ndarray, component: np.ndarray,
    int32_t components,
) -> tuple[np.ndarray, np.ndarray]:
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
    cdef Graph graph = view(offsets, neighbours)
    n = len(offsets) - 1
    check_array("rounds", rounds, np.int32, n)
    check_array("components", component, np.int32, n)
    check_range("removed vertices", removed, n)
    check_range("components", np.array([components]), n + 1)
    check_range("components", component, components, -1)
    if order.shape[0]:
        with nogil:
            c_put_back(graph, &order[0], order.shape[0], &when[0], &where[0], components, joined)
    pairs = np.empty((joined.size(), 2), np.int32)
    cdef int32_t[:, ::1] filled = pairs
    if joined.size():
        memcpy(&filled[0, 0], joined.data(), joined.size() * sizeof(Membership))
    return pairs[:, 0].copy(), pairs[:, 1].copy()


def beside(
    offsets: np.ndarray, neighbours: np.ndarray, begins: np.ndarray, members: np.ndarray, marked: np.ndarray,
) -> np.ndarray:
    """Return for each member of overlapping components whether one of its neighbours is a marked member of the same component.

    Parameters
    ----------
    offsets, neighbours : see `cut_vertices`.
    begins, members : int64, one more than components, and int32; the vertices of each.
    marked : bool, for each vertex.
    """
    cdef const int64_t[::1] starts = begins
    cdef const int32_t[::1] vertices = members
    cdef Graph graph = view(offsets, neighbours)
    check_offsets("begins", begins, len(members))
    check_range("members", members, len(offsets) - 1)
    check_array("marks", marked, np.bool_, len(offsets) - 1)
    cdef const uint8_t[::1] marks = marked.view(np.uint8)
    found = np.empty(len(members), np.uint8)
    cdef uint8_t[::1] filled = found
    if vertices.shape[0]:
        with nogil:
            find_beside(graph, &starts[0], starts.shape[0] - 1, &vertices[0], &marks[0], &filled[0])
    return found.view(np.bool_)


def cluster_components(
    const int64_t[::1] offsets, const int32_t[::1] neighbours, const double[::1] counts, int32_t paraphrased,
    const int64_t[::1] component_offsets, const int32_t[::1] members, Py_ssize_t begin, Py_ssize_t end, double alpha,
    uint32_t soft, double soft_share, uint32_t rounds,
) -> tuple[Int32s, Int32s, Int64s, Float64s, Int64s]:
    """Cluster the components from ``begin`` to ``end``. The arrays are those of a BipartiteGraph and of Components of it.

    Returns
    -------
    vertex, cluster : int32 rows, ordered by component, vertex and cluster.
    ends : int64; where the rows of each component end.
    costs : float64; before and after each step, less what is the same for all assignments.
    cost_ends : int64; where the costs of each component end.

    Raises
    ------
    ValueError : the arrays do not fit together, or settings are out of range.
    """
    cdef PhraseTable table
    cdef ClusterSettings settings
    cdef unique_ptr[CoClustering] clustering
    cdef Py_ssize_t i
    if not 0 <= begin < end < component_offsets.shape[0]:
        raise ValueError(f"components {begin} to {end} of {component_offsets.shape[0] - 1}")
    for i in range(begin, end):
        if not 0 <= component_offsets[i] <= component_offsets[i + 1] <= members.shape[0]:
            raise ValueError(f"component {i}: members that are not there")
    if offsets.shape[0] == 0 or neighbours.shape[0] == 0 or members.shape[0] == 0 or counts.shape[0] != neighbours.shape[0]:
        raise ValueError(f"{neighbours.shape[0]} neighbours, {counts.shape[0]} counts, {members.shape[0]} members")
    if not (0 < alpha < float("inf") and 0 <= soft_share <= 1 and soft >= 1):
        raise ValueError(f"alpha {alpha}, soft {soft}, soft share {soft_share}")
    table.offsets, table.neighbours, table.counts, table.paraphrased = &offsets[0], &neighbours[0], &counts[0], paraphrased
    table.vertices, table.entries = offsets.shape[0] - 1, neighbours.shape[0]
    settings.alpha, settings.soft, settings.soft_share, settings.rounds = alpha, soft, soft_share, rounds
    clustering.reset(new CoClustering(table, settings))
    with nogil:
        for i in range(begin, end):
            clustering.get().add(&members[0] + component_offsets[i], component_offsets[i + 1] - component_offsets[i])
    return (
        array_of(clustering.get().vertex.data(), clustering.get().vertex.size()),
        array_of(clustering.get().cluster.data(), clustering.get().cluster.size()),
        array_of(clustering.get().ends.data(), clustering.get().ends.size()),
        array_of(clustering.get().costs.data(), clustering.get().costs.size()),
        array_of(clustering.get().cost_ends.data(), clustering.get().cost_ends.size()),
    )
