"""Trees and the labels of their spans: how many a second, reading beside NLTK's.

    python tests/bench/bench_trees.py [--trees FILE] [--repeats 3]

Of each tree, all spans of up to seven words are labelled: constituents only, with the label of the innermost node that covers
them, and with those of all. NLTK reads the same lines with ``Tree.fromstring``. Seconds are of one processor. Needs the trees
beside the checkout.
"""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path
from time import process_time

from common import ROOT, circumstances, measure, spread

from paragen.base.input_files import numbered_lines
from paragen.tables.bilingual.syntax.kernel import SpanLabeller
from paragen.tables.parses.trees import Tree

LONGEST = 7
KINDS = {"simple": (True, 0), "one level": (False, 1), "all levels": (False, 0)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trees", type=Path, default=ROOT.parent / "shared" / "data" / "trees" / "newstest2015_en.trees.gz")
    parser.add_argument("--repeats", type=int, default=3)
    given = parser.parse_args()
    lines = [line for _, line in numbered_lines(given.trees)]
    print(circumstances())

    seconds, trees = measure(lambda: list(map(Tree, lines)), given.repeats, process_time)
    words = [tree.leaves for tree in trees]
    spans = sum(max(0, len(leaves) - length + 1) for leaves in words for length in range(1, LONGEST + 1))
    print(f"\n{len(trees)} trees, {sum(map(len, words))} words, {spans} spans of up to {LONGEST} words")
    print(f"{'reading':<22} {len(lines) / min(seconds):>12,.0f} trees/s   {spread(seconds, 3)} s")
    if find_spec("nltk") is None:
        print("NLTK is not installed: pip install nltk")
    else:
        import nltk

        others, _ = measure(lambda: list(map(nltk.Tree.fromstring, lines)), given.repeats, process_time)
        ratio = min(others) / min(seconds)
        print(
            f"{'reading, NLTK ' + nltk.__version__:<22} {len(lines) / min(others):>12,.0f} trees/s   {spread(others, 3)} s"
            f"   {ratio:.0f} times as long"
        )
    pairs = list(zip(trees, words, strict=True))
    seconds, _ = measure(lambda: [tree.match(leaves) for tree, leaves in pairs], given.repeats, process_time)
    print(f"{'matching words':<22} {sum(map(len, words)) / min(seconds):>12,.0f} words/s   {spread(seconds, 3)} s")
    for kind, (simple, levels) in KINDS.items():

        def work(simple: bool = simple, levels: int = levels) -> tuple[int, int]:
            labeller = SpanLabeller(simple, levels)
            count = sum(len(labeller.columns(tree, leaves, LONGEST)[0]) for tree, leaves in pairs)
            return count, len(labeller.texts())

        seconds, (count, distinct) = measure(work, given.repeats, process_time)
        print(
            f"{'labels, ' + kind:<22} {spans / min(seconds):>12,.0f} spans/s   {spread(seconds, 3)} s"
            f"   {count / spans:.2f} a span, {distinct} distinct"
        )


if __name__ == "__main__":
    main()
