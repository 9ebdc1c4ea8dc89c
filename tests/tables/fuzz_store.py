"""Alters a packed tables file in thousands of ways and looks at what it answers. Run by test_fuzz.py in a process of its own.

Arguments: the packed file, a folder for altered ones, a seed, the number of cases. Prints the counts as JSON.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

from fuzzing import alter, do_not_wait_for_the_disk, sections_begin, sign

from paragen.base.errors import FormatError
from paragen.tables.store.store import TableStore


def answers(store: TableStore, phrases) -> list:
    found = [(words, store.options(words)) for words in phrases]
    try:
        found.append(list(store.phrases()))
    except FormatError:
        found.append("refused")
    return found


def main(path: str, folder: str, seed: str, cases: str) -> None:
    original = Path(path).read_bytes()
    store = TableStore(path)
    phrases = [words for words, _ in store.phrases()] + [("unseen",), ("a", "unseen")]
    expected = answers(store, phrases)
    counts = {"refused at opening": 0, "refused by verify": 0, "same answers": 0, "silent": 0}
    rng = random.Random(int(seed))
    target = Path(folder) / "altered.bin"
    for case in range(int(cases)):
        signed = case % 2 == 1
        target.unlink(missing_ok=True)  # a new file: the old mapping may be in use
        data = sign(alter(original, rng, sections_begin(original))) if signed else alter(original, rng)
        target.write_bytes(data)
        try:
            altered = TableStore(target)
        except FormatError:
            counts["refused at opening"] += 1
            continue
        same = answers(altered, phrases) == expected
        try:
            altered.verify()
            # a change with right checksums that leaves the structure sound is another, sound file
            counts["same answers" if same or signed else "silent"] += 1
        except FormatError:
            counts["refused by verify"] += 1
    print(json.dumps(counts))


if __name__ == "__main__":
    do_not_wait_for_the_disk()
    main(*sys.argv[1:])
