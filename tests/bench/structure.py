"""How many lines of a text get another structure, by the edits that decoding makes of them.

    python tests/bench/structure.py news.txt commands.txt [--model MODEL] [--strength strong] [--show N]

An edit is structural if it changes the order of two content words, the voice, or, of a pattern with a clause or phrase as a
slot, the kind of conjunctions, relative or question words in it. A request frame
(*please*, *could you*) alone is none, and counts apart.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from pathlib import Path

import paragen
from paragen.results import Edit, Paraphrase

sys.path.insert(0, str(Path(__file__).parents[1]))
from english import FUNCTION_WORDS

CLAUSES = {
    word: kind
    for kind, of_it in enumerate((
        "after", "although though while whereas", "because since as", "before", "but yet however", "despite", "if", "how", "once",
        "so", "unless", "until", "what which", "when", "where", "whether", "who that", "why",
    ))
    for word in of_it.split()
}  # fmt: skip
FRAMES = re.compile(
    r"\b(please|(can|could|would|will) you( please)?|i('d| would) like you to|i (want|need) you to|go ahead and)\b"
)
PASSIVE = re.compile(r"\b(is|are|was|were|be|been|being|'s)( \w+ly)? \w+(ed|en|wn|ne|lt|nt|pt|ht|ld|de|id) by\b")


def words(text: str) -> list[str]:
    """Return the words of a text in lower case."""
    return re.findall(r"[\w'’-]+", text.lower())


def moves(before: str, after: str) -> bool:
    """Return whether two content words that stand once on both sides change their order."""
    one, other = words(before), words(after)
    both = [word for word in other if word not in FUNCTION_WORDS and one.count(word) == other.count(word) == 1]
    places = [one.index(word) for word in both]
    return places != sorted(places)


def without_frame(text: str) -> str:
    """Return a text without *please*, *could you* and the like."""
    return " ".join(words(FRAMES.sub(" ", text.lower())))


def is_structural(edit: Edit) -> bool:
    """Return whether an edit changes the structure of its sentence."""
    if edit.pattern is None:
        return False
    before, after = without_frame(edit.before), without_frame(edit.after)
    kinds = [{CLAUSES[word] for word in words(text) if word in CLAUSES} - {CLAUSES["that"]} for text in (before, after)]
    long = re.search(r"\[(S|SN|SP|SS|NP|REST|QUOTE)_", edit.pattern.source) is not None
    voices = [PASSIVE.search(text) is not None for text in (before, after)]
    return moves(before, after) or (long and kinds[0] != kinds[1]) or voices[0] != voices[1]


def is_frame(one: Paraphrase) -> bool:
    """Return whether a paraphrase differs from its source in a request frame alone."""
    return one.text != one.source and without_frame(one.text) == without_frame(one.source)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("texts", nargs="+", type=Path)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--strength")
    parser.add_argument("--show", type=int, default=0, help="structural edits to show, at random")
    given = parser.parse_args()
    paraphraser = paragen.load(given.model, **({"strength": given.strength} if given.strength else {}))
    print(f"{'text':20} {'lines':>6} {'edited':>7} {'structural':>11} {'with edits inside':>18} {'frame alone':>12}")
    for path in given.texts:
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        found = [one for [one] in paraphraser.rewrite_batch(lines)]
        structural = [one for one in found if any(map(is_structural, one.edits))]
        inside = sum(any(edit.parts for edit in one.edits) for one in structural)
        frames = sum(map(is_frame, found))
        edited = sum(one.text != one.source for one in found)
        print(
            f"{path.stem:20} {len(lines):6} {edited / len(lines):7.1%} {len(structural) / len(lines):11.1%} "
            f"{inside / max(1, len(structural)):18.1%} {frames / len(lines):12.1%}"
        )
        for one in random.Random(0).sample(structural, min(given.show, len(structural))):
            print(f"  {one.source}\n  {one.text}\n")


if __name__ == "__main__":
    main()
