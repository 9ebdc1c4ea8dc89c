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
from paragen.tables.inflection.entries import read_entries
from paragen.tables.inflection.inflect import inflected
from paragen.resources.language_model import build_language_model

STARTER = Path(__file__).resolve().parent / "starter"
LOWEST_SCORES = {"thesaurus": 0.8, "phrases": 0.8, "definitions": 0.88, "queries": 0.8}
"""The tables; entries below the score are left out. Better no edit than a doubtful one."""

FLOOR = -0.26
"""What a table's feature is worth while none of its pairs is used: the first edit of a table is won easily, others must be good."""

LICENCE = "Apache-2.0"
ORIGIN = "written for paragen"
LM_ORIGIN = "prose written for paragen; word frequencies of wordfreq (CC BY-SA 4.0), rounded"

Pairs = dict[tuple[str, str], float]


def table_pairs(folder: Path) -> Pairs:
    """Return all inflected pairs of a table's files, each with its best score."""
    pairs: Pairs = {}
    for path in sorted(folder.glob("*.tsv")):
        for entry in read_entries(path):
            if entry.score < LOWEST_SCORES[folder.name]:
                continue
            for source, target, score in inflected(entry):
                if source != target:
                    pairs[source, target] = max(score, pairs.get((source, target), 0.0))
    return pairs


def all_pairs(starter: Path = STARTER) -> dict[str, Pairs]:
    """Return the pairs of every table."""
    return {name: table_pairs(starter / name) for name in LOWEST_SCORES}


def write_table(pairs: Pairs, path: Path) -> None:
    """Write pairs as an interchange table, in order of their text."""
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        for (source, target), score in sorted(pairs.items()):
            file.write(f"{source} ||| {target} ||| {score:.6g}\n")


def build(destination: Path) -> dict[str, int]:
    """Build the starter model at ``destination`` (replaced); return the number of pairs of each table."""
    tables = all_pairs()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        sources = {}
        for name, pairs in tables.items():
            write_table(pairs, work / f"{name}.txt")
            sources[name] = TableSource(work / f"{name}.txt", floor=FLOOR, licence=LICENCE, origin=ORIGIN)
        build_language_model(STARTER, (phrase for pairs in tables.values() for pair in pairs for phrase in pair), work / "lm.arpa")
        weights = STARTER / "weights.toml"
        pack(destination, work / "lm.arpa", sources, weights=weights, lm_origin=LM_ORIGIN, force=True)
    return {name: len(pairs) for name, pairs in tables.items()}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the builder's command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=Path, default=STARTER / "model", help="the model directory to make")
    counts = build(parser.parse_args(arguments).output)
    for name, count in counts.items():
        print(f"{name}: {count} pairs", file=sys.stderr)


if __name__ == "__main__":
    main()
