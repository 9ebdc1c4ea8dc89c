"""Alters Parquet files and reads them with every reader; run by test_damaged_parquet.py in a process of its own.

Arguments: a folder, a packed model, a seed, the number of cases. Prints as JSON how often each reader took a file, refused it by
an error that names it, or was refused by the database, which names the files that it reads.
"""

from __future__ import annotations

import io
import json
import random
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pyarrow
import pyarrow.parquet as parquet
from fuzzing import alter, do_not_wait_for_the_disk

import paragen
from paragen.base.errors import FormatError, ParagenError
from paragen.cluster.parts import find_parts
from paragen.cluster.rows import Paraphrases, RowAnswer, Substitutes
from paragen.settings.request import Ranking
from paragen.tables.bilingual.patterns.reading import read_pattern_pairs
from paragen.tables.bilingual.pivot import PivotOptions, pivot_tables
from paragen.tables.bilingual.pivot.sense import SenseTable
from paragen.tables.builder import open_engine
from paragen.tables.engine.files import opened_parquet
from paragen.tables.engine.worker import Part
from paragen.tables.io.reading import read_table
from paragen.tables.store.store import Packer

WORDS = ["maison", "grande maison", "voiture", "rivière", "ça et là", "ein Haus", "große", "car", "house", "river"]
ROWS = 40


def table(rng: random.Random) -> pyarrow.Table:
    """A table that every reader takes."""
    texts = [rng.choice(WORDS) for _ in range(ROWS)]
    shares = [rng.randint(1, 16) / 16 for _ in range(ROWS)]
    whole = list(range(1, ROWS + 1))
    return pyarrow.table({
        "text": [f"We need a {word} ." for word in texts], "source": texts, "target": texts[::-1], "score": shares,
        "licence": ["CC0-1.0"] * ROWS, "table": ["t"] * ROWS, "line": whole, "bitext": whole, "count": whole,
        **dict.fromkeys(("p_source", "p_target", "lex_source", "lex_target"), shares),
    })  # fmt: skip


def readers(folder: Path, model: str) -> dict[str, Callable[[Path], object]]:
    """What reads Parquet, by name."""
    paraphraser = paragen.load(model)

    def rows(results: Paraphrases | Substitutes) -> Callable[[Path], object]:
        def read(path: Path) -> object:
            [part] = find_parts([path])
            answer = RowAnswer("text", results, False, "")
            answer.check(part)
            return answer(paraphraser, part, io.BytesIO(), lambda read: None)

        return read

    def pivot(path: Path) -> object:
        with open_engine(threads=1, temp=folder) as engine:
            return pivot_tables([path], folder / "pivoted.parquet", PivotOptions(), engine)

    def whole(path: Path) -> object:
        with opened_parquet(path) as file:
            return file.read()

    return {
        "decode": rows(Paraphrases({"n": 2}, False)), "substitutes": rows(Substitutes(Ranking())),
        "pack": lambda path: read_table(Packer(), path, "t"),
        "--table": lambda path: paraphraser.changed(tables={"own": str(path)}),
        "sense": lambda path: SenseTable(path).translations(WORDS), "patterns": lambda path: list(read_pattern_pairs(path)),
        "worker": lambda path: list(Part(str(path), (0,)).batches()), "step": whole, "pivot": pivot,
    }  # fmt: skip


def main(folder: str, model: str, seed: str, cases: str) -> None:
    rng, counts, place = random.Random(int(seed)), Counter[str](), Path(folder)
    whole = table(rng)
    for compression in ("none", "zstd", "snappy"):
        dictionary = compression != "snappy"
        parquet.write_table(whole, place / f"{compression}.parquet", compression=compression, use_dictionary=dictionary)
    originals = [path.read_bytes() for path in sorted(place.glob("*.parquet"))]
    damaged = place / "damaged.parquet"
    for name, read in readers(place, model).items():
        for case in range(int(cases) if name != "pivot" else int(cases) // 10):
            original = originals[case % len(originals)]
            at = rng.randrange(4, len(original) - 4)
            flipped = original[:at] + bytes([rng.randrange(256)]) + original[at + 1 :]
            damaged.unlink(missing_ok=True)
            damaged.write_bytes(flipped if case % 4 else alter(original, rng))
            try:
                read(damaged)
                counts[f"{name}: taken"] += 1
            except FormatError as error:
                assert str(damaged) in str(error), error
                counts[f"{name}: refused"] += 1
            except ParagenError as error:
                assert "duckdb" in str(error), error
                counts[f"{name}: refused by the database"] += 1
            except Exception as error:
                raise AssertionError(f"{name}: case {case} of seed {seed}: {error!r}") from error
    print(json.dumps(counts))


if __name__ == "__main__":
    do_not_wait_for_the_disk()
    main(*sys.argv[1:])
