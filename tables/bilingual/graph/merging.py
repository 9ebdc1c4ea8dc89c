"""Merges small components with larger ones that have a vertex in common with them."""

from __future__ import annotations

import numpy as np

from paragen.tables.bilingual.graph.members import Members
from paragen.tables.bilingual.graph.runs import first_of_run


def merge(components: Members, vertices: int, limit: int) -> Members:
    """Merge components with the largest one that a bridge leads to [MM12]_ 2.1 (a).

    The bridge of a component is its vertex that is in the fewest components, but in at least two; of several, the first. A
    component that is merged is deleted, unless another one was merged with it. All this refers to the components as they were.

    Parameters
    ----------
    components : D.
    vertices : how many the graph has.
    limit : delta; larger components are merged with none.
    """
    if not len(components):
        return components
    number, vertex, sizes = components.component, components.vertex, components.sizes
    occurrences = np.bincount(vertex, minlength=vertices)[vertex]
    at = np.flatnonzero((occurrences > 1) & (sizes[number] <= limit))
    at = at[np.lexsort((vertex[at], occurrences[at], number[at]))]
    at = at[first_of_run(number[at])]
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
