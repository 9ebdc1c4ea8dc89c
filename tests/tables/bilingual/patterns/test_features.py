"""The features of labelled pairs give the likelihoods that the models give."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import numpy as np
import pytest

from paragen.tables.bilingual.patterns.features import pair_features, variants
from paragen.tables.bilingual.patterns.options import default_parameters

from .reference import random_aligned
from .test_models import WEIGHTS, extracted, written


@pytest.mark.parametrize("model", WEIGHTS)
def test_likelihoods_are_those_of_the_model(tmp_path, model):
    files = [written(tmp_path / f"{seed}.parquet", random_aligned(random.Random(seed))) for seed in (1, 2)]
    parameters = replace(default_parameters(model), weights=WEIGHTS[model], threshold=1e-4, pivot_threshold=0.03)
    rows = extracted(files, tmp_path / "o.parquet", parameters, top=1000)
    pairs = [row[:2] for row in rows] + [("no such [NN_1]", "pattern [NN_1]")]
    found = pair_features(files, pairs, parameters)
    logs, slopes = found.log_likelihoods(np.array(WEIGHTS[model]))
    assert len(rows) > 100 and np.exp(logs[:-1]) == pytest.approx([row[3] for row in rows], rel=1e-6)
    assert logs[-1] == -math.inf and not slopes[-1].any()
    some = np.arange(len(pairs)) % 3 == 0
    assert list(found.chosen(some).log_likelihoods(np.array(WEIGHTS[model]))[0]) == list(logs[some])


@pytest.mark.parametrize("model", WEIGHTS)
def test_gradients(tmp_path, model):
    file = written(tmp_path / "a.parquet", random_aligned(random.Random(5)))
    parameters = replace(default_parameters(model), threshold=1e-4)
    pairs = [row[:2] for row in extracted([file], tmp_path / "o.parquet", parameters)][:40]
    found = pair_features([file], pairs, parameters)
    weights = np.array(WEIGHTS[model])
    _, slopes = found.log_likelihoods(weights)
    for i in range(len(weights)):
        step = np.eye(len(weights))[i] * 1e-6
        ahead, behind = (found.log_likelihoods(weights + sign * step)[0] for sign in (1, -1))
        assert (ahead - behind) / 2e-6 == pytest.approx(slopes[:, i], abs=1e-4)


def test_variants():
    assert sorted(variants("[NN_1] of [NN_2]", "[NN_2] [NN_1]")) == [
        ("[NN_1] of [NN_2]", "[NN_2] [NN_1]"), ("[NN_2] of [NN_1]", "[NN_1] [NN_2]"),
    ]  # fmt: skip
    assert list(variants("[NN_1] is [JJ_1]", "[JJ_1] [NN_1]")) == [("[NN_1] is [JJ_1]", "[JJ_1] [NN_1]")]
