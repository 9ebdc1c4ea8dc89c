"""Alters a language-model file in thousands of ways and looks at what comes of it.

Run by test_fuzz_lm.py in a process of its own.

Arguments: the file, a folder to work in, a seed, the number of cases. Prints the counts as JSON.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import numpy as np
from fuzzing import alter, do_not_wait_for_the_disk, sections_begin, sign

from paragen.base.errors import FormatError
from paragen.base.packfile import MAGIC
from paragen.lm import LanguageModel, pack_lm

LINES = [
    "",
    "the old ferry left",
    "nobody saw the light after the storm",
    'zzz harbour , " the',
    "a small boat is safe in the harbour",
]


def answers(lm: LanguageModel) -> list[list[tuple]]:
    ids = np.array([0, 1, 5, 2, 7, 7, 2**32 - 1, 3], np.uint32)
    return [*(list(lm.full_scores(line)) for line in LINES), [(lm.score_ids(ids),)], list(map(tuple, lm.draw(5)))]


def packed_case(path: Path, data: bytes, expected: list) -> str:
    path.write_bytes(data)
    try:
        lm = LanguageModel(path)
    except FormatError:
        return "refused at opening"
    try:
        found: list | str = answers(lm)
    except FormatError:
        found = "refused when asked"
    try:
        lm.verify()
    except FormatError:
        return "refused by verify"
    return "the same" if found == expected else "silent"


def source_case(folder: Path, data: bytes) -> str:
    (folder / "source").write_bytes(data)
    try:
        pack_lm(folder / "source", folder / "packed")
    except FormatError:
        assert not (folder / "packed").exists()
        return "refused"
    lm = LanguageModel(folder / "packed")
    lm.verify()
    answers(lm)
    (folder / "packed").unlink()
    return "read"


def main() -> None:
    original, folder, rng, cases = Path(sys.argv[1]).read_bytes(), Path(sys.argv[2]), random.Random(sys.argv[3]), int(sys.argv[4])
    counts: dict[str, int] = {}
    packed = original.startswith(MAGIC)
    expected = answers(LanguageModel(sys.argv[1])) if packed else []
    for case in range(cases):
        signed = packed and case % 3 == 0
        data = sign(alter(original, rng, sections_begin(original))) if signed else alter(original, rng)
        path = folder / f"altered{case}"
        outcome = packed_case(path, data, expected) if packed else source_case(folder, data)
        if packed:
            path.unlink()
        if signed and outcome == "silent":
            outcome = "another sound model"  # its checksums are right, and so is its structure
        counts[outcome] = counts.get(outcome, 0) + 1
    print(json.dumps(counts))


do_not_wait_for_the_disk()
main()
