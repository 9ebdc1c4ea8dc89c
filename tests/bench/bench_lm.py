"""How fast language models are estimated, as a multiple of a bare Python loop over the same words.

    python tests/bench/bench_lm.py [CORPUS] [--order 5] [--prune 0 1 2 2 3] [--memory 2G 64M] [--repeats 3]

Without CORPUS, seeded text with word frequencies like those of a language serves. lmplz is measured beside it where
that program is found on PATH, and must then write the same bytes.
"""

from __future__ import annotations

import argparse
import filecmp
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import accumulate
from pathlib import Path

import paragen
from paragen.lm.estimate import estimate


def write_text(path: Path, n_tokens: int, seed: int = 1) -> None:
    """Zipf-like words, each choosing the next among few, so that n-grams repeat."""
    rng = random.Random(seed)
    cumulative = list(accumulate(1 / (rank + 5) for rank in range(60_000)))
    with path.open("w", encoding="ascii") as file:
        while n_tokens > 0:
            words = rng.choices(range(len(cumulative)), cum_weights=cumulative, k=rng.randint(3, 30))
            for i in range(1, len(words)):
                if rng.random() < 0.7:
                    words[i] = (words[i - 1] * 7919 + rng.randrange(4)) % (words[i - 1] + 50)
            file.write(" ".join(f"w{word}" for word in words) + "\n")
            n_tokens -= len(words)


def bare_loop(path: Path) -> int:
    n_words = 0
    with path.open(encoding="utf-8") as file:
        for line in file:
            n_words += len(line.split())
    return n_words


def measure(work: Callable[[], object], repeats: int) -> list[float]:
    seconds = []
    for _ in range(repeats):
        begin = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - begin)
    return seconds


def commit() -> str:
    try:
        command = ["git", "-C", os.fspath(Path(__file__).parent), "rev-parse", "--short", "HEAD"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def report(name: str, seconds: list[float], yardstick: float) -> None:
    best, median = min(seconds), statistics.median(seconds)
    print(f"{name:32} {best:8.2f} s  median {median:8.2f} s  {best / yardstick:6.1f} x the bare loop")


def run(corpus: Path, folder: Path, options: argparse.Namespace) -> None:
    loop = measure(lambda: bare_loop(corpus), options.repeats)
    print(f"{corpus.name}: {bare_loop(corpus):,} words; order {options.order}, prune {options.prune}")
    report("bare Python loop", loop, min(loop))
    for memory in options.memory:
        for threads in options.threads:
            settings = {"prune": options.prune, "memory": memory, "threads": threads}
            ours = partial(estimate, corpus, options.order, folder / "ours.arpa", **settings)
            report(f"paragen, {memory}, {threads} thread(s)", measure(ours, options.repeats), min(loop))
    if (lmplz := shutil.which("lmplz")) is None:
        print("lmplz is not on PATH")
        return
    command = [lmplz, "-o", str(options.order), "-S", options.memory[0], "--prune", *map(str, options.prune)]
    command += ["--text", os.fspath(corpus), "--arpa", os.fspath(folder / "theirs.arpa")]
    theirs = partial(subprocess.run, command, capture_output=True, check=True)
    report("lmplz", measure(theirs, options.repeats), min(loop))
    same = filecmp.cmp(folder / "ours.arpa", folder / "theirs.arpa", shallow=False)
    print("both models are the same, byte for byte" if same else "the models DIFFER")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="?", type=Path)
    parser.add_argument("--order", type=int, default=5)
    parser.add_argument("--prune", type=int, nargs="+", default=[0, 1, 2, 2, 3])
    parser.add_argument("--memory", nargs="+", default=["2G", "64M"])
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--tokens", type=int, default=2_000_000, help="of the text made where no corpus is named")
    options = parser.parse_args()
    print(f"paragen {paragen.__version__} ({commit()}), Python {platform.python_version()}, "
          f"{platform.processor() or platform.machine()}, {os.cpu_count()} processors")  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        corpus = options.corpus
        if corpus is None:
            corpus = Path(folder) / "text"
            write_text(corpus, options.tokens)
        run(corpus, Path(folder), options)


if __name__ == "__main__":
    sys.exit(main())
