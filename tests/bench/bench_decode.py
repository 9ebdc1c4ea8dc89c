"""The decoder: score against speed, in calls of kenlm.Model.BaseScore a sentence, beside Moses2.

    python tests/bench/bench_decode.py [--repeats 3] [--json FILE]

Needs the reference tables, language model and sentences in ../shared/golden/bench. Every setting is measured three ways:
the search alone, the library (`pipe`, from text to paraphrases with their edits), and the whole process `paragen decode`,
loading included. The yardstick is measured around each setting in the same run; its minimum counts.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from common import GOLDEN, Yardstick, circumstances, measure, spread

from paragen.decoder.search import SentenceInput
from paragen.packing import TableSource, pack
from paragen.paraphraser import Paraphraser, load

BENCH = GOLDEN / "bench"
WEIGHTS = {"lm": 0.5, "table0": 0.2, "table1": 0.2, "word": 0.3, "unknown": -100.0}
MOSES2_UNIT = 326e-9  # seconds of one BaseScore call on the machine of its figures
MOSES2 = [  # stack (or pop limit of cube pruning), seconds for 1,500 sentences, mean best score
    ("stack 1000", 201.0, -18.9623), ("stack 100", 21.7, -18.9643), ("stack 50", 11.9, -18.9818), ("stack 20", 5.6, -19.0775),
    ("stack 10", 3.4, -19.2637), ("stack 5", 2.1, -19.6715), ("cube pruning, pop limit 1000", 11.4, -19.0396),
    ("cube pruning, pop limit 400", 5.3, -19.1670), ("cube pruning, pop limit 100", 1.9, -19.6030),
]  # fmt: skip
CURVE = [
    *({"stack": stack} for stack in (5, 10, 20, 50, 100, 200)),
    *({"stack": 100, "beam_threshold": threshold} for threshold in (1e-2, 1e-3)),
    {"stack": 1000, "beam_threshold": 1e-7},
]
DEFAULT = {"stack": 100}


def pack_bench(folder: Path) -> Path:
    """Pack the reference model: tokenised, without self-paraphrase, floors 0."""
    tables = {f"table{i}": TableSource(BENCH / f"table{i}.txt.gz", floor=0.0) for i in (0, 1)}
    return pack(folder / "model", BENCH / "lm.arpa.gz", tables, self_paraphrase=False, tokenized=True, weights=WEIGHTS)


def named(settings: dict[str, float]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {value:g}" for name, value in settings.items())


# A process of its own starts the measured one: a child's peak counts what its parent held when it forked.
_LAUNCH = """
import os, subprocess, sys
with open(sys.argv[1], "rb") as source, open(os.devnull, "wb") as nowhere:
    child = subprocess.Popen(sys.argv[2:], stdin=source, stdout=nowhere)
    _, status, usage = os.wait4(child.pid, 0)
print(usage.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""


def process(model: Path, settings: dict[str, float], *more: str) -> int:
    """Run `paragen decode` on the sentences; return its peak resident memory in KiB."""
    options = [f"--{name.replace('_', '-')}={value:g}" for name, value in settings.items()]
    command = [sys.executable, "-m", "paragen", "decode", "-m", os.fspath(model), *options, *more]
    launch = [sys.executable, "-S", "-c", _LAUNCH, os.fspath(BENCH / "input.txt"), *command]
    return int(subprocess.run(launch, capture_output=True, text=True, check=True).stdout)


class Bench:
    """The reference sentences, the model, and ways to decode the one with the other."""

    def __init__(self, model: Path, repeats: int) -> None:
        self.model, self.repeats = model, repeats
        self.lines = (BENCH / "input.txt").read_text(encoding="utf-8").splitlines()
        self.sentences = [SentenceInput(line.split(" ")) for line in self.lines]
        self.yardstick = Yardstick(BENCH / "lm.arpa.gz", BENCH / "input.txt")

    def timed(self, work: Callable[[], Any]) -> tuple[list[float], Any]:
        """Time work over all sentences, the yardstick around it; return seconds a sentence."""
        self.yardstick.measure()
        seconds, result = measure(work, self.repeats)
        self.yardstick.measure()
        return [value / len(self.lines) for value in seconds], result

    def search(self, paraphraser: Paraphraser, n: int = 1) -> float:
        """Search alone, over words; return the mean best score."""
        found = paraphraser.steps.decoder.decode(self.sentences, paraphraser.limits(n=n))
        return sum(lists[0].score for lists in found) / len(found)

    def library(self, paraphraser: Paraphraser, n: int = 1, threads: int = 1) -> float:
        """From text to paraphrases; return the mean best score."""
        return sum(found[0].score for found in paraphraser.pipe(self.lines, n, threads=threads)) / len(self.lines)

    def calls(self, seconds: list[float]) -> str:
        """Calls of the yardstick in the fastest of the repeats."""
        unit = self.yardstick.unit
        return f"{min(seconds) / unit:8,.0f}" if unit else "       ?"

    def curve(self) -> list[dict[str, Any]]:
        """Measure every setting."""
        rows = []
        for settings in CURVE:
            paraphraser = load(self.model, **settings)
            search, score = self.timed(partial(self.search, paraphraser))
            library, _ = self.timed(partial(self.library, paraphraser))
            whole, _ = self.timed(partial(process, self.model, settings))
            rows.append({"name": named(settings), "score": score, "search": search, "library": library, "process": whole})
        return rows

    def say_curve(self, rows: list[dict[str, Any]]) -> None:
        unit = self.yardstick.unit
        if unit:
            print(f"one BaseScore call: {1e9 * unit:.0f} ns")
        else:
            print("kenlm not installed, so no calls: pip install kenlm")
        print(f"\n{'':30} {'mean best score':>15} {'BaseScore calls a sentence':>40} {'ms a sentence: min (median)':>32}")
        print(f"{'paragen':30} {'':15} {'search':>12} {'library':>13} {'process':>13} {'library':>32}")
        for row in rows:
            calls = [self.calls(row[way]) for way in ("search", "library", "process")]
            milliseconds = spread([1e3 * value for value in row["library"]], 3)
            print(f"{row['name']:30} {row['score']:15.4f} {calls[0]:>12} {calls[1]:>13} {calls[2]:>13} {milliseconds:>32}")
        print("Moses2 (published; load included)")
        for name, seconds, score in MOSES2:
            print(f"{name:30} {score:15.4f} {'':12} {'':13} {seconds / 1500 / MOSES2_UNIT:13,.0f}")

    def say_ratios(self) -> dict[str, float]:
        """Print what longer lists and more threads cost, each beside the plain run, turn by turn; return the ratios."""
        paraphraser = load(self.model, **DEFAULT)
        search, library = partial(self.search, paraphraser), partial(self.library, paraphraser)
        whole = partial(process, self.model, DEFAULT)
        pairs: list[tuple[str, Callable[[], Any], Callable[[], Any], bool]] = [
            ("100-best / 1-best, search", search, partial(search, 100), False),
            ("100-best / 1-best, library", library, partial(library, 100), False),
            ("100-best / 1-best, process, nbest", whole, partial(whole, "-n", "100", "--format", "nbest"), False),
            ("work of two threads / of one, library", library, partial(library, threads=2), True),
            ("work of two threads / of one, process", whole, partial(whole, "--threads", "2"), True),
        ]
        ratios = {}
        for name, plain, other, inverse in pairs:
            one, two = [], []
            for _ in range(max(3, self.repeats)):
                one += measure(plain, 1)[0]
                two += measure(other, 1)[0]
            ratios[name] = min(one) / min(two) if inverse else min(two) / min(one)
            print(f"{name:40} {ratios[name]:6.2f}")
        return ratios

    def say_agreement(self) -> None:
        """Print how many best scores equal, beat and miss those of Moses."""
        moses = [float(line.split("\t")[1]) for line in (BENCH / "moses-best.tsv").read_text(encoding="utf-8").splitlines()]
        ours = [found[0].score for found in load(self.model, **DEFAULT).pipe(self.lines)]
        better = sum(mine > theirs + 2e-3 for mine, theirs in zip(ours, moses, strict=True))
        worse = sum(mine < theirs - 2e-3 for mine, theirs in zip(ours, moses, strict=True))
        print(f"best scores beside Moses' at stack 100: {len(ours) - better - worse} equal, {better} better, {worse} worse")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--json", type=Path, help="where the figures of the curve go")
    options = parser.parse_args()
    print(circumstances())
    if not BENCH.is_dir():
        raise SystemExit(f"needs the reference tables in {BENCH.relative_to(BENCH.parents[2])} beside the checkout")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(pack_bench(Path(folder)), options.repeats)
        rows = bench.curve()
        bench.say_curve(rows)
        print()
        bench.say_agreement()
        ratios = bench.say_ratios()
        peak = process(bench.model, DEFAULT) / 1024
        print(f"{'peak memory of paragen decode, MiB':40} {peak:6.0f}")
    if options.json:
        found: dict[str, Any] = {
            "circumstances": circumstances(),
            "unit": bench.yardstick.unit,
            "curve": rows,
            "ratios": ratios,
            "peak": peak,
            "moses2": [[name, seconds / 1500 / MOSES2_UNIT, score] for name, seconds, score in MOSES2],
        }
        options.json.write_text(json.dumps(found, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
