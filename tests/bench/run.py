"""Run benchmarks and, with --page, write what they print into docs/benchmarks.md, with its picture.

    python tests/bench/run.py [--page] [--quick] [NAME…]

NAMEs (all, if none is given) are those of BENCHES. A benchmark whose peer or data is missing says so and does not stop the
others.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from common import GOLDEN, ROOT, circumstances
from page import write_page

HERE = Path(__file__).resolve().parent
DATA = GOLDEN.parent / "data"
FIGURES = ROOT / "build" / "bench.json"
BENCHES = {  # title, arguments, arguments of a quick run, what it cannot do without: packages, folders
    "decode": ("The decoder", ["--json", str(FIGURES)], ["--repeats", "1"], [GOLDEN / "bench"]),
    "starter": ("The starter pack", [], ["--repeats", "1"], []),
    "substitutes": ("Single substitutes", [], ["--repeats", "1", "--lines", "400"], []),
    "lm_query": ("Queries of the language model", [], ["--repeats", "2"], ["kenlm", GOLDEN / "bench"]),
    "pack": ("Packing and opening", [], ["--repeats", "1", "--pairs", "1000000"], []),
    "lm": ("Estimating a language model", [], ["--repeats", "1", "--tokens", "300000"], []),
    "extract": ("Phrase extraction", [], ["--repeats", "1", "--pairs", "20000"], ["duckdb", "pyarrow"]),
    "bitext": (
        "From bitext to model", ["--keep", str(ROOT / "build" / "bitext")], ["--languages", "ja"],
        ["duckdb", "eflomal", DATA / "tatoeba_anki"],
    ),
    "pivot_quality": ("Pivot paraphrases, judged", [], [], ["duckdb", ROOT / "build" / "bitext" / "model", DATA / "swords"]),
    "tables": ("Tables of the starter pack, judged", [], [], ["duckdb", DATA / "swords"]),
    "parallel": ("Paraphrases of parallel sentences, judged", [], [], ["spacy", DATA / "edinburgh_pp"]),
    "build": (
        "The full build", ["--keep", str(ROOT / "build" / "development")], [],
        ["duckdb", "spacy", "scipy", "sentencex", "eflomal", DATA / "bible_en"],
    ),
    "tuning": ("Weights tuned on people's judgements", ["--ablation"], [], ["lemminflect", DATA / "swords", DATA / "coinco"]),
    "tune": ("Tuning", [], [], []),
    "tagger": ("Parts of speech", [], ["--repeats", "1"], ["spacy", DATA / "spacy_en"]),
    "trees": ("Trees and the labels of their phrases", [], ["--repeats", "1"], [DATA / "trees"]),
    "augmentation": (
        "Few examples, augmented", [], ["--seeds", "2"],
        ["sklearn", DATA / "oewn", DATA / "open_english", DATA / "queries", DATA / "reuters21578"],
    ),
    "align": ("Word alignment", [], ["--repeats", "1"], ["eflomal", DATA / "wordalign_gold"]),
}


def missing(need: str | Path) -> str:
    """What to say of a package or folder that is not there; else nothing."""
    if isinstance(need, Path):
        return "" if need.is_dir() else f"not measured: needs {need.relative_to(ROOT.parent)} beside the checkout"
    return "" if find_spec(need) else f"{need} not installed: pip install {need}"


def run(name: str, quick: bool) -> tuple[str, bool]:
    """Run one benchmark, showing what it prints; return that, and whether all went well."""
    title, arguments, fewer, needed = BENCHES[name]
    print(f"\n== {title}", flush=True)
    if said := " ".join(filter(None, map(missing, needed))):
        print(said)
        return "", True
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
    print(circumstances())
    failed = []
    for name in names:
        printed, well = run(name, options.quick)
        failed += [] if well else [name]
        if options.page and well and printed:
            figures = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else None
            write_page(ROOT / "docs", {BENCHES[name][0]: printed}, figures)
    print(f"\nfailed: {', '.join(failed)}" if failed else "\nall benchmarks ran")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
