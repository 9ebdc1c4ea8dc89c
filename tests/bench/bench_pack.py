"""Packing and opening: seconds, peak memory, bytes. Run: python tests/bench/bench_pack.py [--pairs N]

Each figure is taken in a process of its own; minimum and median of the repeats. The reference tables beside the checkout are
used where they are; ten million synthetic pairs always.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from bench_lm import write_text

from paragen.lm.estimate import estimate

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT.parent / "shared" / "golden" / "bench"
MOSES2_TABLES = 101e6  # bytes of its probing tables for the same data

_PACK = """
import resource, sys, time
begin = time.perf_counter()
from paragen.packing import pack
pack(sys.argv[1], sys.argv[2], dict(argument.split("=") for argument in sys.argv[3:]), tokenized=True)
print([time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024])
"""
_OPEN = """
import resource, sys, time
from paragen.model import Model
begin = time.perf_counter()
model = Model.open(sys.argv[1])
opened = time.perf_counter()
options = model.options("the")
print([opened - begin, time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024])
"""
_VERIFY = """
import sys, time
from paragen.model import Model
begin = time.perf_counter()
Model.open(sys.argv[1]).verify()
print([time.perf_counter() - begin])
"""


_PACK_LM = """
import resource, sys
from paragen.lm import pack_lm
pack_lm(*sys.argv[1:])
used = resource.getrusage(resource.RUSAGE_SELF)
print([used.ru_utime + used.ru_stime, used.ru_maxrss / 1024])
"""
_KENLM = """
import resource, sys
import kenlm
config = kenlm.Config()
config.show_progress = False
kenlm.Model(sys.argv[1], config)
used = resource.getrusage(resource.RUSAGE_SELF)
print([used.ru_utime + used.ru_stime, used.ru_maxrss / 1024])
"""


def measure(code: str, *args: object, repeats: int = 3) -> list[list[float]]:
    """Run ``code`` in fresh processes; return the figures each printed."""
    runs = []
    for _ in range(repeats):
        done = subprocess.run([sys.executable, "-c", code, *map(str, args)], capture_output=True, text=True, check=True)
        runs.append(json.loads(done.stdout))
    return runs


def say(what: str, values: list[float], unit: str) -> None:
    print(f"  {what:32} {min(values):10.4f} {statistics.median(values):10.4f} {unit}")


def write_synthetic(folder: Path, pairs: int) -> tuple[Path, Path]:
    """Write a table of ``pairs`` pairs, ten a phrase, over 50,000 words, and a small language model."""
    rng = random.Random(1)
    words = [f"{a}{b}" for a in "bcdfghjklm" for b in range(5000)]
    with open(folder / "table.txt", "w") as file:
        for _ in range(pairs // 10):
            source = " ".join(rng.choices(words, k=rng.randint(1, 4)))
            file.writelines(f"{source} ||| {rng.choice(words)} {rng.choice(words)} ||| {rng.random() or 1}\n" for _ in range(10))
    lm = folder / "lm.arpa"
    lm.write_text("\\data\\\nngram 1=3\n\n\\1-grams:\n-1\t<unk>\n-99\t<s>\n-1\t</s>\n\n\\end\\\n")
    return folder / "table.txt", lm


def report(title: str, folder: Path, lm: Path, tables: dict[str, Path], repeats: int) -> None:
    """Print the figures of one set of tables."""
    arguments = [f"{name}={path}" for name, path in tables.items()]
    packs = [measure(_PACK, folder / f"model{i}", lm, *arguments, repeats=1)[0] for i in range(repeats)]
    opens = measure(_OPEN, folder / "model0", repeats=max(repeats, 5))
    size = os.path.getsize(folder / "model0" / "tables.bin")
    print(f"{title}{'':{max(0, 34 - len(title))}} {'minimum':>10} {'median':>10}")
    say("pack, language model included", [run[0] for run in packs], "s")
    say("peak memory of packing", [run[1] for run in packs], "MiB")
    say("open", [run[0] for run in opens], "s")
    say("open, and look up a phrase", [run[1] for run in opens], "s")
    say("memory once open", [run[2] for run in opens], "MiB")
    say("verify", [run[0] for run in measure(_VERIFY, folder / "model0", repeats=repeats)], "s")
    print(f"  {'size of the tables':32} {size / 1e6:10.1f} MB")


def report_lm(folder: Path, tokens: int, repeats: int) -> None:
    """Print what packing an unpruned 5-gram model takes, beside KenLM's reading of it, in turn."""
    write_text(folder / "text", tokens)
    summary = estimate(folder / "text", 5, folder / "lm.arpa")
    packs, reads = [], []
    for _ in range(repeats):
        packs += measure(_PACK_LM, folder / "lm.arpa", folder / "lm", repeats=1)
        reads += measure(_KENLM, folder / "lm.arpa", repeats=1)
    title = f"language model, {sum(order.kept for order in summary.orders):,} n-grams"
    print(f"{title}{'':{max(0, 34 - len(title))}} {'minimum':>10} {'median':>10}")
    for i, (what, unit) in enumerate((("processor time", "s"), ("peak memory", "MiB"))):
        say(f"pack, {what}", [run[i] for run in packs], unit)
        say(f"kenlm, {what}", [run[i] for run in reads], unit)
        print(f"  {'kenlm / pack, ' + what:32} {min(run[i] for run in reads) / min(run[i] for run in packs):10.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=10_000_000, help="synthetic pairs")
    parser.add_argument("--tokens", type=int, default=7_000_000, help="of the text whose unpruned model is packed")
    parser.add_argument("--repeats", type=int, default=3)
    args = parser.parse_args()
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
          f"commit {commit.stdout.strip() or 'unknown'}")  # fmt: skip
    with tempfile.TemporaryDirectory() as name:
        if GOLDEN.is_dir():
            tables = {f"table{i}": GOLDEN / f"table{i}.txt.gz" for i in (0, 1)}
            (folder := Path(name, "golden")).mkdir()
            report("reference tables (2,456,027 pairs)", folder, GOLDEN / "lm.arpa.gz", tables, args.repeats)
            size = os.path.getsize(folder / "model0" / "tables.bin")
            print(f"  {'of the size of probing tables':32} {size / MOSES2_TABLES:10.2f}")
        (folder := Path(name, "lm")).mkdir()
        report_lm(folder, args.tokens, args.repeats)
        shutil.rmtree(folder)
        (folder := Path(name, "synthetic")).mkdir()
        table, lm = write_synthetic(folder, args.pairs)
        report(f"{args.pairs:,} synthetic pairs", folder, lm, {"table": table}, 1)


if __name__ == "__main__":
    main()
