"""What a process takes is measured with its children."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from paragen.recipes.step_process import _resident

pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells")
CHILD = "import sys; kept = bytearray(100 << 20); print('ready', flush=True); sys.stdin.read()"
PARENT = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {CHILD!r}])"


def test_memory_is_that_of_a_process_and_its_children():
    status = Path("/proc/self/status").read_text()
    own = int(status.partition("VmRSS:")[2].split()[0]) << 10
    assert own * 0.9 < _resident(os.getpid()) < own * 1.5 + (50 << 20)
    with subprocess.Popen([sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"ready\n"
        assert 100 << 20 < _resident(process.pid) < 250 << 20
        process.stdin.close()
    assert _resident(process.pid) == 0
