"""How much paraphrases say in new words, and how many lines have a whole list of them.

    python tests/bench/new_words.py FILE… [--n 5] [--lines 300] [--strength medium] [--new-word-bonus 1.15]

Prints for each file of sentences, a line each, and each way in which lists may differ: lines with a paraphrase, with n, and
with n that each have a content word which neither the source nor the others have; of all paraphrases, the mean share of content
words that the source does not have, and the mean product of the edits' confidences. Content words are those that are no function
words to `decoder/fit/content_words.hh`; unlike there, each form is a word of its own.
"""

from __future__ import annotations

import argparse
import math
import re
import statistics
import sys
from pathlib import Path

import paragen

sys.path.insert(0, str(Path(__file__).parents[1]))
from english import FUNCTION_WORDS


def content(text: str) -> set[str]:
    """Return the content words of a text."""
    words = re.findall(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*", text.lower())
    return {word for word in words if word not in FUNCTION_WORDS and not word.endswith("n't")}


def figures(lists: list[list[paragen.Paraphrase]], n: int) -> str:
    """Return the figures of some lists of changed paraphrases."""
    full = own = 0
    new, sure = [0.0], [1.0]
    for found in lists:
        words = [content(one.text) for one in found]
        brought = [each - content(one.source) for each, one in zip(words, found, strict=True)]
        full += len(found) == n
        own += len(found) == n and all(each - set().union(*brought[:i], *brought[i + 1 :]) for i, each in enumerate(brought))
        new += [len(each) / max(1, len(all_of_it)) for each, all_of_it in zip(brought, words, strict=True)]
        sure += [math.prod(edit.confidence or 1.0 for edit in one.edits) for one in found]
    some, full, own = (count / len(lists) for count in (sum(map(bool, lists)), full, own))
    shares = f"{some:.3f} with one, {full:.3f} with {n}, {own:.3f} with words of their own"
    return f"{shares}; new {statistics.fmean(new[1:] or new):.3f}, product {statistics.fmean(sure[1:] or sure):.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--n", type=int, default=5)
    parser.add_argument("--lines", type=int, default=300)
    parser.add_argument("--strength", default="medium")
    parser.add_argument("--new-word-bonus", type=float, default=1.15)
    asked = parser.parse_args()
    paraphraser = paragen.load(strength=asked.strength, new_word_bonus=asked.new_word_bonus)
    for path in asked.files:
        lines = [line for line in path.read_text(encoding="utf-8").split("\n")[: asked.lines] if line]
        for way in ("text", "words") if asked.n > 1 else ("text",):
            lists = [[one for one in found if not one.unchanged] for found in paraphraser.pipe(lines, asked.n, distinct_by=way)]
            print(f"{path.name}, {way}: {figures(lists, asked.n)}")


if __name__ == "__main__":
    main()
