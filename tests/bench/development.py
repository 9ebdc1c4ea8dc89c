"""Writes the corpora beside the checkout as the files that the recipe development.toml names.

    python tests/bench/development.py build/development
    paragen build tests/bench/development.toml -o build/development/model

English texts as they were written, a sentence a line; texts that say the same line by line; bitexts. Dictionaries, articles and
queries are read where they lie. Left out is what english_text.py leaves out.
"""

from __future__ import annotations

import argparse
import html
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path

from bitexts import PARTS, write_bitext_of
from english_text import DATA, SOURCES, bibles, read

BIBLES = ("ASV", "BBE", "DARBY", "DRA", "KJV", "WEB", "YLT", "BSB")
CAPTIONS = 5
CROWD = ("bn", "hi", "ta", "te", "ur")
TRANSLATIONS = 4


def write_lines(lines: Iterable[str], path: Path) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(" ".join(html.unescape(line).split()) + "\n" for line in lines)


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


def write_parallel(folder: Path) -> None:
    for version in BIBLES:
        write_lines(bibles([version]), folder / f"bible-{version}.txt")
    for number in range(1, CAPTIONS + 1):
        write_lines(captions(number), folder / f"captions-{number}.txt")
    rows = [row + ("",) * (TRANSLATIONS - len(row)) for row in crowd()]
    for number in range(TRANSLATIONS):
        write_lines((row[number] for row in rows), folder / f"crowd-{number}.txt")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    for name in ("english", "parallel", "bitexts"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for name, texts in SOURCES.items():
        write_lines(texts(), folder / "english" / f"{name}.txt")
    write_parallel(folder / "parallel")
    for language, corpora in PARTS.items():
        for corpus in corpora:
            stem = folder / "bitexts" / f"{language}-{corpus}"
            for side in ("foreign", "english"):
                stem.with_suffix(f".{side}").unlink(missing_ok=True)
            write_bitext_of(language, corpus, stem)


if __name__ == "__main__":
    main()
