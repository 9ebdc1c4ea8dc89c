"""Decoding that is limited by the trees of sentences, beside decoding that is not.

    python tests/bench/bench_syntax.py TABLE LM SENTENCES TREES [--lines 1000] [--repeats 3]

TABLE is labelled, from `paragen pivot`; SENTENCES and TREES are plain or compressed, line for line. Every mode is measured from
text to paraphrases (`pipe`) at a narrow beam and at the usual one, in one process and in turns. "any" has no tree to read; the
others read it, match it with the sentence, label its phrases and look them up.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from common import circumstances, measure, spread

from paragen import Request
from paragen.base.input_files import numbered_lines
from paragen.packing import TableSource, pack
from paragen.paraphraser import load

MODES = ("any", "best", "average")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("table", "lm", "sentences", "trees"):
        parser.add_argument(name)
    parser.add_argument("--lines", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=3)
    given = parser.parse_args()
    texts = [text for _, text in numbered_lines(given.sentences)][: given.lines]
    trees = [text for _, text in numbered_lines(given.trees)][: given.lines]
    requests = [Request(text, annotations={"tree": tree}) for text, tree in zip(texts, trees, strict=True)]
    print(circumstances())
    with tempfile.TemporaryDirectory() as folder:
        weights = {"lm": 0.5, "pivot": 0.2, "edit": 2}
        model = pack(Path(folder) / "model", given.lm, {"pivot": TableSource(given.table)}, weights=weights)
        for stack in (5, 100):
            loaded = {mode: load(model, syntax=mode, stack=stack) for mode in MODES}
            seconds: dict[str, list[float]] = {mode: [] for mode in MODES}
            edits: dict[str, int] = {}
            for _ in range(given.repeats):
                for mode, paraphraser in loaded.items():
                    (taken,), found = measure(lambda: list(paraphraser.pipe(requests)), 1)  # noqa: B023 - called here
                    seconds[mode].append(taken * 1000 / len(requests))
                    edits[mode] = sum(len(paraphrases[0].edits) for paraphrases in found)
            for mode in MODES:
                speed = min(seconds["any"]) / min(seconds[mode])
                print(
                    f"stack {stack:3}  {mode:7}  {spread(seconds[mode], 3)} ms a sentence, {speed:.2f} of the speed of any, "
                    f"{edits[mode] / len(requests):.2f} edits a sentence"
                )


if __name__ == "__main__":
    main()
