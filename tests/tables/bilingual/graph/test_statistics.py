"""Sizes and counts of a build, and their picture."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sparse
from scipy.sparse.csgraph import connected_components

from paragen.base.errors import ConfigError, FormatError
from paragen.tables.bilingual.graph.bipartite import ReadGraph
from paragen.tables.bilingual.graph.decompose import decompose
from paragen.tables.bilingual.graph.options import GraphOptions
from paragen.tables.bilingual.graph.ranking import Distributions, Interpolation
from paragen.tables.bilingual.graph.statistics import Ranked, graph_statistics, write_plot
from paragen.tables.bilingual.graph.steps import ORDER, Steps

from .test_cocluster import graph_of, random_table


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder of steps; those that statistics do not read hold the graph again."""
    rng = np.random.default_rng(6)
    graph, _ = graph_of([random_table(rng) for _ in range(300)])
    decomposed = decompose(graph, GraphOptions(giant=8, cut_share=0.05, merge=12))
    n = graph.paraphrased
    offsets = np.minimum(np.arange(n + 4), n) * 4  # feature vertices have no rows
    others = np.tile(np.array([0, 1, n, n + 1], np.int32), n)
    counts = np.tile(np.array([7.0, 8, 9, 10]), n) * np.repeat(rng.pareto(1.5, n) + 1, 4)
    distributions = Distributions(n, 2, 1, offsets, others, counts, np.full(4 * n, 0.25))
    steps = Steps(tmp_path / "steps")
    for name in ORDER:
        read = ReadGraph(graph, 5000, 300)
        made = {"components": decomposed, "distributions": Interpolation(distributions, 9, 1, 0)}.get(name, read)
        steps.make(name, type(made), {}, lambda made=made: made)
    return tmp_path / "steps"


def test_all_sizes_and_counts(folder: Path) -> None:
    found = graph_statistics(folder)
    graph = Steps(folder).read("graph", ReadGraph).graph
    matrix = sparse.csr_matrix((graph.counts, graph.neighbours, graph.offsets))
    _, label = connected_components(matrix)
    sizes = np.bincount(label)
    assert found.components.numbers.tolist() == sorted(sizes.tolist(), reverse=True)
    broken = decompose(graph, GraphOptions(giant=8, cut_share=0.05, merge=0))
    of_giants = broken.components.sizes[broken.components.decomposed]
    assert found.decomposed.numbers.tolist() == sorted(of_giants.tolist(), reverse=True)
    merged = decompose(graph, GraphOptions(giant=8, cut_share=0.05, merge=12)).components.sizes
    assert found.sub_phrase_tables.numbers.tolist() == sorted(merged.tolist(), reverse=True)
    assert len(found.sub_phrase_tables.numbers) < len(of_giants) + (sizes <= 8).sum()  # some were merged
    n = graph.paraphrased
    assert len(found.pairs.numbers) == 4 * n and len(found.phrase_pairs.numbers) == 2 * n
    assert (found.entries, found.one_to_one, list(found.steps)) == (5000, 300, list(ORDER))
    shown = found.to_dict()
    assert shown["components"]["largest"] == sizes.max()
    assert shown["pairs of phrases"]["law"]["exponent"] == pytest.approx(2.5, abs=0.3)
    assert shown["steps"]["graph"]["peak_memory"] > 10**6


def test_the_plot_is_the_same_every_time(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    found = graph_statistics(folder)
    for name in ("one.svg", "other.svg", "one.png"):
        write_plot(tmp_path / name, found)
    svg = (tmp_path / "one.svg").read_bytes()
    assert svg == (tmp_path / "other.svg").read_bytes()
    texts = " ".join(each.text or "" for each in ElementTree.fromstring(svg).iter() if each.tag.endswith("text"))
    assert f"{len(found.pairs.numbers):,} pairs, exponent {found.pairs.law.exponent:.2f}" in texts  # type: ignore[union-attr]
    assert "Sub-phrase-tables" in texts
    assert (tmp_path / "one.png").read_bytes()[:4] == b"\x89PNG"


def test_nothing_to_fit() -> None:
    ranked = Ranked.of(np.empty(0, np.int64))
    assert ranked.to_dict() == {"number": 0, "largest": None, "median": None, "law": None}


def test_folders_that_are_none(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="found no step 'distributions'"):
        graph_statistics(tmp_path)
    (folder / "components" / "unmerged.parquet").unlink()
    with pytest.raises(FormatError, match="no such file"):
        graph_statistics(folder)
