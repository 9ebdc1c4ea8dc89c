"""Classes learnt from few examples: accuracy with paraphrases beside copies, EDA and nlpaug's WordNet.

    python tests/bench/bench_augmentation.py [--seeds 20] [--examples 5 10] [--model MODEL]

Three sets. commands: intents of HWU64, the half of their lines that no pattern is written on (the starter pack's labels know some
of it); queries: topics of TREC, what people typed for them (UQV); headlines: Reuters articles of one topic.

Some lines of each class are drawn to learn from, all others are classified, by logistic regression on TF-IDF of words and pairs
of words; C = 10 was the best of 1, 10, 100 for commands without augmentation. none: the lines alone; copies: each five times;
others: each with 4 variants, the line itself for those not found or, by source_share, with the variants found sharing the weight
of 4. Equal examples are one with a weight; of lines with the same words one is kept. Intervals: 95 %, paired bootstrap of draws.

EDA (Wei and Zou, 2019) is ours: its four operations, one variant by each, with synonyms of Open English WordNet.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import lzma
import random
import re
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from common import circumstances
from english_text import DATA, read
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from threadpoolctl import threadpool_limits  # scikit-learn needs it

import paragen
from paragen.tables.resources.oewn import read_oewn

sys.path.insert(0, str(Path(__file__).parents[1]))
from english import FUNCTION_WORDS

N_VARIANTS = 4
STOPPED = frozenset(FUNCTION_WORDS)
LEAST_TESTED = 3  # lines of a class left to classify; classes with fewer are left out
MOST = 60  # headlines of a class
ALPHA = 0.1  # the share of words that an operation of EDA changes; at least one
WEIGHED = ", by source_share"

Sets = dict[str, list[list[str]]]
Augmenter = Callable[[Sequence[str], random.Random], list[list[str]]]


def key(line: str) -> str:
    """Return what lines with the same words have in common."""
    return " ".join(sorted(re.sub(r"\d", "0", re.sub(r"[^\w\s]", "", line.lower())).split()))


def read_sets() -> Sets:
    """Return the lines of each class, by set."""
    commands = lzma.decompress((DATA / "open_english/dialogue/home_commands.txt.xz").read_bytes()).decode()
    half = {line for line in commands.split("\n") if int(hashlib.blake2b(key(line).encode()).hexdigest(), 16) % 2}
    intents = [[line for line in block.splitlines() if line in half] for block in commands.split("\n\n")]
    needs, topics = defaultdict(list), defaultdict(list)
    for line in read(DATA / "queries/robust-uqv.txt.gz").splitlines():
        person, _, query = line.partition(";")
        needs[person.partition("-")[0]].append(query)
    for path in sorted((DATA / "reuters21578").glob("*.json.gz")):
        for article in json.loads(read(path)):
            if len(article.get("topics") or []) == 1 and article.get("title"):
                topics[article["topics"][0]].append(re.sub(r"\s*<[^>]*>", "", article["title"]).lower())
    headlines = [lines[:MOST] for lines in distinct(topics.values()) if len(lines) >= MOST // 2]
    return {"commands": distinct(intents), "queries": distinct(needs.values()), "headlines": headlines}


def distinct(classes: Iterable[list[str]]) -> list[list[str]]:
    """Return the classes with one of the lines that have the same words; the first class that has one keeps it."""
    seen: set[str] = set()
    kept = []
    for lines in classes:
        ours = {key(line): line for line in lines if key(line) not in seen}
        seen |= ours.keys()
        kept.append(list(ours.values()))
    return kept


class EDA:
    """Easy data augmentation: a synonym, an inserted synonym, two words swapped, a word deleted."""

    def __init__(self, words: set[str]) -> None:
        self._synonyms: dict[str, set[str]] = defaultdict(set)
        for synset in read_oewn(DATA / "oewn/oewn_yaml.tar.gz"):
            written = {word.lower() for word in synset.words}
            for word in written & words:
                self._synonyms[word] |= written - {word}

    def __call__(self, lines: Sequence[str], rng: random.Random) -> list[list[str]]:
        operations = (self._replace, self._insert, self._swap, self._delete)
        return [[" ".join(operation(line.split(), rng)) for operation in operations] for line in lines]

    def _synonym(self, word: str, rng: random.Random) -> str:
        return rng.choice(sorted(self._synonyms[word.lower()]))

    def _replaceable(self, words: list[str], rng: random.Random) -> list[int]:
        """Return where words with a synonym stand, as many as an operation changes."""
        found = [i for i, word in enumerate(words) if word.lower() not in STOPPED and self._synonyms.get(word.lower())]
        return rng.sample(found, min(len(found), max(1, int(ALPHA * len(words)))))

    def _replace(self, words: list[str], rng: random.Random) -> list[str]:
        chosen = self._replaceable(words, rng)
        return [self._synonym(word, rng) if i in chosen else word for i, word in enumerate(words)]

    def _insert(self, words: list[str], rng: random.Random) -> list[str]:
        new = [self._synonym(words[i], rng) for i in self._replaceable(words, rng)]
        for word in new:
            words.insert(rng.randint(0, len(words)), word)
        return words

    def _swap(self, words: list[str], rng: random.Random) -> list[str]:
        for _ in range(max(1, int(ALPHA * len(words)))):
            i, j = rng.choices(range(len(words)), k=2)
            words[i], words[j] = words[j], words[i]
        return words

    def _delete(self, words: list[str], rng: random.Random) -> list[str]:
        return [word for word in words if rng.random() >= ALPHA] or [rng.choice(words)]


def nlpaug_wordnet() -> Augmenter:
    """Return nlpaug's synonyms of WordNet; raise ImportError or LookupError if a package or NLTK's data is missing."""
    synonyms = importlib.import_module("nlpaug.augmenter.word").SynonymAug(aug_src="wordnet")
    synonyms.augment("show me the weather", n=1)

    def augment(lines: Sequence[str], rng: random.Random) -> list[list[str]]:
        random.seed(rng.random())
        np.random.seed(rng.randrange(1 << 31))
        return [synonyms.augment(line, n=N_VARIANTS) for line in lines]

    return augment


def paragen_lists(paraphraser: paragen.Paraphraser, sets: Sets) -> Augmenter:
    """Return what looks up the lists of all lines, which are made now, as nothing in them is random."""
    every = [line for classes in sets.values() for lines in classes for line in lines]
    lists = paraphraser.pipe(every, N_VARIANTS, min_edits=1)
    found = {line: [one.text for one in ones if one.edits] for line, ones in zip(every, lists, strict=True)}
    return lambda lines, rng: [found[line] for line in lines]


def augmenters(sets: Sets, model: str | None) -> dict[str, Augmenter]:
    """Return the ways of augmenting, by name; what is not installed is named on standard output."""
    words = {word.lower() for classes in sets.values() for lines in classes for line in lines for word in line.split()}
    ways: dict[str, Augmenter] = {"copies": lambda lines, rng: [[] for _ in lines], "EDA (ours)": EDA(words)}
    try:
        ways["nlpaug's WordNet"] = nlpaug_wordnet()
    except (ImportError, LookupError) as error:
        reason = next(line for line in str(error).splitlines() if line.strip("* "))
        print(f"nlpaug's WordNet: not measured, it needs nlpaug, NLTK and NLTK's WordNet and tagger ({reason.strip()})")
    ways[f"paragen -n {N_VARIANTS}"] = lists = paragen_lists(paragen.load(model), sets)
    ways[f"paragen --copies {N_VARIANTS}{WEIGHED}"] = lists
    ways[f"paragen -n {N_VARIANTS} --strength strong"] = paragen_lists(paragen.load(model, strength="strong"), sets)
    return ways


class Draw(NamedTuple):
    """Lines with the numbers of their classes, to learn from and to classify."""

    learnt: list[tuple[str, int]]
    tested: list[tuple[str, int]]

    @classmethod
    def of(cls, classes: list[list[str]], n_examples: int, seed: int) -> Draw:
        """Return what a seed draws."""
        rng = random.Random(seed)
        drawn = [rng.sample(lines, len(lines)) for lines in classes]
        learnt = [(line, i) for i, lines in enumerate(drawn) for line in lines[:n_examples]]
        return cls(learnt, [(line, i) for i, lines in enumerate(drawn) for line in lines[n_examples:]])

    def accuracy(self, examples: Counter[tuple[str, int]]) -> float:
        """Return the share of the tested lines, in percent, that a classifier gets right which learnt from weighted examples."""
        vectorizer = TfidfVectorizer(ngram_range=(1, 2), dtype=np.float32, token_pattern=r"\b\w+\b")
        features = vectorizer.fit_transform([text for text, _ in examples])
        classifier = LogisticRegression(C=10, tol=1e-3)
        classifier.fit(features, [i for _, i in examples], sample_weight=list(examples.values()))
        found = classifier.predict(vectorizer.transform([text for text, _ in self.tested]))
        return 100 * float(np.mean(found == [i for _, i in self.tested]))

    def augmented(self, variants: list[list[str]], weighed: bool) -> Counter[tuple[str, int]]:
        """Return lines and variants, and how often each is an example; ``weighed``: variants share the weight of 4."""
        examples: Counter[tuple[str, int]] = Counter()
        for (line, i), found in zip(self.learnt, variants, strict=True):
            share = N_VARIANTS / len(found) if weighed and found else 1
            examples[line, i] += 1 + round(N_VARIANTS - share * len(found))
            for text in found:
                examples[text, i] += share  # type: ignore[assignment]  # mypy knows counters of whole numbers only
        return examples


def interval(differences: list[float]) -> tuple[float, float]:
    """Return the bootstrap's interval (95 %) of a mean."""
    chosen = np.random.default_rng(1).integers(0, len(differences), (10_000, len(differences)))
    low, high = np.quantile(np.array(differences)[chosen].mean(axis=1), [0.025, 0.975])
    return float(low), float(high)


def show(name: str, classes: list[list[str]], n_examples: int, seeds: int, ways: dict[str, Augmenter]) -> None:
    """Print the figures of a set for so many examples of each class."""
    draws = [Draw.of(classes, n_examples, seed) for seed in range(seeds)]
    print(f"\n{name}, {n_examples} examples of each of {len(classes)} classes, {len(draws[0].tested):,} lines classified")
    print(f"{'':40s}accuracy, %   over none: mean, interval   variants a line")
    none = [draw.accuracy(Counter(draw.learnt)) for draw in draws]
    print(f"{'none':40s}{statistics.fmean(none):11.2f}", flush=True)
    for way, augment in ways.items():
        right, n_found = [], 0
        for seed, draw in enumerate(draws):
            lines = [line for line, _ in draw.learnt]
            variants = augment(lines, random.Random(seed))
            right.append(draw.accuracy(draw.augmented(variants, way.endswith(WEIGHED))))
            n_found += sum(text != line for line, found in zip(lines, variants, strict=True) for text in found)
        over = [ours - theirs for ours, theirs in zip(right, none, strict=True)]
        versus = f"{statistics.fmean(over):+.2f} [{{:+.2f}}, {{:+.2f}}]".format(*interval(over))
        a_line = n_found / (seeds * len(draws[0].learnt))
        print(f"{way:40s}{statistics.fmean(right):11.2f}{versus:>29s}{a_line:18.1f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--examples", type=int, nargs="+", default=[5, 10], help="lines of each class to learn from")
    parser.add_argument("--model", help="a model directory; the starter pack, if none is given")
    asked = parser.parse_args()
    print(circumstances(), *(__doc__ or "").split("\n\n")[2:4], sep="\n\n", end="\n\n")
    threadpool_limits(1)  # threads spin on matrices as small as these
    ways = augmenters(sets := read_sets(), asked.model)
    for name, every in sets.items():
        classes = [lines for lines in every if len(lines) >= max(asked.examples) + LEAST_TESTED]
        for n_examples in asked.examples:
            show(name, classes, n_examples, asked.seeds, ways)
    print(f"{asked.seeds} draws; {time.process_time():.0f} s of processor time")


if __name__ == "__main__":
    main()
