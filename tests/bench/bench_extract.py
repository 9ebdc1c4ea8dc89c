"""Phrase extraction: sentence pairs a second of the kernels, beside plain Python; seconds and memory of the whole.

    python tests/bench/bench_extract.py [SRC TGT ALIGNMENT] [--trees TREES] [--repeats 3] [--memory 4G]

Without files, seeded sentences serve, with links as grow-diag-final-and leaves them: most words linked one to one, near the
diagonal, some to two words, some not at all. With trees of the target side, extraction with labels is timed too.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from pathlib import Path

import pyarrow as pa
from common import circumstances, measure, spread

from paragen.base.threads import run
from paragen.tables.bilingual.extraction import LabelOptions
from paragen.tables.bilingual.extraction.batches import SentencePairs, count_links, extract_batch, lexicon_of

NAIVE = 10_000  # sentence pairs that plain Python is measured on
_WHOLE = """
import json, resource, sys, time
begin = time.perf_counter()
from paragen.tables.builder import open_engine
from paragen.tables.bilingual.extraction import ExtractOptions, extract_phrases
with open_engine(memory=sys.argv[5], threads=int(sys.argv[6])) as engine:
    found = extract_phrases(sys.argv[1:4], sys.argv[4], ExtractOptions(), engine)
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([time.perf_counter() - begin, memory, found.instances, found.pairs]))
"""


def write_bitext(folder: Path, n: int, seed: int = 1) -> list[Path]:
    rng = random.Random(seed)
    weights = list(accumulate(1 / (rank + 5) for rank in range(30_000)))
    paths = [folder / name for name in ("src", "tgt", "links")]
    source, target, links = (path.open("w", encoding="ascii") for path in paths)
    with source, target, links:
        for _ in range(n):
            words = rng.choices(range(len(weights)), cum_weights=weights, k=rng.randint(3, 25))
            others = [word for word in words if rng.random() > 0.05]
            pairs = {
                (min(len(words) - 1, max(0, j + rng.choice((-1, 0, 0, 0, 0, 1)))), j)
                for j in range(len(others))
                if rng.random() < 0.85
            }
            pairs |= {(i + 1, j) for i, j in pairs if i + 1 < len(words) and rng.random() < 0.1}
            source.write(" ".join(f"s{word}" for word in words) + "\n")
            target.write(" ".join(f"t{word}" for word in others) + "\n")
            links.write(" ".join(f"{i}-{j}" for i, j in sorted(pairs)) + "\n")
    return paths


def naive(bitext: list[tuple[list[str], list[str], list[tuple[int, int]]]]) -> int:
    """Extract and count with the plain Python that the tests hold the kernel to, made as fast as its loops allow."""
    counts: Counter[tuple[str, str]] = Counter()
    for source, target, links in bitext:
        of_target: dict[int, list[int]] = {}
        of_source: dict[int, list[int]] = {}
        for i, j in links:
            of_target.setdefault(j, []).append(i)
            of_source.setdefault(i, []).append(j)
        for begin in range(len(target)):
            low, high = len(source), -1
            for end in range(begin, min(len(target), begin + 7)):
                for i in of_target.get(end, ()):
                    low, high = min(low, i), max(high, i)
                if high < 0:
                    continue
                if high - low >= 7:
                    break
                if any(not begin <= j <= end for i in range(low, high + 1) for j in of_source.get(i, ())):
                    continue
                phrase = " ".join(target[begin : end + 1])
                first = low
                while first >= 0 and high - first < 7 and (first == low or first not in of_source):
                    last = high
                    while last < len(source) and last - first < 7 and (last == high or last not in of_source):
                        counts[" ".join(source[first : last + 1]), phrase] += 1
                        last += 1
                    first -= 1
    return counts.total()


def in_python(batches: list[pa.RecordBatch]) -> list[tuple[list[str], list[str], list[tuple[int, int]]]]:
    table = pa.Table.from_batches(batches).slice(0, NAIVE)
    sides = (table[name].to_pylist() for name in ("source", "target", "alignment"))
    return [
        (source.split(), target.split(), [tuple(map(int, link.split("-"))) for link in links.split()])
        for source, target, links in zip(*sides, strict=True)
    ]  # type: ignore[misc]


def kernels(paths: list[Path], repeats: int) -> None:
    seconds, batches = measure(lambda: list(SentencePairs(*paths, (None, None), 250).batches()), repeats)
    n = sum(batch.num_rows for batch in batches)
    print(f"{n:,} sentence pairs; seconds, minimum (median)")
    print(f"  {'read and judge':34} {spread(seconds)}")
    seconds, links = measure(lambda: [count_links(batch) for batch in batches], repeats)
    print(f"  {'count word links':34} {spread(seconds)}")
    seconds, lexicon = measure(lambda: lexicon_of(pa.Table.from_batches(links)), repeats)
    print(f"  {f'make a lexicon of {len(lexicon):,} links':34} {spread(seconds)}")
    extract = partial(extract_batch, lexicon=lexicon)
    for threads in (1, 2):

        def work(chunk: Sequence[pa.RecordBatch]) -> list[int]:
            return [extract(batch).num_rows for batch in chunk]

        seconds, found = measure(lambda: sum(run(work, batches, threads, chunk=1)), repeats)  # noqa: B023
        rate = f"{n / min(seconds):,.0f} sentence pairs a second, {found / min(seconds):,.0f} instances"
        print(f"  {f'extract, {threads} thread(s)':34} {spread(seconds)}: {rate}")
    few, left = [], NAIVE
    for batch in batches:
        few.append(batch.slice(0, left))
        left -= few[-1].num_rows
    bitext = in_python(batches)
    slow, expected = measure(lambda: naive(bitext), repeats)
    fast, found = measure(lambda: sum(extract(batch).num_rows for batch in few), repeats)
    assert found == expected, "the kernel and plain Python differ"
    print(f"  {f'plain Python, {len(bitext):,} pairs':34} {spread(slow)}; the kernel {spread(fast, 3)}: "
          f"{min(slow) / min(fast):.0f} times as many instances a second")  # fmt: skip


def labelled(paths: list[Path], trees: Path, repeats: int) -> None:
    """Time the kernel without labels, with simple and with complex ones."""
    lexicon, plain = None, 0.0
    for kind in (None, "simple", "complex"):
        labels = LabelOptions(trees=trees, kind=kind) if kind else None
        batches = list(SentencePairs(*paths, (None, None), 250, labels).batches())
        if lexicon is None:
            lexicon = lexicon_of(pa.Table.from_batches([count_links(batch) for batch in batches]))
        extract = partial(extract_batch, lexicon=lexicon, labels=labels)
        seconds, rows = measure(lambda: sum(extract(batch).num_rows for batch in batches), repeats)  # noqa: B023
        plain = plain or min(seconds)
        name = f"extract, {kind or 'no'} labels"
        print(f"  {name:34} {spread(seconds)}: {rows:,} rows, {min(seconds) / plain:.2f} times as long")


def whole(paths: list[Path], folder: Path, memory: str, repeats: int) -> None:
    for name in ("table.parquet", "table.txt"):
        for threads in (1, 2):
            runs = []
            for _ in range(repeats):
                command = [sys.executable, "-c", _WHOLE, *map(str, paths), str(folder / name), memory, str(threads)]
                runs.append(
                    json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1])
                )
            _, _, instances, pairs = runs[0]
            print(f"  {f'extract to {name[6:]}, {threads} thread(s)':34} {spread([run[0] for run in runs], 1)} s, "
                  f"{max(run[1] for run in runs):,.0f} MiB: {instances:,} instances, {pairs:,} pairs")  # fmt: skip


def moses(path: Path, repeats: int) -> None:
    from paragen.tables.bilingual.extraction import read_moses

    def read() -> int:
        batches, _ = read_moses(path)
        return sum(batch.num_rows for batch in batches())

    seconds, rows = measure(read, repeats)
    print(f"  {'read the text again':34} {spread(seconds)} s: {rows / min(seconds):,.0f} pairs a second")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="source, target and alignment")
    parser.add_argument("--pairs", type=int, default=100_000, help="of the bitext made where no files are named")
    parser.add_argument("--trees", type=Path, help="of the target side, in Penn brackets, one a line")
    parser.add_argument("--memory", default="4G")
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    if len(options.files) not in (0, 3):
        parser.error("give three files, or none")
    if options.trees and not options.files:
        parser.error("trees are of the lines of files: give those too")
    print(circumstances())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = options.files or write_bitext(folder, options.pairs)
        kernels(paths, options.repeats)
        if options.trees:
            labelled(paths, options.trees, options.repeats)
        whole(paths, folder, options.memory, options.repeats)
        moses(folder / "table.txt", options.repeats)


if __name__ == "__main__":
    main()
