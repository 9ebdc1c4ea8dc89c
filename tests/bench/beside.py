"""Processor time of this version beside another one's, in the same run: ratios for each of the things people do.

    python tests/bench/beside.py /path/to/other/.venv/bin/python [--repeats 7]

The other Python has an earlier paragen. Each packs the reference tables and language model in ../shared/golden/bench for itself;
then they take turns, and the least of each counts. Above 1, this version is slower.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench_decode import BENCH, WEIGHTS
from common import circumstances

SENTENCES = (BENCH / "input.txt").read_text(encoding="utf-8").splitlines(keepends=True)
LIBRARY = """
import sys, paragen
task, model = sys.argv[1:]
lines = sys.stdin.read().splitlines()
paraphraser = paragen.load(model)
for found in paraphraser.pipe_substitutes(lines) if task == "substitutes" else paraphraser.pipe(lines, int(task)):
    pass
"""
TASKS: dict[str, tuple[list[str], int]] = {  # arguments of paragen, or what the library does; sentences
    "`decode`": (["decode"], 1500),
    "`decode -n 100`": (["decode", "-n", "100"], 500),
    "`decode -n 100 --format nbest`": (["decode", "-n", "100", "--format", "nbest"], 500),
    "`decode -n 10 --format jsonl`": (["decode", "-n", "10", "--format", "jsonl"], 500),
    "`decode` of one line": (["decode"], 1),
    "`substitutes`": (["substitutes"], 200),
    "`substitutes --rank lm`": (["substitutes", "--rank", "lm"], 200),
    "library: `pipe`": (["library", "1"], 1500),
    "library: `pipe`, n = 100": (["library", "100"], 500),
    "library: `pipe_substitutes`": (["library", "substitutes"], 300),
}


def spent(command: Sequence[str | Path], text: str = "") -> float:
    """Run a command, and return the seconds of processor time of it and of the processes it started."""
    with tempfile.TemporaryFile() as source:
        source.write(text.encode())
        source.seek(0)
        child = subprocess.Popen(command, stdin=source, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"{' '.join(map(str, command))} failed")
    return usage.ru_utime + usage.ru_stime


def pack_command(python: str, folder: Path) -> list[str | Path]:
    tables = [f"--table=table{i}={BENCH / f'table{i}.txt.gz'}" for i in (0, 1)]
    floors = ["--floor=table0=0", "--floor=table1=0"]
    weights = folder / "weights.toml"
    weights.write_text("".join(f"{name} = {value}\n" for name, value in WEIGHTS.items()), encoding="utf-8")
    return [
        python, "-m", "paragen", "pack", "--lm", BENCH / "lm.arpa.gz", *tables, *floors, "--tokenized", "--no-self", "--force",
        "--weights", weights, "-o", folder / "model",
    ]  # fmt: skip


def command(python: str, model: Path, arguments: Sequence[str]) -> list[str | Path]:
    if arguments[0] == "library":
        return [python, "-c", LIBRARY, arguments[1], model]
    return [python, "-m", "paragen", *arguments, "-m", model]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", help="the Python of an environment with another version")
    parser.add_argument("--repeats", type=int, default=7)
    options = parser.parse_args()
    pythons = (sys.executable, options.other)
    with tempfile.TemporaryDirectory() as temporary:
        folders = [Path(temporary, name) for name in ("this", "other")]
        for folder in folders:
            folder.mkdir()
        packs = [pack_command(python, folder) for python, folder in zip(pythons, folders, strict=True)]
        print(circumstances() + "\n\n| | this, CPU s | other, CPU s | ratio |\n|---|---|---|---|")
        show("`pack`", [[spent(one) for one in packs] for _ in range(min(3, options.repeats))])
        for name, (arguments, n) in TASKS.items():
            pair = [command(python, folder / "model", arguments) for python, folder in zip(pythons, folders, strict=True)]
            show(name, [[spent(one, "".join(SENTENCES[:n])) for one in pair] for _ in range(options.repeats)])


def show(name: str, seconds: list[list[float]]) -> None:
    this, other = map(min, zip(*seconds, strict=True))
    print(f"| {name} | {this:.2f} | {other:.2f} | {this / other:.2f} |", flush=True)


if __name__ == "__main__":
    main()
