"""The arrays of graphs and their parts check themselves."""

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest

from paragen.base.errors import Unexpected
from paragen.tables.bilingual.graph.bipartite import BipartiteGraph
from paragen.tables.bilingual.graph.components import Components
from paragen.tables.bilingual.graph.decompose import Clusters


def ints(*numbers: int) -> np.ndarray:
    return np.array(numbers, np.int32)


def longs(*numbers: int) -> np.ndarray:
    return np.array(numbers, np.int64)


GRAPH = BipartiteGraph(
    pa.array(["a", "b", "x", "y"]), 2, longs(0, 2, 3, 5, 6), ints(2, 3, 2, 0, 1, 0), np.array([1.0, 2, 3, 1, 3, 2])
)
COMPONENTS = Components(4, longs(0, 3, 5), ints(0, 1, 2, 0, 3), np.array([True, True]))
CLUSTERS = Clusters(4, 2, longs(0, 4, 6), ints(0, 0, 0, 0, 1, 1), ints(0, 0, 1, 2, 0, 3), ints(0, 1, 1, 0, 0, 0))


def test_what_they_say() -> None:
    assert (GRAPH.vertices, GRAPH.entries) == (4, 3)
    assert GRAPH.degrees.tolist() == [2, 1, 2, 1]
    assert (len(COMPONENTS), COMPONENTS.sizes.tolist()) == (2, [3, 2])
    assert [members.tolist() for members in COMPONENTS] == [[0, 1, 2], [0, 3]]
    assert len(CLUSTERS) == 2


@pytest.mark.parametrize(
    "changes, found",
    [
        ({"paraphrased": 5}, "from 5 to 5"),
        ({"paraphrased": 1}, "within one side"),
        ({"offsets": longs(0, 2, 3, 5)}, "4 offsets"),
        ({"offsets": longs(0, 3, 2, 5, 6)}, "decrease"),
        ({"offsets": longs(0, 2, 3, 5, 7)}, "decrease or do not end at 6"),
        ({"neighbours": ints(2, 4, 2, 0, 1, 0)}, "from 0 to 4"),
        ({"neighbours": ints(3, 2, 2, 0, 1, 0)}, "out of order"),
        ({"neighbours": ints(2, 2, 2, 0, 1, 0)}, "out of order"),
        ({"neighbours": longs(2, 3, 2, 0, 1, 0)}, "neighbours as int64"),
        ({"counts": np.array([1.0, 2, 3, 1, 3, np.nan])}, "not finite"),
        ({"counts": np.array([0.0, 2, 3, 1, 3, 2])}, "counts that are 0"),
        ({"counts": np.array([1.0, 2, 3])}, "3 counts"),
    ],
)
def test_graph_that_is_none(changes: dict[str, object], found: str) -> None:
    with pytest.raises(Unexpected, match=found):
        replace(GRAPH, **changes)


@pytest.mark.parametrize(
    "changes, found",
    [
        ({"vertices": 3}, "from 0 to 3"),
        ({"offsets": longs(0, 4, 5)}, "less than 2 vertices"),
        ({"members": ints(1, 0, 2, 0, 3)}, "out of order"),
        ({"decomposed": np.array([True])}, "3 offsets"),
    ],
)
def test_components_that_are_none(changes: dict[str, object], found: str) -> None:
    with pytest.raises(Unexpected, match=found):
        replace(COMPONENTS, **changes)


@pytest.mark.parametrize(
    "changes, found",
    [
        ({"vertices": 3}, "from 0 to 3"),
        ({"offsets": longs(0, 3, 6)}, "do not agree"),
        ({"cluster": ints(1, 0, 1, 0, 0, 0)}, "out of order"),
        ({"cluster": ints(0, 1, 1, 0, 0, -1)}, "from -1"),
    ],
)
def test_clusters_that_are_none(changes: dict[str, object], found: str) -> None:
    with pytest.raises(Unexpected, match=found):
        replace(CLUSTERS, **changes)
