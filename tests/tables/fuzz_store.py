"""Alters a packed tables file in thousands of ways and looks at what it answers. Run by test_fuzz.py in a process of its own.

Arguments: the packed file, a folder for altered ones, a seed, the number of cases; and a packed language model, if sentences are
to be decoded and features of the fit computed as well. Prints the counts as JSON.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import fits
from fuzzing import alter, do_not_wait_for_the_disk, sections_begin, sign

from paragen.base.errors import FormatError
from paragen.decoder.fit.kernel import FeatureReader
from paragen.decoder.search import Decoder, FeatureList, SentenceInput
from paragen.decoder.settings import SearchSettings
from paragen.lm import LanguageModel
from paragen.tables.store.store import TableStore

FEATURES = FeatureList(("0", "1"))
WEIGHTS = dict.fromkeys(FEATURES.names, 0.0) | {"lm": 0.2, "0": 1.0, "1": 1.0, "edit": 2.0}
SENTENCES = [SentenceInput(words.split()) for words in ("a b c d e f", "f e d c b a a b", "b", "a unseen c c c d")]


class Decoding:
    """What decoders of tables files answer: derivations, and features of substitutes."""

    def __init__(self, lm: str, folder: Path) -> None:
        self.lm, self.knowledge = LanguageModel(lm), fits.knowledge(folder / "knowledge.bin")

    def answers(self, store: TableStore) -> list:
        try:
            decoder = Decoder(store, self.lm, FEATURES, WEIGHTS)
            rows = FeatureReader(decoder, self.knowledge).rows(decoder.options(SENTENCES))
            return [decoder.decode(SENTENCES, SearchSettings(n=3)), bytes(rows)]
        except FormatError:
            return ["refused"]


def answers(store: TableStore, phrases, decoding: Decoding | None) -> list:
    found = [(words, store.options(words)) for words in phrases]
    if decoding:
        found += decoding.answers(store)
    try:
        found.append(list(store.phrases()))
    except FormatError:
        found.append("refused")
    return found


def main(path: str, folder: str, seed: str, cases: str, lm: str = "") -> None:
    original = Path(path).read_bytes()
    decoding = Decoding(lm, Path(folder)) if lm else None
    store = TableStore(path)
    phrases = [words for words, _ in store.phrases()] + [("unseen",), ("a", "unseen")]
    expected = answers(store, phrases, decoding)
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
        same = answers(altered, phrases, decoding) == expected
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
