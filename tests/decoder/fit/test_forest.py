"""The trees of the kernel are those of LightGBM, and those of a plain walk."""

from __future__ import annotations

import random

import fits
import numpy as np
import pytest
from random_models import WORDS, build

from paragen.base.errors import ConfigError, FormatError
from paragen.decoder.fit.kernel import FeatureReader, Fit, write_fit
from paragen.decoder.search import SentenceInput
from paragen.tuning.fit.forest import Forest, forest, grow, probabilities


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """A decoder, options of it, their rows of features, and what is known of English."""
    folder, rng = tmp_path_factory.mktemp("asked"), random.Random(3)
    _, decoder = build(folder, rng, n_tables=2, order=3, pairs=60)
    english = fits.knowledge(folder / "english.bin")
    options = decoder.options([SentenceInput(rng.choices([*WORDS, "zzz"], k=12)) for _ in range(40)])
    reader = FeatureReader(decoder, english)
    rows = np.frombuffer(reader.rows(options), np.float32).reshape(len(options), -1)
    assert len(rows) > 300
    return decoder, options, rows, english, reader.names


def probability(path, asked, trees, levels):
    decoder, options, _, english, names = asked
    write_fit(path, names, english, *trees, levels, {"min_confidence": 0.5})
    return np.array(Fit(path).scorer(decoder).probabilities(options))


def sums(path, asked, trees):
    return 2000 * (probability(path, asked, trees, fits.LINE) - 0.5)


@pytest.mark.parametrize("seed", range(5))
def test_sums_are_those_of_a_plain_walk(tmp_path, asked, seed):
    rng, rows = random.Random(seed), asked[2]
    values = [column.tolist() for column in rows[:50].T]  # thresholds are values, so that many rows stand right on one
    trees = fits.random_trees(rng, values, n_trees=20, depth=5)
    expected = [fits.walked(trees, row) for row in rows.tolist()]
    assert sums(tmp_path / "fit.bin", asked, trees) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("to_the_left", [False, True])
def test_a_tree_may_have_32_leaves(tmp_path, asked, to_the_left):
    rows = asked[2]
    column = int(np.argmax([len(np.unique(values)) for values in rows.T]))
    thresholds = sorted(np.resize(np.unique(rows[:, column]), 31).tolist(), reverse=to_the_left)
    ends = [(column, threshold, *((i + 1, ~i) if to_the_left else (~i, i + 1))) for i, threshold in enumerate(thresholds)]
    ends[-1] = (column, thresholds[-1], ~30, ~31)
    trees = [~5, 0, ~6], ends, [i / 8 for i in range(32)]
    expected = [fits.walked(trees, row) for row in rows.tolist()]
    assert sums(tmp_path / "fit.bin", asked, trees) == pytest.approx(expected, abs=1e-5) and len(set(expected)) > 15


def test_a_row_on_a_threshold_goes_left(tmp_path, asked):
    rows = asked[2]
    column = int(np.argmax([len(np.unique(values)) for values in rows.T]))
    threshold = float(np.sort(np.unique(rows[:, column]))[3])
    found = sums(tmp_path / "fit.bin", asked, ([0], [(column, threshold, ~0, ~1)], [-1.0, 1.0]))
    assert np.array_equal(found > 0, rows[:, column] > threshold) and (rows[:, column] == threshold).any()


def learnt(rows, trees=30):
    pytest.importorskip("lightgbm")
    rng = np.random.default_rng(0)
    return grow(rows, rows[:, :4].sum(1) + rng.normal(size=len(rows)) > np.median(rows[:, :4].sum(1)), None, trees)


def test_sums_are_those_of_lightgbm(tmp_path, asked):
    rows = asked[2]
    booster = learnt(rows)
    found = forest(booster)
    assert len(found.roots) == 30 and len(found.branches) > 60
    expected = booster.predict(rows, raw_score=True)
    assert len(np.unique(expected)) > 20
    assert sums(tmp_path / "fit.bin", asked, (found.roots, found.branches, found.leaves)) == pytest.approx(expected, abs=1e-5)


def test_thresholds_between_two_floats_part_them_as_lightgbm_does():
    one = np.float32(0.1)
    other = np.nextafter(one, np.float32(1))
    for threshold in (float(one), float(other), (float(one) + float(other)) / 2, np.nextafter(float(other), 0)):
        made = Forest()
        leaf = {"leaf_value": 0.0}
        made.add({"split_feature": 0, "threshold": threshold, "decision_type": "<=", "left_child": leaf, "right_child": leaf})
        kept = made.branches[0][1]
        assert np.float32(kept) == kept
        assert [value <= kept for value in (one, other)] == [float(value) <= threshold for value in (one, other)]


def test_a_branch_by_category_is_refused():
    with pytest.raises(ConfigError, match="found a branch by '=='"):
        Forest().add({"split_feature": 0, "threshold": "1||2", "decision_type": "==", "left_child": {}, "right_child": {}})


def test_one_class_only_is_a_single_leaf(tmp_path, asked):
    pytest.importorskip("lightgbm")
    found = forest(grow(asked[2], np.ones(len(asked[2]), np.bool_), None, 3))
    assert found.branches == [] and len(found.leaves) == len(found.roots) >= 1


@pytest.mark.parametrize("levels", [[(0.0, 0.3)], [(-1.0, 0.1), (0.0, 0.1), (0.25, 0.8), (1.0, 1.0)]])
def test_probabilities_lie_on_the_line(tmp_path, asked, levels):
    rng, rows = random.Random(9), asked[2]
    trees = fits.random_trees(rng, [column.tolist() for column in rows[:50].T], n_trees=6, depth=3)
    expected = probabilities(np.array([fits.walked(trees, row) for row in rows.tolist()]), levels)
    assert probability(tmp_path / "fit.bin", asked, trees, levels) == pytest.approx(expected, abs=1e-5)


BAD = {
    "a tree that begins nowhere": {"roots": [1]},
    "a tree that begins at no leaf": {"roots": [~3]},
    "a branch on a feature that there is not": {"branches": [(10_000, 0.0, ~0, ~1)]},
    "a threshold that is no number": {"branches": [(0, float("nan"), ~0, ~1)]},
    "a threshold beyond all numbers": {"branches": [(0, float("inf"), ~0, ~1)]},
    "a branch that two lead to": {"roots": [0, 1], "branches": [(0, 0.0, 1, ~1), (0, 0.0, ~0, ~1)]},
    "a branch that is both sides of another": {"branches": [(0, 0.0, 1, 1), (0, 0.0, ~0, ~1)]},
    "a tree of 33 leaves": {"branches": [*((0, float(i), i + 1, ~0) for i in range(31)), (0, 0.0, ~0, ~1)]},
    "a branch that leads to itself": {"branches": [(0, 0.0, 0, ~1)]},
    "a branch that leads beyond the leaves": {"branches": [(0, 0.0, ~0, ~2)]},
    "a leaf that is no number": {"leaves": [float("nan"), 0.0]},
    "a leaf beyond all numbers": {"leaves": [float("inf"), 0.0]},
    "no probabilities": {"levels": []},
    "a probability that is none": {"levels": [(0.0, 1.5)]},
    "no number as a probability": {"levels": [(0.0, float("nan"))]},
    "a sum that is no number": {"levels": [(float("nan"), 0.5)]},
    "sums out of order": {"levels": [(1.0, 0.5), (1.0, 0.6)]},
    "probabilities that fall": {"levels": [(0.0, 0.5), (1.0, 0.4)]},
    "a probability of what is conceivable that is none": {"conceivable": [(0.0, -0.5)]},
    "no number as a confidence": {"conceivable": [(float("nan"), 0.5)]},
    "confidences out of order": {"conceivable": [(0.5, 0.5), (0.4, 0.6)]},
    "a least confidence above 1": {"meta": {"min_confidence": 1.5}},
    "a least confidence that is no number": {"meta": {"min_confidence": float("nan")}},
    "no least confidence": {"meta": {}},
}


@pytest.mark.parametrize("fault", BAD)
def test_what_cannot_be_walked_is_refused(tmp_path, asked, fault):
    _, _, _, english, names = asked
    trees = {"roots": [0], "branches": [(0, 0.0, ~0, ~1)], "leaves": [0.0, 1.0]}
    sound = {**trees, "levels": [(0.0, 0.5)], "meta": {"min_confidence": 0.5}, "conceivable": [(0.0, 0.5), (1.0, 0.6)]}
    write_fit(tmp_path / "fit.bin", names, english, **sound)
    Fit(tmp_path / "fit.bin").verify()
    write_fit(tmp_path / "fit.bin", names, english, **(sound | BAD[fault]))
    with pytest.raises(FormatError, match="expected a packed fit"):
        Fit(tmp_path / "fit.bin")
