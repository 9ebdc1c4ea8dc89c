"""Writes the corpora beside the checkout to the files that the recipe development.toml names.

    python tests/bench/development.py build/development [--one-in N]
    paragen build tests/bench/development.toml -o build/development/model

English texts as written, one sentence per line; texts that say the same line by line; bitexts; articles, dictionaries and
queries. What english_text.py leaves out is left out. With --one-in N, only one line in N of each text is taken, and one file in
N of the articles and dictionary letters, to see what a step costs on a sample.
"""

from __future__ import annotations

import argparse
import html
import shutil
from collections.abc import Iterable, Iterator
from itertools import islice, zip_longest
from pathlib import Path

from bitexts import PARTS, unspaced
from english_text import DATA, SOURCES, bibles, read

BIBLES = ("ASV", "BBE", "DARBY", "DRA", "KJV", "WEB", "YLT", "BSB")
CAPTIONS = 5
CROWD = ("bn", "hi", "ta", "te", "ur")
TRANSLATIONS = 4


def write_lines(lines: Iterable[str], path: Path, one_in: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(" ".join(html.unescape(line).split()) + "\n" for line in islice(lines, 0, None, one_in))


def captions(number: int) -> Iterator[str]:
    for part in (f"train.lc.norm.tok.{number}.en.gz", f"val.lc.norm.tok.{number}.en"):
        yield from read(DATA / "multi30k_captions" / part).splitlines()


def crowd() -> Iterator[tuple[str, ...]]:
    """Yield the translations of each sentence; where a segment has several sentences, they come in blocks of four."""
    for language in CROWD:
        folder = DATA / "indian_parallel" / f"{language}-en"
        lines = read(folder / f"training.{language}-en.en.gz").splitlines()
        segments = read(folder / f"training.{language}-en.seg_ids.gz").splitlines()
        block: list[str] = []
        current = ""
        for line, segment in zip(lines, segments, strict=True):
            if block and (segment != current or len(block) == TRANSLATIONS):
                yield tuple(block)
                block = []
            current = segment
            block.append(line)
        yield tuple(block)
        for part in ("dev", "devtest"):
            sides = [read(folder / f"{part}.{language}-en.en.{number}").splitlines() for number in range(TRANSLATIONS)]
            yield from zip_longest(*sides, fillvalue="")


def write_parallel(folder: Path, one_in: int) -> None:
    for version in BIBLES:
        write_lines(bibles([version]), folder / f"bible-{version}.txt", one_in)
    for number in range(1, CAPTIONS + 1):
        write_lines(captions(number), folder / f"captions-{number}.txt", one_in)
    rows = [row + ("",) * (TRANSLATIONS - len(row)) for row in crowd()]
    for number in range(TRANSLATIONS):
        write_lines((row[number] for row in rows), folder / f"crowd-{number}.txt", one_in)


def write_bitexts(folder: Path, one_in: int) -> None:
    for language, corpora in PARTS.items():
        for corpus, pairs in corpora.items():
            for side, number in (("foreign", 0), ("english", 1)):
                lines = (unspaced(html.unescape(pair[number])) if number else pair[number] for pair in pairs(language))
                write_lines(lines, folder / f"{language}-{corpus}.{side}", one_in)


def copy_files(pattern: str, folder: Path, one_in: int) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path in sorted(DATA.glob(pattern))[::one_in]:
        shutil.copyfile(path, folder / path.name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--one-in", type=int, default=1, metavar="N")
    options = parser.parse_args()
    folder, one_in = options.folder, options.one_in
    for name, texts in SOURCES.items():
        write_lines(texts(), folder / "english" / f"{name}.txt", one_in)
    write_parallel(folder / "parallel", one_in)
    write_bitexts(folder / "bitexts", one_in)
    copy_files("reuters21578/*.json.gz", folder / "articles", one_in)
    copy_files("gcide_json/*.json.gz", folder / "gcide", one_in)
    write_lines(read(DATA / "queries" / "robust-uqv.txt.gz").splitlines(), folder / "queries" / "robust-uqv.txt", one_in)


if __name__ == "__main__":
    main()
