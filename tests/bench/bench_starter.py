"""The starter pack: size, loading, and sentences a second on our own prose. Run: python tests/bench/bench_starter.py"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys

from common import ROOT, circumstances, measure, spread

import paragen
from paragen.paraphraser import starter_path

_LOAD = """
import time
begin = time.perf_counter()
import paragen
paragen.load().rewrite("We must find a solution .")
loaded = time.perf_counter() - begin
import resource
print([loaded, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024])
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=3)
    repeats = parser.parse_args().repeats
    print(circumstances())
    prose = sorted((ROOT / "resources" / "starter" / "prose").glob("*.txt"))
    lines = [line for path in prose for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    size = sum(path.stat().st_size for path in starter_path().iterdir())
    starts = [
        json.loads(subprocess.run([sys.executable, "-c", _LOAD], capture_output=True, text=True, check=True).stdout)
        for _ in range(max(3, repeats))
    ]
    print(f"size on disk                      {size / 1e6:.1f} MB")
    print(f"import, load, first sentence, ms  {spread([1e3 * seconds for seconds, _ in starts], 0)}")
    print(f"memory then, MiB                  {spread([memory for _, memory in starts], 0)}")
    paraphraser = paragen.load()
    for n in (1, 10):
        seconds, found = measure(lambda n=n: list(paraphraser.pipe(lines, n)), repeats)
        rates = [len(lines) / value for value in seconds]
        edited = sum(not lists[0].unchanged for lists in found) / len(found)
        print(f"{len(lines):,} sentences, {n:2}-best, one thread: {max(rates):,.0f} sentences/s; {edited:.0%} get an edit")


if __name__ == "__main__":
    main()
