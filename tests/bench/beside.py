"""Processor time and memory of this version beside another one's, in the same run: ratios for each of the things people do.

    python tests/bench/beside.py /path/to/other/.venv/bin/python [--repeats 7]

The other Python has an earlier paragen. Each packs the reference tables and language model in ../shared/golden/bench for itself,
rewrites 3,000 lines of news with its starter pack, and estimates a language model, extracts phrases, pivots and tunes on seeded
input; they take turns, and the least of each counts.
Above 1, this version is slower, or takes more memory.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from bench_decode import BENCH, WEIGHTS
from bench_extract import write_bitext
from bench_starter import news
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


LM_TOKENS, BITEXT, TUNED = 1_500_000, 20_000, 60
"""Tokens of a text, sentence pairs, and sentences with labels."""


# Python compiles what it imports once and keeps it, as everywhere.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


class Spent(NamedTuple):
    """What a command took: seconds of processor time, with the processes it started, and MiB of its largest process."""

    seconds: float
    memory: float


def spent(command: Sequence[str | Path], text: str = "") -> Spent:
    """Run a command, and return what it took."""
    with tempfile.TemporaryFile() as source:
        source.write(text.encode())
        source.seek(0)
        child = subprocess.Popen(command, env=ENVIRONMENT, stdin=source, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"{' '.join(map(str, command))} failed")
    return Spent(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def pack_command(python: str, folder: Path) -> list[str | Path]:
    tables = [f"--table=table{i}={BENCH / f'table{i}.txt.gz'}" for i in (0, 1)]
    floors = ["--floor=table0=0", "--floor=table1=0"]
    weights = folder / "weights.toml"
    weights.write_text("".join(f"{name} = {value}\n" for name, value in WEIGHTS.items()), encoding="utf-8")
    return [
        python, "-m", "paragen", "pack", "--lm", BENCH / "lm.arpa.gz", *tables, *floors, "--tokenized", "--no-self", "--force",
        "--weights", weights, "-o", folder / "model",
    ]  # fmt: skip


def total(commands: Sequence[Sequence[str | Path]]) -> Spent:
    """Run commands, and return the time of all, and the most memory of any."""
    taken = [spent(one) for one in commands]
    return Spent(sum(one.seconds for one in taken), max(one.memory for one in taken))


def write_inputs(folder: Path, python: str, model: Path) -> None:
    """Write a text, a bitext and labels, seeded; every other substitute of a sentence is called correct."""
    rng = random.Random(1)
    weights = list(accumulate(1 / (rank + 5) for rank in range(50_000)))
    words = [f"w{word}" for word in rng.choices(range(len(weights)), cum_weights=weights, k=LM_TOKENS)]
    lines = (" ".join(words[at : at + 20]) for at in range(0, len(words), 20))
    (folder / "text").write_text("\n".join(lines) + "\n", encoding="ascii")
    write_bitext(folder, BITEXT)
    asked = [python, "-m", "paragen", "substitutes", "-m", model]
    listed = subprocess.run(asked, input="".join(SENTENCES[:TUNED]), capture_output=True, text=True, check=True)
    items = [json.loads(line) for line in listed.stdout.splitlines()]
    with (folder / "labels.jsonl").open("w", encoding="utf-8") as file:
        for number, item in enumerate(items):
            label = "incorrect" if number % 2 else "correct"
            file.write(json.dumps({**item, "label": label, "annotator": "a", "time": "2026-01-01T00:00:00Z"}) + "\n")


def making(python: str, inputs: Path, folder: Path) -> dict[str, list[list[str | Path]]]:
    """Return the commands that make models, tables and weights, in an order in which each finds what it reads.

    Tuning is done with several seeds: its searches take other ways, and other numbers of steps, where lists differ a little.
    """
    bitext = [inputs / name for name in ("src", "tgt", "links")]
    tune = ["tune", "-m", folder / "model", "--labels", inputs / "labels.jsonl", "-o", folder / "w.toml", "--max-rounds", "2"]
    verbs: dict[str, list[list[str | Path]]] = {
        "`lm`": [["lm", inputs / "text", "--arpa", folder / "text.arpa", "--discount-fallback"]],
        "`extract`": [["extract", *bitext, "-o", folder / "phrases"]],
        "`pivot`": [["pivot", folder / "phrases", "-o", folder / "pairs", "--no-containment"]],
        "`tune`, six seeds": [[*tune, "--seed", str(seed)] for seed in range(1, 7)],
    }
    return {name: [[python, "-m", "paragen", *one, "--threads", "1"] for one in several] for name, several in verbs.items()}


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
        print(circumstances() + "\n\n| | this, CPU s | other, CPU s | ratio | this, MiB | other, MiB | ratio |")
        print("|---" * 7 + "|")
        show("`pack`", [[spent(one) for one in packs] for _ in range(min(3, options.repeats))])
        for name, (arguments, n) in TASKS.items():
            pair = [command(python, folder / "model", arguments) for python, folder in zip(pythons, folders, strict=True)]
            show(name, [[spent(one, "".join(SENTENCES[:n])) for one in pair] for _ in range(options.repeats)])
        text = "".join(f"{line}\n" for line in news()[:3000])
        if text:
            commands = [[python, "-m", "paragen", "decode"] for python in pythons]
            show("`decode`, starter pack", [[spent(one, text) for one in commands] for _ in range(options.repeats)])
        write_inputs(Path(temporary), options.other, folders[1] / "model")
        made = [making(python, Path(temporary), folder) for python, folder in zip(pythons, folders, strict=True)]
        for name in made[0]:
            repeats = min(3, options.repeats) if len(made[0][name]) == 1 else 1
            show(name, [[total(commands[name]) for commands in made] for _ in range(repeats)])


def show(name: str, runs: list[list[Spent]]) -> None:
    """Print a row: of each version the least of its runs."""
    this, other = ([min(figures) for figures in zip(*of_one, strict=True)] for of_one in zip(*runs, strict=True))
    cells = [f"{a:.{digits}f} | {b:.{digits}f} | {a / b:.2f}" for a, b, digits in zip(this, other, (2, 0), strict=True)]
    print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
