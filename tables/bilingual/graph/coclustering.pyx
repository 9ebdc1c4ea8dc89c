"""Information-theoretic co-clustering: the native part. :mod:`paragen.tables.bilingual.graph.cocluster` feeds it."""

from libc.stdint cimport int32_t, int64_t, uint32_t
from libcpp.memory cimport unique_ptr
from libcpp.vector cimport vector

from paragen.base.arrays cimport array_of


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


def cluster_components(
    const int64_t[::1] offsets, const int32_t[::1] neighbours, const double[::1] counts, int32_t paraphrased,
    const int64_t[::1] component_offsets, const int32_t[::1] members, Py_ssize_t begin, Py_ssize_t end,
    double alpha, uint32_t soft, double soft_share, uint32_t rounds,
):
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
