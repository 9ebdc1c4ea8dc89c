"""How often the surest substitute of a word is one that people accept: targets of SWORDS, those without any substitute counted.

    python tests/bench/best_substitute.py ../shared/data/swords/swords-v1.1_dev.json.gz [--model MODEL] [--min-confidence 0]

A substitute that the judges were not asked about counts as not accepted. Many targets are in quotations, which change here, too.
A fit that has learnt from SWORDS knows its targets: learn one without them (``paragen fit`` without --background) for text that
it has not seen.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from common import circumstances, wilson

import paragen
from paragen.tuning.labels.files import Item, Place
from paragen.tuning.labels.gold_sets import read_swords
from paragen.tuning.labels.gold_targets import Target

SHARES = {"half": 0.5, "a tenth": 0.1}
"""Of the judges."""


def surest(target: Target, candidates: list[paragen.Candidate]) -> str | None:
    """Return the surest substitute of a target, of those that replace it and no word beside it; None if there is none."""
    found = []
    for one in candidates:
        place = Place(target.text, one.begin, one.end, one.after)
        text = target.substitute(Item("", place, one.phrase, one.substitute))
        if text is not None and not target.judged.has_form(text):
            found.append((one.confidence or 0.0, text))
    return max(found)[1] if found else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("swords", type=Path)
    parser.add_argument("--model", type=Path, help="default: the starter pack")
    parser.add_argument("--min-confidence", type=float, default=0.0)
    given = parser.parse_args()

    targets = read_swords(given.swords)
    paraphraser = paragen.load(given.model, min_confidence=given.min_confidence, quotes="change")
    lists = paraphraser.pipe_substitutes([target.text for target in targets], rank="fit")
    best = [surest(target, candidates) for target, candidates in zip(targets, lists, strict=True)]
    verdicts = [
        target.judged.verdict(text) or 0.0 if text is not None else 0.0 for target, text in zip(targets, best, strict=True)
    ]
    offered = sum(text is not None for text in best)
    print(circumstances() + f"\n\n{len(targets)} targets, {offered} with a substitute\n")
    for name, share in SHARES.items():
        right = sum(verdict >= share for verdict in verdicts)
        low, high = wilson(right, len(targets))
        print(f"accepted by {name} of the judges: {right / len(targets):.3f} [{low:.3f}, {high:.3f}]")


if __name__ == "__main__":
    main()
