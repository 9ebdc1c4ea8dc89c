"""Run every benchmark and, with --page, write docs/benchmarks.md and its picture from what they print.

    python tests/bench/run.py [--page] [--quick] [NAME…]

NAMEs: decode, starter, lm-query, pack, lm. A benchmark whose peer or data is missing says so and does not stop the others.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from common import ROOT, circumstances
from page import write_page

HERE = Path(__file__).resolve().parent
FIGURES = ROOT / "build" / "bench.json"
BENCHES = {  # title, arguments, arguments of a quick run, packages it cannot do without
    "decode": ("The decoder", ["--json", str(FIGURES)], ["--repeats", "1"], []),
    "starter": ("The starter pack", [], ["--repeats", "1"], []),
    "lm_query": ("Queries of the language model", [], ["--repeats", "2"], ["kenlm"]),
    "pack": ("Packing and opening", [], ["--repeats", "1", "--pairs", "1000000"], []),
    "lm": ("Estimating a language model", [], ["--repeats", "1", "--tokens", "300000"], []),
}


def run(name: str, quick: bool) -> tuple[str, bool]:
    """Run one benchmark, showing what it prints; return that, and whether all went well."""
    title, arguments, fewer, needed = BENCHES[name]
    print(f"\n== {title}", flush=True)
    for package in needed:
        if find_spec(package) is None:
            print(said := f"{package} not installed: pip install {package}")
            return said, True
    command = [sys.executable, str(HERE / f"bench_{name}.py"), *arguments, *(fewer if quick else [])]
    printed = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1) as child:
        assert child.stdout is not None
        for line in child.stdout:
            print(line, end="", flush=True)
            printed.append(line)
    return "".join(printed), child.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHES)}; all of them if none is named")
    parser.add_argument("--page", action="store_true", help="write docs/benchmarks.md")
    parser.add_argument("--quick", action="store_true", help="few repeats, small synthetic data")
    options = parser.parse_args()
    names = [name.replace("-", "_") for name in options.names] or list(BENCHES)
    if unknown := [name for name in names if name not in BENCHES]:
        parser.error(f"no benchmark {unknown[0]!r}; there are {', '.join(BENCHES)}")
    FIGURES.parent.mkdir(exist_ok=True)
    FIGURES.unlink(missing_ok=True)
    print(begun := circumstances())
    runs = {name: run(name, options.quick) for name in names}
    if options.page:
        figures = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else None
        write_page(ROOT / "docs", begun, {BENCHES[name][0]: printed for name, (printed, _) in runs.items()}, figures)
    failed = [name for name, (_, well) in runs.items() if not well]
    print(f"\nfailed: {', '.join(failed)}" if failed else "\nall benchmarks ran")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
