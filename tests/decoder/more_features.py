"""Decode with kernels that have two more features, and hold what they find to the exhaustive reference.

    python tests/decoder/more_features.py KERNELS FOLDER

KERNELS holds the compiled modules, by their names; they take the place of the package's own.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import json
import random
import sys
import warnings
from pathlib import Path


class Kernels(importlib.abc.MetaPathFinder):
    """Finds the modules of a folder before all others."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find_spec(self, fullname, path=None, target=None):
        module = self.folder / f"{fullname}.so"
        if not module.exists():
            return None
        loader = importlib.machinery.ExtensionFileLoader(fullname, str(module))
        return importlib.util.spec_from_file_location(fullname, module, loader=loader)


def main(kernels: Path, folder: Path) -> None:
    warnings.filterwarnings("ignore", "paragen.decoder.search.Decoder size changed")  # kernels that read its first fields only
    sys.meta_path.insert(0, Kernels(kernels))
    import oracle
    import pytest
    from random_models import WORDS, build

    from paragen.decoder.features import RESERVED, FeatureList
    from paragen.decoder.search import SearchSettings, SentenceInput
    from paragen.decoder.substitutes import rank

    names = FeatureList(("t",)).names
    assert names[names.index("edit") + 1 :][:2] == ("adjacent", "length")
    assert {"adjacent", "length"} < set(RESERVED)
    unbounded = {"stack": 1_000_000, "beam_threshold": 0.0}
    counts = {"sentences": 0, "edits": 0, "adjacent": 0, "substitutes": 0}
    for seed in range(12):
        rng = random.Random(seed)
        (made := folder / str(seed)).mkdir()
        problem, decoder = build(made, rng, n_tables=rng.choice([1, 2]), order=rng.choice([1, 2, 3]), floors=seed % 2 == 0)
        at = [decoder.features.names.index(name) for name in ("adjacent", "length")]
        for length in (1, 2, 4, 5):
            words = rng.choices([*WORDS, "zzz"], k=length)
            limits = rng.choice([{}, {"min_edits": 2}, {"max_edits": 1}, {"min_edits": 1, "max_edits": 2}])
            few = rng.choice([None, 2])
            everything = oracle.exhaustive(problem, words, phrase_limit=few, **limits)
            (found,) = decoder.decode([SentenceInput(words)], SearchSettings(n=200, phrase_limit=few, **unbounded, **limits))
            assert [d.score for d in found] == pytest.approx([score for score, _ in everything[:200]], abs=2e-4)
            for derivation in found[:20]:
                again = decoder.rescore(SentenceInput(words), derivation.steps)
                assert again.features == pytest.approx(derivation.features, abs=1e-4)
                for edit, gain in zip(derivation.edits, decoder.gains(SentenceInput(words), derivation), strict=True):
                    fewer = [step for step in derivation.steps if step != edit]
                    without = decoder.rescore(SentenceInput(words), fewer)
                    assert gain == pytest.approx(again.score - without.score, abs=1e-4)
                counts["edits"] += len(derivation.edits)
                counts["adjacent"] += int(derivation.features[at[0]])
            counts["sentences"] += 1
            for item in rank(decoder, decoder.options([SentenceInput(words)])):
                span = words[item.begin : item.end]
                best = max(oracle.ranking(problem, span, table, item.words, score) for table, score in item.offers)
                assert item.score == pytest.approx(best, abs=1e-4)
                counts["substitutes"] += 1
    print(json.dumps(counts))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
