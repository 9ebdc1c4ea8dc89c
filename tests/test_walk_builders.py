"""How a bitext becomes a model: align, extract, pivot and pack enter no more files than they need."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("duckdb")

ROOT = Path(__file__).resolve().parents[1]
WALK = Path(__file__).parent / "bench" / "walk_builders.py"


def source(name: str) -> Path:
    """The file of a module, named below the package."""
    return next(path for path in (ROOT / name, ROOT / "src" / "paragen" / name) if path.is_file())


def test_from_bitext_to_model():
    done = subprocess.run([sys.executable, WALK], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    verbs = re.findall(r"^(\w+): \d+ stays in \d+ files, \d+ returns, \d+ functions$", done.stdout, re.MULTILINE)
    assert verbs == ["align", "extract", "pivot", "pack"]
    rooms = {line.split()[0] for line in lines if line.startswith("  ")}
    assert lines[-1] == f"{len(rooms)} rooms"
    assert len(rooms) <= 40
    builders = {f"tables/bilingual/{name}.py" for name in ("extraction/extract", "pivot/pivot")}
    assert {f"cli/{verbs}.py" for verbs in ("bitext", "pack")} | builders <= rooms
    assert not [name for name in rooms if len(source(name).read_text(encoding="utf-8").splitlines()) > 300]
