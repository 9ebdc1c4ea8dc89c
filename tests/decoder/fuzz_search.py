"""Decodes with models whose sections are altered, and whose directory is not. Run by test_search_fuzz.py in a process of its own.

Arguments: a model directory, a folder for altered ones, a seed, the number of cases. Prints how each ended, as JSON.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from pathlib import Path

import numpy as np
from fuzzing import alter, do_not_wait_for_the_disk, sections_begin

from paragen.base.errors import FormatError
from paragen.decoder.search import Decoder, FeatureList, SearchSettings, SentenceInput
from paragen.decoder.sentence import SYNTAX
from paragen.lm.model import LanguageModel
from paragen.tables.store.store import TableStore

FEATURES = FeatureList(("0", "1"))
WEIGHTS = dict.fromkeys(FEATURES.names, 0.0) | {"lm": 0.5, "0": 0.3, "1": 0.3, "word": 0.1, "edit": 0.2, "unknown": -0.5}


def sentence(rng: random.Random) -> SentenceInput:
    """A random sentence; any word of the tables may stand for a label of a span."""
    words = rng.choices("a b c d e f zzz".split(), k=rng.randint(1, 12))
    if rng.random() < 0.3:
        return SentenceInput(words)
    spans = sorted(sorted(rng.choices(range(len(words) + 1), k=2)) for _ in range(30))
    labels = [(begin, end, rng.randrange(12)) for begin, end in spans if begin < end]
    return SentenceInput(words, labels=np.array(labels, np.uint32).reshape(-1, 3))


def main() -> None:
    model, folder, seed, cases = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    rng = random.Random(seed)
    originals = {name: (model / name).read_bytes() for name in ("tables.bin", "lm.bin")}
    sentences = [sentence(rng) for _ in range(4)]
    ends: Counter[str] = Counter()
    for _ in range(cases):
        for name, data in originals.items():
            (folder / name).write_bytes(alter(data, rng, sections_begin(data)) if rng.random() < 0.7 else data)
        try:
            store, lm = TableStore(folder / "tables.bin"), LanguageModel(folder / "lm.bin")
            floor = rng.choice((0.0, -3.0))
            syntax = {name: rng.choice(SYNTAX) for name in ("0", "1")}
            decoder = Decoder(store, lm, FEATURES, WEIGHTS, {"0": floor, "1": floor}, syntax=syntax)
            for n in (1, 20):
                decoder.decode(sentences, SearchSettings(n=n, stack=rng.choice((3, 100))))
            ends["answered"] += 1
        except FormatError:
            ends["refused"] += 1
    print(json.dumps(ends))


if __name__ == "__main__":
    do_not_wait_for_the_disk()
    main()
