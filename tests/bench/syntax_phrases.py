"""Draws test phrases as [CB08 section 4.2]: as many of each length from 1 to 5, half of them constituents.

    python tests/bench/syntax_phrases.py sentences.txt sentences.trees -n 40 > phrases.txt

Phrases of nothing but punctuation, determiners, prepositions and pronouns are left out. -n: of each length and kind.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from paragen.tables.bilingual.syntax.kernel import labels_of_spans
from paragen.tables.parses.trees import Tree
from paragen.text import Tokenizer

SEED = 46
LONGEST = 5
EMPTY = frozenset(("DT", "IN", "TO", "PRP", "PRP$", "WDT", "WP", "WP$", "CC", "EX", "PDT", "POS"))


def spans(words: list[str], tree: Tree) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Return the spans of words that are constituents, and the others that begin and end with leaves, without empty ones."""
    ends = tree.match(words).tolist()
    tags = tree.tags

    def full(begin: int, end: int) -> bool:
        first, last = ends[begin], ends[end]
        return first >= 0 and last >= 0 and any(tag[0].isalpha() and tag not in EMPTY for tag in tags[first:last])

    whole = {(begin, end) for begin, end, _ in labels_of_spans(tree, words, LONGEST, simple=True) if full(begin, end)}
    every = {(i, j) for i in range(len(words)) for j in range(i + 1, min(i + LONGEST, len(words)) + 1) if full(i, j)}
    return whole, every - whole


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sentences", type=Path)
    parser.add_argument("trees", type=Path)
    parser.add_argument("-n", type=int, default=40)
    options = parser.parse_args()
    tokenizer = Tokenizer()
    found: dict[tuple[int, bool], set[str]] = {(size, kind): set() for size in range(1, LONGEST + 1) for kind in (True, False)}
    texts = options.sentences.read_text(encoding="utf-8").splitlines()
    for text, brackets in zip(texts, options.trees.read_text(encoding="utf-8").splitlines(), strict=True):
        words = tokenizer.words(text)
        for kind, group in zip((True, False), spans(words, Tree(brackets)), strict=True):
            for begin, end in group:
                found[end - begin, kind].add(" ".join(words[begin:end]))
    rng = random.Random(SEED)
    for group in found.values():
        for phrase in rng.sample(sorted(group), min(options.n, len(group))):
            print(phrase)


if __name__ == "__main__":
    main()
