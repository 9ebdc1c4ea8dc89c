"""Pictures of graphs: places by commute times, and what is drawn."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from paragen.base.errors import FormatError, ParagenError
from paragen.tables.bilingual.graph.bipartite import ReadGraph
from paragen.tables.bilingual.graph.count import PhraseGraph, count_pairs
from paragen.tables.bilingual.graph.decompose import Decomposition, cocluster
from paragen.tables.bilingual.graph.drawing import drawing, kept_graphs, places, pushed_apart
from paragen.tables.bilingual.graph.features import Features, Sequences
from paragen.tables.bilingual.graph.options import GraphOptions
from paragen.tables.bilingual.graph.steps import Steps
from paragen.tables.builder import Run

from .test_cocluster import graph_of

SVG = "{http://www.w3.org/2000/svg}"


def between(places: np.ndarray) -> np.ndarray:
    return np.asarray(np.linalg.norm(places[:, None] - places[None], axis=2))


def test_points_of_a_plane_come_back() -> None:
    rng = np.random.default_rng(3)
    for n in (1, 2, 3, 12):
        distances = between(rng.normal(size=(n, 2)))
        found = places(distances)
        np.testing.assert_allclose(between(found), distances, atol=1e-3 * max(1, distances.max()))
        assert np.abs(found.mean(axis=0)).max() < 1e-9
        assert (found[:, 0] ** 2).sum() >= (found[:, 1] ** 2).sum()
        assert n < 3 or (found[0] > 0).all()


def test_stress_falls_below_that_of_classical_scaling() -> None:
    points = np.random.default_rng(4).normal(size=(15, 5))  # which a plane cannot hold
    distances = between(points)
    centring = np.eye(15) - 1 / 15
    values, vectors = np.linalg.eigh(-0.5 * centring @ distances**2 @ centring)
    classical = (vectors * np.sqrt(np.maximum(values, 0)))[:, -2:]

    def stress(found: np.ndarray) -> float:
        return float(np.sum(((between(found) - distances) / np.where(distances > 0, distances, 1)) ** 2))

    assert stress(places(distances)) < 0.8 * stress(classical)


def test_boxes_do_not_overlap() -> None:
    rng = np.random.default_rng(5)
    centres, boxes = rng.normal(scale=60, size=(30, 2)), np.column_stack([rng.uniform(40, 200, 30), np.full(30, 30.0)])
    found = pushed_apart(centres, boxes, 10)
    for i in range(30):
        for k in range(i):
            overlap = (boxes[i] + boxes[k]) / 2 + 10 - np.abs(found[i] - found[k])
            assert (overlap <= 1e-5).any()
    apart = np.array([[0.0, 0], [500, 0]])
    assert np.array_equal(pushed_apart(apart, boxes[:2], 10), apart)


def graph_with(phrases: int) -> PhraseGraph:
    """Return a graph of phrases that all have edges to each other, with a tag sequence and stems, and one inflation vertex."""
    kinds = ["phrase"] * phrases + ["inflation", "tags"] + ["stems"] * phrases + ["inflation tags", "inflation stems"]
    texts = [f"phrase <{i}>" for i in range(phrases)] + ["phrase <0>", "NN & CD"]
    texts += [f"stem {i}" for i in range(phrases)] + ["phrase <0>", "phrase <0>"]
    n = len(kinds)
    weights = np.zeros((n, n))
    weights[:phrases, :phrases] = 10 + np.arange(phrases)
    for i in range(phrases):
        for feature in (phrases + 1, phrases + 2 + i):
            weights[i, feature], weights[feature, i] = 3, 1
    np.fill_diagonal(weights, 0)
    times = 20.0 + between(np.column_stack([np.arange(n) * 7, np.zeros(n)]))
    np.fill_diagonal(times, 0)
    return PhraseGraph(4, 2, tuple(kinds), tuple(texts), weights, times, times * 0 + 1)


@pytest.mark.parametrize(("phrases", "inflation"), [(3, False), (3, True), (12, False)])
def test_what_is_drawn(phrases: int, inflation: bool) -> None:
    svg = drawing("phrase <1>", [graph_with(phrases)], inflation=inflation)
    assert svg == drawing("phrase <1>", [graph_with(phrases)], inflation=inflation)
    root = ElementTree.fromstring(svg)
    assert len(root.findall(f".//{SVG}ellipse")) == phrases + inflation
    assert len(root.findall(f".//{SVG}g[@class='stems']")) == phrases
    assert len(root.findall(f".//{SVG}g[@class='inflation']")) == 3 * inflation
    assert [each.find(f"{SVG}text").text for each in root.findall(f".//{SVG}g[@class='phrase asked']")] == ["phrase <1>"]
    arrows = [path for path in root.findall(f".//{SVG}path") if "marker-end" in path.attrib]
    assert len(arrows) == phrases * (phrases - 1)
    assert any(arrow.find(f"{SVG}title").text == "phrase <0> → phrase <1>: weight 11; commute time 27" for arrow in arrows)
    weights = [each.text for each in root.findall(f".//{SVG}text[@class='weight']")]
    times = [each.text for each in root.findall(f".//{SVG}text[@class='time']")]
    if phrases == 3:
        assert sorted(weights) == ["10", "10", "11", "11", "12", "12"]
        assert sorted(times) == ["27", "27", "34"]
    else:
        assert weights == [] and len(times) == phrases - 1  # each phrase says how far it is
    about = root.find(f"{SVG}desc").text
    assert root.attrib["role"] == "img" and "cluster 2: 3 phrases" in about or phrases == 12
    assert "prefers-color-scheme:dark" in svg
    width, height = (float(root.attrib[name]) for name in ("width", "height"))
    for each in root.findall(f".//{SVG}text"):
        assert 0 <= float(each.attrib["x"]) <= width and 0 <= float(each.attrib["y"]) <= height


def test_several_graphs_are_below_each_other() -> None:
    one, both = (float(ElementTree.fromstring(drawing("phrase <1>", [graph_with(3)] * n)).attrib["height"]) for n in (1, 2))
    assert both == pytest.approx(2 * one, abs=2)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the steps of a build with options of its own."""
    graph, components = graph_of([np.array([[9.0, 4], [5, 6], [1, 1]]), np.array([[3.0]])])
    options, run = GraphOptions(min_idf=0.1, max_phrases=7, inflation=4), Run()
    own = np.arange(graph.paraphrased, dtype=np.int32)
    sequences = Sequences(pa.array([f"{i}" for i in own]), np.arange(graph.paraphrased + 1), own, np.ones(graph.paraphrased))
    features, clusters = Features(sequences, sequences), cocluster(graph, components, options, run)
    counts = count_pairs(graph, components, clusters, features, options, run)
    steps = Steps(tmp_path)
    for name, made in (
        ("graph", ReadGraph(graph, 7, 0)), ("features", features),
        ("components", Decomposition(components, (), np.empty(0, np.int64))), ("clusters", clusters), ("counts", counts),
    ):  # fmt: skip
        key = {"min_idf": 0.1, "max_phrases": 7, "inflation": 4} if name == "counts" else {}
        steps.make(name, type(made), key, lambda made=made: made)
    return tmp_path


def test_the_graphs_of_a_build(folder: Path) -> None:
    found = kept_graphs(folder, "000001")
    assert found
    assert [each.texts[each.place("000001")] for each in found] == ["000001"] * len(found)
    nearest = []
    for each in found:
        times = each.commute_times[each.place("000001")][: each.kinds.count("phrase")]
        nearest.append(min(time for time in times if time > 0))
    assert nearest == sorted(nearest)
    assert "inflation" in found[0].kinds
    with pytest.raises(ParagenError, match="'x': found no such phrase"):
        kept_graphs(folder, "x")
    with pytest.raises(ParagenError, match="'000003': found in no graph of 2 to 7 phrases"):
        kept_graphs(folder, "000003")


def test_options_are_those_of_the_build(folder: Path) -> None:
    path = folder / "counts" / "step.json"
    about = json.loads(path.read_text())
    about["of"]["inflation"] = 1000
    path.write_text(json.dumps(about))
    assert "inflation" not in kept_graphs(folder, "000001")[0].kinds
    del about["of"]["inflation"]
    path.write_text(json.dumps(about))
    with pytest.raises(FormatError, match="counts: found no options"):
        kept_graphs(folder, "000001")
