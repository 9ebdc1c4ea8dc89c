"""Decoding with an altered model answers or is refused; it never crashes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from fuzzing import run
from random_models import build


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))])
def test_altered_models_never_crash_the_search(tmp_path, seed):
    build(tmp_path, random.Random(seed), pairs=60)
    (tmp_path / "altered").mkdir()
    ends = run(Path(__file__).with_name("fuzz_search.py"), tmp_path / "model", tmp_path / "altered", seed, 700)
    assert sum(ends.values()) == 700
    assert ends["answered"] > 100
