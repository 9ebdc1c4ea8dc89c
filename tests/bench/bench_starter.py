"""The starter pack: size, loading, sentences a second, how many get an edit. Run: python tests/bench/bench_starter.py

    python tests/bench/bench_starter.py --show 100 [--seed 1] [TEXT]    prints edited sentences of a text to be read and judged

Without TEXT (one sentence a line) it measures our own prose and, beside a checkout that has them, English news sentences.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from common import ROOT, circumstances, measure, spread

import paragen
from paragen.model.bundled import starter_path

_LOAD = """
import time
begin = time.perf_counter()
import paragen
paragen.load().rewrite("We must find a solution .")
loaded = time.perf_counter() - begin
import resource
print([loaded, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024])
"""


def news() -> list[str]:
    """The English sides of the news test sets, each sentence once; [] where they are absent."""
    lines: list[str] = []
    for path in sorted((ROOT.parent / "shared" / "data" / "wmt15_16_newstest").glob("*.tsv")):
        column = 1 if path.stem.split(".")[-1].startswith("eng") else 2  # number, source, target
        with open(path, encoding="utf-8") as file:
            lines += [" ".join(line.split("\t")[column].split()) for line in file]
    return list(dict.fromkeys(filter(None, lines)))


def prose() -> list[str]:
    """Our own prose."""
    paths = sorted((ROOT / "resources" / "starter" / "prose").glob("*.txt"))
    return [line for path in paths for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def show(lines: list[str], count: int, seed: str) -> None:
    """Print edited sentences, chosen at random, with what was there and what is."""
    random.Random(seed).shuffle(lines)
    paraphraser = paragen.load()
    edited = (found[0] for found in paraphraser.pipe(lines) if found[0].edits)
    for number, paraphrase in zip(range(1, count + 1), edited, strict=False):
        text = paraphrase.source
        for edit in reversed(paraphrase.edits):
            text = f"{text[:edit.begin]}[{edit.before} → {edit.after}]{text[edit.end:]}"
        print(f"{number}. {text}")


_IRREGULAR = {"’": "'", "won't": "will not", "can't": "can not", "cannot": "can not", "n't": " not"}
_SHORT = re.compile(r"'(?:s|re|ve|ll|d|m)\b|\b(?:not|is|are|have|will|would|had|am|has)\b")


def lexical(edit: paragen.Edit) -> bool:
    """Tell whether an edit is more than a contraction or an expansion."""
    return _plain(edit.before) != _plain(edit.after)


def _plain(text: str) -> list[str]:
    text = text.lower()
    for short, whole in _IRREGULAR.items():
        text = text.replace(short, whole)
    return _SHORT.sub(" ", text).split()


def report(name: str, lines: list[str], repeats: int) -> None:
    """Print speed, share of sentences with an edit, and how many edits they get."""
    paraphraser = paragen.load()
    for n in (1, 10):
        seconds, found = measure(lambda n=n: list(paraphraser.pipe(lines, n)), repeats)
        rates = [len(lines) / value for value in seconds]
        print(f"{name}: {len(lines):,} sentences, {n:2}-best, one thread: {max(rates):,.0f} sentences/s")
    counts = Counter(len(lists[0].edits) for lists in found)
    share = 1 - counts[0] / len(lines)
    words = sum(any(map(lexical, lists[0].edits)) for lists in found) / len(lines)
    mean = sum(edits * count for edits, count in counts.items()) / len(lines)
    print(f"{name}: {share:.1%} get an edit; {words:.1%} one that is more than a contraction or expansion")
    print(f"{name}: {mean:.2f} edits a sentence; sentences by edits: {dict(sorted(counts.items()))}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text", nargs="?", type=Path, help="one sentence a line")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print N edited sentences instead of measuring")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    texts = {"news": news(), "our prose": prose()}
    if options.text:
        texts = {options.text.name: [line for line in options.text.read_text(encoding="utf-8").splitlines() if line.strip()]}
    texts = {name: lines for name, lines in texts.items() if lines}
    if options.show:
        show(next(iter(texts.values())), options.show, options.seed)
        return
    print(circumstances())
    size = sum(path.stat().st_size for path in starter_path().iterdir())
    starts = [
        json.loads(subprocess.run([sys.executable, "-c", _LOAD], capture_output=True, text=True, check=True).stdout)
        for _ in range(max(3, options.repeats))
    ]
    print(f"size on disk                      {size / 1e6:.1f} MB")
    print(f"import, load, first sentence, ms  {spread([1e3 * seconds for seconds, _ in starts], 0)}")
    print(f"memory then, MiB                  {spread([memory for _, memory in starts], 0)}")
    for name, lines in texts.items():
        report(name, lines, options.repeats)


if __name__ == "__main__":
    main()
