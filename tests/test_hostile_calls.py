"""No call of a compiled function or method ends the interpreter, whatever it is given."""

from __future__ import annotations

import importlib.machinery
import subprocess
import sys
from pathlib import Path

import pytest

import paragen

HOSTILE = Path(__file__).with_name("hostile.py")


def compiled_modules() -> list[str]:
    """Every extension module of the package."""
    suffixes = tuple(importlib.machinery.EXTENSION_SUFFIXES)
    found = set()
    for folder in map(Path, paragen.__path__):
        for path in folder.rglob("*"):
            if path.name.endswith(suffixes):
                found.add(".".join(["paragen", *path.relative_to(folder).parent.parts, path.name.split(".")[0]]))
    return sorted(found)


def test_there_are_compiled_modules():
    assert "paragen.decoder.search" in compiled_modules()
    assert len(compiled_modules()) >= 15


@pytest.mark.parametrize("module", compiled_modules())
def test_the_interpreter_survives(module, tmp_path):
    run = subprocess.run([sys.executable, HOSTILE, module, tmp_path], capture_output=True, text=True, timeout=300, cwd=tmp_path)
    calls = (tmp_path / "calls").read_text(errors="replace").splitlines()
    assert run.returncode == 0, f"exit {run.returncode} in {calls[-1]}\n{run.stderr[-3000:]}"
    assert len(calls) > 100
