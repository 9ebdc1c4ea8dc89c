"""Fits made up for tests: a little English, and trees that nobody taught."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import numpy as np

from paragen.decoder.fit import knowledge as knowledge_of
from paragen.decoder.fit.kernel import feature_names, write_fit
from paragen.decoder.fit.knowledge import REACH, VECTOR_SIZE, Knowledge, Vectors, write_knowledge
from paragen.model import Model
from paragen.model.directory import FIT_FILE
from paragen.text.kernel import train

TAGS = ("DET", "NOUN", "VERB", "ADJ")
LABELS = bytes(knowledge_of.LABELS.index(name) for name in ("determiner", "singular", "third", "adjective"))
TAGGED = [
    ("the house is big", "DET NOUN VERB ADJ"), ("a car is red", "DET NOUN VERB ADJ"),
    ("they made a purchase", "NOUN VERB DET NOUN"), ("a b c d e f", "DET NOUN VERB ADJ NOUN VERB"),
]  # fmt: skip
PAIRS = [("big", "house", 200), ("large", "house", 80), ("a", "b", 120), ("b", "c", 8), ("a", "purchase", 60)]
RATINGS = [("big", "large", 70, 95), ("a b", "c", 100, 100), ("c", "d e", 55, 80)] + [
    (a, b, 20 * i, 100 - 7 * k) for i, a in enumerate("abcde") for k, b in enumerate("bcdef") if a != b
]
WORDS = "big large enormous house building a b c d e".split()


def knowledge(path: Path) -> Knowledge:
    """Return what little is known of English, from a file at ``path`` that is made where there is none."""
    if not path.exists():
        tagger = train([(words.split(), bytes(len(words.split())), tags.split()) for words, tags in TAGGED], TAGS)
        write_knowledge(path, tagger, PAIRS, vectors(), RATINGS, LABELS, usage())
    return Knowledge.open(path)


def vectors() -> Vectors:
    """Return vectors of the words, of unknown ones and of a sentence's end."""
    rng = np.random.default_rng(0)
    words = ["<unk>", "</s>", *WORDS]
    inputs, outputs = rng.integers(-127, 128, (2, len(words), VECTOR_SIZE), np.int8)
    places = rng.integers(-127, 128, (2 * REACH, VECTOR_SIZE), np.int8)
    return Vectors(words, inputs.tobytes(), outputs.tobytes(), rng.uniform(-3, 3, len(words)), places.tobytes(), 1e-6)


def usage() -> dict[str, bytes]:
    """Return a row for each of some words: how it is used."""
    rng = random.Random(1)
    row = 1 + len(knowledge_of.LABELS) + 2 * knowledge_of.COMPANIONS
    return {word: bytes([k % 5, *(rng.randrange(255) for _ in range(row - 1))]) for k, word in enumerate([*WORDS, "is", "the"])}


LINE = [(-1000.0, 0.0), (1000.0, 1.0)]
"""Levels that keep the sum: a probability less 0.5, times 2000."""


def random_trees(rng: random.Random, values: list[list[float]], n_trees: int, depth: int):
    """Return roots, branches and leaves of trees; values: by feature, some that it has, which become thresholds."""
    branches: list[tuple[int, float, int, int]] = []
    leaves: list[float] = []

    def node(left: int) -> int:
        if left == 0 or rng.random() < 0.1:
            leaves.append(rng.uniform(-1, 1))
            return ~(len(leaves) - 1)
        number, feature = len(branches), rng.randrange(len(values))
        branches.append((0, 0.0, 0, 0))
        below, above = node(left - 1), node(left - 1)
        branches[number] = (feature, rng.choice(values[feature]), below, above)
        return number

    roots = [node(depth) for _ in range(n_trees)]
    return roots, branches, leaves


def walked(trees, row) -> float:
    """Return the sum of trees for a row of features."""
    roots, branches, leaves = trees
    total = 0.0
    for at in roots:
        while at >= 0:
            feature, threshold, left, right = branches[at]
            at = left if row[feature] <= threshold else right
        total += leaves[~at]
    return total


def with_fit(
    model: Path, destination: Path, english: Path, trees=None, levels=None, min_confidence: float = 0.5,
    min_sentence_confidence: float = 0.0, conceivable=((0.05, 0.2), (0.4, 0.8), (0.9, 1.0)),
) -> Path:
    """Copy a model and give the copy a fit: by default one that likes substitutes better the better the tables do."""
    names = feature_names([table.name for table in Model.open(model).tables])
    shutil.copytree(model, destination)
    if trees is None:  # two tables: log score up to -0.4, up to -0.6
        branches = [(0, -0.6, 1, ~0), (1, -0.4, ~1, ~2), (names.index("target_letters"), 5.0, ~3, ~4)]
        trees = [0, 2], branches, [2.0, -1.0, 0.5, 0.25, -0.25]
    write_fit(
        destination / FIT_FILE, names, knowledge(english), *trees,
        levels or [(-2.0, 0.05), (0.0, 0.4), (2.0, 0.9)],
        {"min_confidence": min_confidence, "min_sentence_confidence": min_sentence_confidence}, conceivable,
    )  # fmt: skip
    return destination
