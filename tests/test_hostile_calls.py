"""No call of a compiled function or method ends the interpreter, whatever it is given."""

from __future__ import annotations

import importlib.machinery
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE

import pytest

import paragen

HOSTILE = Path(__file__).with_name("hostile.py")


OF_CYTHON = "paragen.base.cython_support"
"""Memory views and the like, which it puts into a module of their own: no code of ours."""


def compiled_modules() -> list[str]:
    """Every extension module of the package."""
    suffixes = tuple(importlib.machinery.EXTENSION_SUFFIXES)
    found = set()
    for folder in map(Path, paragen.__path__):
        for path in folder.rglob("*"):
            if path.name.endswith(suffixes):
                found.add(".".join(["paragen", *path.relative_to(folder).parent.parts, path.name.split(".")[0]]))
    return sorted(found - {OF_CYTHON})


def test_there_are_compiled_modules():
    assert "paragen.decoder.search" in compiled_modules()
    assert len(compiled_modules()) >= 15


@pytest.fixture(scope="module")
def attacker():
    """A process that attacks modules, each in a process of its own."""
    with subprocess.Popen([sys.executable, HOSTILE], stdin=PIPE, stdout=PIPE, text=True, start_new_session=True) as process:
        yield process
        process.stdin.close()
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.parametrize("module", compiled_modules())
def test_the_interpreter_survives(module, attacker, tmp_path):
    print(module, tmp_path, sep="\t", file=attacker.stdin, flush=True)
    code = attacker.stdout.readline().strip()
    calls = (tmp_path / "calls").read_text(errors="replace").splitlines()
    assert code == "0", f"exit {code} in {calls[-1]}\n{(tmp_path / 'errors').read_text(errors='replace')[-3000:]}"
    assert len(calls) > 100
