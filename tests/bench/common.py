"""What the benchmarks share: timing, the yardstick, and what to print with every figure."""

from __future__ import annotations

import gzip
import math
import os
import platform
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import paragen

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT.parent / "shared" / "golden"


def measure(
    work: Callable[[], Any], repeats: int, clock: Callable[[], float] = time.perf_counter
) -> tuple[list[float], Any]:
    """Time ``work``; return the seconds of each repeat, or what else ``clock`` counts, and its last result."""
    seconds, result = [], None
    for _ in range(repeats):
        begin = clock()
        result = work()
        seconds.append(clock() - begin)
    return seconds, result


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Wilson's interval (95 %) of a share."""
    z = statistics.NormalDist().inv_cdf(0.975)
    share, scale = successes / trials, 1 + z * z / trials
    centre = (share + z * z / (2 * trials)) / scale
    half = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials**2)) / scale
    return centre - half, centre + half


def spread(values: list[float], digits: int = 2) -> str:
    """Minimum and median."""
    return f"{min(values):.{digits}f} (median {statistics.median(values):.{digits}f})"


def commit() -> str:
    """The commit of the checkout, with a plus where files differ from it."""
    git = ["git", "-C", os.fspath(ROOT)]
    try:
        name = subprocess.run([*git, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
        changed = subprocess.run(
            [*git, "status", "--porcelain", "-uno"], capture_output=True, text=True, check=True
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return name + "+" * bool(changed)


def processor() -> str:
    """The processor's name, as the system gives it."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def circumstances() -> str:
    """Machine, commit and versions in one line."""
    try:
        peer = f"kenlm {version('kenlm')}"
    except PackageNotFoundError:
        peer = "no kenlm"
    return (
        f"{processor()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; {platform.system()}, "
        f"Python {platform.python_version()}; paragen {paragen.__version__} at {commit()}, {peer}"
    )


class Yardstick:
    """Seconds of one Python call of ``kenlm.Model.BaseScore``; None where kenlm is not installed."""

    def __init__(self, arpa: Path, text: Path) -> None:
        self._lines = [line.split() for line in text.read_text(encoding="utf-8").splitlines()]
        self.seconds: list[float] = []
        self._model: Any = None
        if find_spec("kenlm") is None:
            return
        import kenlm

        config = kenlm.Config()
        config.show_progress = False
        config.arpa_complain = kenlm.ARPALoadComplain.NONE
        with tempfile.NamedTemporaryFile(suffix=".arpa") as plain:  # kenlm reads it into its probing hash table
            plain.write(gzip.decompress(arpa.read_bytes()) if arpa.suffix == ".gz" else arpa.read_bytes())
            plain.flush()
            self._model = kenlm.Model(plain.name, config)

    def measure(self) -> None:
        """Add one measurement: all words of the text, in order."""
        if self._model is None:
            return
        import kenlm

        n_calls, score = 0, self._model.BaseScore
        begin = time.perf_counter()
        for words in self._lines:
            state, after = kenlm.State(), kenlm.State()
            self._model.BeginSentenceWrite(state)
            for word in words:
                score(state, word, after)
                state, after = after, state
            n_calls += len(words)
        self.seconds.append((time.perf_counter() - begin) / n_calls)

    @property
    def unit(self) -> float | None:
        """The fastest measurement."""
        return min(self.seconds, default=None)  # type: ignore[type-var]
