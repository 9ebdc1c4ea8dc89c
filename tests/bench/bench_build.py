"""The full build from the corpora beside the checkout: sizes, seconds and memory of every step, and of half of the texts.

    python tests/bench/bench_build.py [--keep DIR]

Steps that --keep's folder has are not run again; their figures are those of their last run.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench_decode import BENCH, pack_bench
from common import circumstances

from paragen.paraphraser import load

HERE = Path(__file__).resolve().parent
PARTS = {"whole": 1, "half": 2}


def build(folder: Path, one_in: int) -> dict[str, Any]:
    """Build the model of the development recipe from one line in ``one_in``; return the report."""
    prepared, model = folder / f"texts-{one_in}", folder / f"model-{one_in}"
    if not prepared.exists():
        subprocess.run([sys.executable, HERE / "development.py", prepared, "--one-in", str(one_in)], check=True)
    command = [sys.executable, "-m", "paragen", "build", HERE / "development.toml", "--path", f"prepared={prepared}", "-o", model]
    done = subprocess.run([*command, "--format", "json"], stdout=subprocess.PIPE, check=False)
    if done.returncode:
        sys.exit(f"the build of {model} failed")
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def print_tables(report: dict[str, Any]) -> None:
    print("| table | in the paper | pairs | phrases | the paper's pairs |\n|---|---|---|---|---|")
    for table in report["tables"]:
        paper = f"{table['paper_pairs']:,}" if table["paper"] else ""
        print(f"| {table['name']} | {table['paper']} | {table['pairs']:,} | {table['phrases']:,} | {paper} |")
    print()


def print_steps(whole: dict[str, Any], half: dict[str, Any]) -> None:
    halves = {step["name"]: step for step in half["steps"]}
    total = sum(step["seconds"] for step in whole["steps"])
    print(
        "| step | verb | seconds | CPU seconds | % | memory, MiB | output, MB | CPU, whole / half |\n"
        "|---|---|---|---|---|---|---|---|"
    )
    for step in whole["steps"]:
        ratio = step["cpu"] / halves[step["name"]]["cpu"]
        print(f"| {step['name']} | {step['verb']} | {step['seconds']:.1f} | {step['cpu']:.1f} "
              f"| {100 * step['seconds'] / total:.1f} | {step['memory'] / 2**20:,.0f} | {step['bytes'] / 1e6:,.1f} "
              f"| {ratio:.2f} |")  # fmt: skip
    peak = max(step["memory"] for step in whole["steps"]) / 2**20
    cpu, half_cpu = (sum(step["cpu"] for step in report["steps"]) for report in (whole, half))
    print(f"| all | | {total:.0f} | {cpu:.0f} | 100 | {peak:,.0f} | | {cpu / half_cpu:.2f} |\n")


def print_speed(model: Path, repeats: int = 3) -> None:
    """Sentences a second of a processor, of the model and of the reference model of the decoder's benchmark, in one run."""
    if not BENCH.is_dir():
        print(f"Speed beside the reference model not measured: no folder {BENCH}")
        return
    sentences = (BENCH / "input.txt").read_text(encoding="utf-8").splitlines()
    with tempfile.TemporaryDirectory() as name:
        paraphrasers = {"reference": load(pack_bench(Path(name))), "all tables": load(model)}
        speed = {}
        for which, paraphraser in paraphrasers.items():
            seconds = []
            for _ in range(repeats):
                begin = time.process_time()
                found = list(paraphraser.pipe(sentences))
                seconds.append(time.process_time() - begin)
            speed[which] = len(sentences) / min(seconds)
            edits = sum(len(best[0].edits) for best in found) / len(sentences)
            print(f"{which}: {speed[which]:,.0f} sentences a second of one processor, {edits:.1f} edits a sentence")
    print(f"all tables / reference: {speed['all tables'] / speed['reference']:.2f}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", type=Path, metavar="DIR", help="leave all files there")
    options = parser.parse_args()
    print(circumstances() + "\n")
    with tempfile.TemporaryDirectory() as name:
        folder = options.keep or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        reports = {part: build(folder, one_in) for part, one_in in PARTS.items()}
        print_tables(reports["whole"])
        print_steps(reports["whole"], reports["half"])
        print_speed(folder / "model-1")


if __name__ == "__main__":
    main()
