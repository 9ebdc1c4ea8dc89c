"""Word alignment: error rates on hand-made alignments, and how fast two directions are made one.

    python tests/bench/bench_align.py [--repeats 3]

Needs eflomal and the data beside the checkout. eflomal samples with a seed of its own: every error rate is of several runs.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from common import ROOT, circumstances, measure

from paragen.tables.bilingual.alignment import (
    HEURISTICS,
    AlignOptions,
    alignment_error_rate,
    build_alignment,
    read_gold,
    read_links,
)
from paragen.tables.bilingual.alignment.eflomal import find_program, run_eflomal
from paragen.text.tokenizer import Tokenizer

DATA = ROOT.parent / "shared" / "data"
GOLD = DATA / "wordalign_gold" / "awesome-align"
Pairs = list[tuple[str, str]]


@dataclass(frozen=True)
class Setting:
    """A gold set, text that is aligned with it, and whether its source is cut into letters."""

    name: str
    gold: str
    more: Callable[[], Pairs] | None = None
    letters: bool = False


def gold_pairs(name: str) -> Pairs:
    lines = (GOLD / f"{name}.src-tgt").read_text(encoding="utf-8").splitlines()
    return [(source.strip(), target.strip()) for source, target in (line.split(" ||| ") for line in lines)]


def tanaka() -> Pairs:
    folder = DATA / "small_parallel_enja"
    sides = [(folder / f"train.{side}").read_text(encoding="utf-8").splitlines() for side in ("ja", "en")]
    return list(zip(*sides, strict=True))


def bible() -> Pairs:
    """The Chinese Bible, whose words are partly run together."""
    words = Tokenizer().words
    with gzip.open(DATA / "bible_multi" / "verses_multi.tsv.gz", "rt", encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [(row["zh_ChiUn"], " ".join(words(row["en_WEB"]))) for row in rows if row["zh_ChiUn"] and row["en_WEB"]]


SETTINGS = [
    Setting("ro–en alone", "roen"),
    Setting("ja–en alone", "jaen"),
    Setting("ja–en with the Tanaka corpus", "jaen", tanaka),
    Setting("zh–en alone", "zhen"),
    Setting("zh–en alone, by letters", "zhen", None, True),
    Setting("zh–en with the Bible, by letters", "zhen", bible, True),
]


def letters(sentence: str) -> str:
    return " ".join(sentence.replace(" ", ""))


def word_of(sentence: str) -> list[int]:
    """The number of the word to which each letter belongs."""
    return [k for k, word in enumerate(sentence.split()) for _ in word]


def error_rates(setting: Setting, folder: Path) -> dict[str, float]:
    """Align once; return the error rate with either direction alone and with each heuristic."""
    gold, pairs = read_gold(GOLD / f"{setting.gold}.gold"), gold_pairs(setting.gold)
    cut = letters if setting.letters else str
    text = pairs + (setting.more() if setting.more else [])
    source, target, out = folder / "source", folder / "target", folder / "out"
    source.write_text("".join(f"{cut(pair[0])}\n" for pair in text), encoding="utf-8")
    target.write_text("".join(f"{pair[1]}\n" for pair in text), encoding="utf-8")
    ways = run_eflomal(find_program(), folder, source, target)
    files = {"forward": ways.forward, "backward": ways.backward}
    rates = {}
    for name in [*files, *HEURISTICS]:
        path = files.get(name, out)
        if name not in files:
            build_alignment((source, target), out, AlignOptions(heuristic=name, forward=ways.forward, backward=ways.backward))
        links = read_links(path)[: len(gold)]
        if setting.letters:
            owners = [word_of(pair[0]) for pair in pairs]
            links = [frozenset((owner[i], j) for i, j in each) for owner, each in zip(owners, links, strict=True)]
        rates[name] = alignment_error_rate(links, (each.sure for each in gold), (each.possible for each in gold))
    return rates


def report_rates(repeats: int) -> None:
    names = ["forward", "backward", *HEURISTICS]
    print(f"Alignment error rate, percent: median of {repeats} runs (and how far they lie apart). The lower the better.\n")
    print(f"| Text | pairs | {' | '.join(names)} |")
    print("|---" * (len(names) + 2) + "|")
    for setting in SETTINGS:
        with tempfile.TemporaryDirectory() as folder:
            runs = [error_rates(setting, Path(folder)) for _ in range(repeats)]
            with (Path(folder) / "source").open(encoding="utf-8") as file:
                pairs = sum(1 for _ in file)
        cells = []
        for name in names:
            values = [100 * run[name] for run in runs]
            cells.append(f"{statistics.median(values):.1f} ({max(values) - min(values):.1f})")
        print(f"| {setting.name} | {pairs:,} | {' | '.join(cells)} |", flush=True)


def split_lines(*paths: Path) -> Iterator[list[list[str]]]:
    """The yardstick: a plain loop that splits the same lines."""
    with paths[0].open() as a, paths[1].open() as b, paths[2].open() as c, paths[3].open() as d:
        for lines in zip(a, b, c, d, strict=True):
            yield [line.split() for line in lines]


def report_speed(repeats: int) -> None:
    """Make the two directions of a corpus one, and compare with a loop that only splits its lines."""
    pairs = tanaka()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = [folder / "source", folder / "target"]
        for path, side in zip(paths, zip(*pairs, strict=True), strict=True):
            path.write_text("".join(f"{line}\n" for line in side), encoding="utf-8")
        begin = time.perf_counter()
        ways = run_eflomal(find_program(), folder, *paths)
        aligning = time.perf_counter() - begin
        loop = min(measure(lambda: sum(1 for _ in split_lines(*paths, *ways)), repeats)[0])
        print(f"\nMaking two directions one, {len(pairs):,} pairs, from files to a file; minimum of {repeats}. "
              f"A plain Python loop that splits the lines takes {loop:.3f} s, eflomal before it {aligning:.1f} s.\n")  # fmt: skip
        print("| Heuristic | seconds | pairs a second | times as long as the loop |\n|---|---|---|---|")
        for heuristic in HEURISTICS:
            seconds = min(measure(
                lambda heuristic=heuristic: build_alignment(
                    paths, folder / "out", AlignOptions(heuristic=heuristic, forward=ways.forward, backward=ways.backward)
                ),
                repeats,
            )[0])  # fmt: skip
            print(f"| {heuristic} | {seconds:.3f} | {len(pairs) / seconds:,.0f} | {seconds / loop:.2f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    if not GOLD.is_dir():
        print(f"not measured: needs {GOLD.relative_to(ROOT.parent)} beside the checkout")
        return
    print(circumstances() + "\n")
    report_rates(options.repeats)
    report_speed(max(options.repeats, 3))


if __name__ == "__main__":
    main()
