"""What a process takes is measured with its children."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import paragen
from paragen.recipes.step_process import _resident, run_verb

pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells")
CHILD = "import sys; kept = bytearray(100 << 20); print('ready', flush=True); sys.stdin.read()"
PARENT = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {CHILD!r}])"


def test_memory_is_that_of_a_process_and_its_children():
    with subprocess.Popen([sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"ready\n"
        status = Path(f"/proc/{process.pid}/status").read_text()
        own = int(status.partition("VmRSS:")[2].split()[0]) << 10
        assert own * 0.9 < _resident(process.pid) < own * 1.1
        process.stdin.close()
    with subprocess.Popen([sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"ready\n"
        assert 100 << 20 < _resident(process.pid) < 250 << 20
        process.stdin.close()
    assert _resident(process.pid) == 0


@pytest.mark.parametrize("given", [None, "/elsewhere"])
def test_a_step_finds_this_very_package(given, tmp_path, monkeypatch):
    (tmp_path / "python").write_text(f"#!/bin/sh\nprintenv PYTHONPATH > {tmp_path}/found\n")
    (tmp_path / "python").chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    if given:
        monkeypatch.setenv("PYTHONPATH", given)
    run_verb(["text"])
    home = str(Path(paragen.__file__).resolve().parents[1])
    assert (tmp_path / "found").read_text().strip().split(os.pathsep) == [home, *([given] if given else [])]
