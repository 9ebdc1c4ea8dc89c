"""Build the starter pack: ``python -m paragen.resources.build [-o MODEL]``.

Entries are inflected into interchange tables, the prose is estimated into a 5-gram model whose unigrams are mixed with
word frequencies, and both are packed. The same sources give the same bytes.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from paragen.packing import TableSource, pack
from paragen.resources.entries import read_entries
from paragen.resources.inflect import inflected
from paragen.resources.language_model import build_language_model

STARTER = Path(__file__).resolve().parent / "starter"
TABLES = ("thesaurus", "phrases", "definitions", "queries")
LOWEST_SCORES = {"thesaurus": 0.8, "phrases": 0.8, "definitions": 0.88, "queries": 0.8}
"""By table: entries below are left out. Better no edit than a doubtful one."""

FLOOR = -0.26
"""What a table's feature is worth while none of its pairs is used: the first edit from a table is easily won, others must be good."""

LICENCE = "Apache-2.0"
ORIGIN = "written for paragen"


def table_pairs(folder: Path) -> dict[tuple[str, str], float]:
    """All inflected pairs of a table's files, each with its best score."""
    pairs: dict[tuple[str, str], float] = {}
    for path in sorted(folder.glob("*.tsv")):
        for entry in read_entries(path):
            if entry.score < LOWEST_SCORES[folder.name]:
                continue
            for source, target, score in inflected(entry):
                if source != target:
                    pairs[source, target] = max(score, pairs.get((source, target), 0.0))
    return pairs


def write_table(pairs: dict[tuple[str, str], float], path: Path) -> None:
    """Write pairs as an interchange table, in order of their text."""
    with open(path, "w", encoding="utf-8") as file:
        for (source, target), score in sorted(pairs.items()):
            file.write(f"{source} ||| {target} ||| {score:.6g}\n")


def build(destination: Path) -> dict[str, int]:
    """Build the starter model at ``destination`` (replaced); return the number of pairs of each table."""
    counts = {}
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        tables = {}
        for name in TABLES:
            pairs = table_pairs(STARTER / name)
            write_table(pairs, work / f"{name}.txt")
            tables[name] = TableSource(work / f"{name}.txt", floor=FLOOR, licence=LICENCE, origin=ORIGIN)
            counts[name] = len(pairs)
        build_language_model(STARTER, [work / f"{name}.txt" for name in TABLES], work / "lm.arpa")
        pack(destination, lm=work / "lm.arpa", tables=tables, weights=STARTER / "weights.toml", force=True)
    return counts


def main(arguments: Sequence[str] | None = None) -> None:
    """Command line of the builder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path, default=STARTER / "model")
    counts = build(parser.parse_args(arguments).output)
    for name, count in counts.items():
        print(f"{name}: {count} pairs", file=sys.stderr)


if __name__ == "__main__":
    main()
