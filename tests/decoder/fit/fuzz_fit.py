"""Alters a fit in many ways and looks at what comes of it.

Run by test_fit.py in a process of its own.

Arguments: the fit, a model, a folder to work in, a seed, the number of cases for each section. Prints the counts as JSON.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from pathlib import Path

from fuzzing import ENTRY, HEAD, alter, do_not_wait_for_the_disk, sign

from paragen.base.errors import ConfigError, FormatError
from paragen.decoder.features import FeatureList
from paragen.decoder.fit.kernel import Fit
from paragen.decoder.search import Decoder, SentenceInput
from paragen.decoder.substitutes import Guards
from paragen.model import Model

_DIRECTORY = HEAD.size + 16


def sections(data: bytes) -> dict[str, tuple[int, int]]:
    """Return by name where each section begins and ends."""
    found = {}
    for k in range(HEAD.unpack_from(data)[3]):
        name, offset, length, _ = ENTRY.unpack_from(data, _DIRECTORY + k * ENTRY.size)
        found[name.rstrip(b"\0").decode()] = offset, offset + length
    return found


class Case:
    """Asks an altered fit about sentences."""

    def __init__(self, model: Path, path: Path) -> None:
        opened, self.path = Model.open(model), path
        names = tuple(table.name for table in opened.tables)
        features = FeatureList(names, opened.self_paraphrase)
        self.decoder = Decoder(opened.store, opened.lm, features, dict.fromkeys(features.names, 1.0))
        self.options = self.decoder.options([SentenceInput("a big house is a purchase of a car .".split())])
        assert len(self.options) > 5

    def run(self, data: bytes) -> str:
        self.path.write_bytes(data)
        try:
            fit = Fit(self.path)
        except FormatError:
            return "refused at opening"
        Guards(self.decoder, ["syntax"], fit.knowledge).forbid(self.options)
        try:
            found = fit.scorer(self.decoder).probabilities(self.options)
        except ConfigError:
            return "of other features"
        assert all(0 <= probability <= 1 for probability in found), list(found)
        try:
            fit.verify()
        except FormatError:
            return "refused by verify"
        return "a number"


def main() -> None:
    original, model, folder = Path(sys.argv[1]).read_bytes(), Path(sys.argv[2]), Path(sys.argv[3])
    rng, cases = random.Random(int(sys.argv[4])), int(sys.argv[5])
    do_not_wait_for_the_disk()
    case, counts = Case(model, folder / "altered.bin"), Counter()
    assert case.run(original) == "a number"
    for name, (begin, end) in sections(original).items():
        assert end > begin, name
        for number in range(cases):
            part = alter(original[begin:end] + bytes(-(end - begin) % 4 + 4), rng)[: end - begin].ljust(end - begin, b"\0")
            data = original[:begin] + part + original[end:]
            counts[case.run(sign(data) if number % 2 else data)] += 1
        flipped = bytes(255 - byte for byte in original[begin:end])
        counts[case.run(sign(original[:begin] + flipped + original[end:]))] += 1
    for _ in range(cases):  # the directory
        counts[case.run(alter(original[: _DIRECTORY + 12 * ENTRY.size], rng)[:500] + original[500:])] += 1
    print(json.dumps(counts))


if __name__ == "__main__":
    main()
