"""Decoding with an altered model answers or is refused; it never crashes."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from random_models import build


@pytest.mark.parametrize("seed", range(3))
def test_altered_models_never_crash_the_search(tmp_path, seed):
    build(tmp_path, random.Random(seed), pairs=60)
    (tmp_path / "altered").mkdir()
    script = Path(__file__).with_name("fuzz_search.py")
    command = [sys.executable, script, tmp_path / "model", tmp_path / "altered", str(seed), "700"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    ends = json.loads(done.stdout)
    assert sum(ends.values()) == 700
    assert ends["answered"] > 100
