"""The tagger of the starter pack's fit beside spaCy's: words with the right Penn tag, and words a second.

    python tests/bench/bench_tagger.py [--pipeline FOLDER] [--repeats 3]

Both read the same tokens of the test part of GUM and the development part of EWT (Universal Dependencies). Sentences with a tag
that MASC, from which paragen's tagger learnt, does not know (hyphens, affixes) or with *n't*, which paragen does not cut off,
are left out. Needs spaCy and the data beside the checkout.
"""

from __future__ import annotations

import argparse
import gzip
from collections.abc import Callable, Iterator
from pathlib import Path

import spacy
from common import ROOT, circumstances, measure
from spacy.tokens import Doc

from paragen.base.packfile import PackFile
from paragen.decoder.fit import kernel
from paragen.recipes.english_usage import Tagged, sentence
from paragen.text.kernel import read_tagger

DATA = ROOT.parent / "shared" / "data"
SETS = {"GUM, test": "ud_gum/en_gum-ud-test.conllu.gz", "EWT, development": "ud_ewt/en_ewt-ud-dev.conllu.gz"}
QUOTES = {"''": "``"}  # paragen's tokenizer writes both as they stand, and `sentence` as one sign


def sentences(path: Path) -> Iterator[tuple[list[str], Tagged]]:
    """Yield the tokens of each sentence, and what paragen's tagger takes of it with the tags it should have."""
    tokens: list[tuple[str, str]] = []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            columns = line.rstrip("\n").split("\t")
            if len(columns) == 10 and columns[0].isdigit():
                tokens.append((columns[1], columns[4].replace("-LRB-", "(").replace("-RRB-", ")")))
            elif not line.strip() and tokens:
                found = sentence(tokens)
                if found is not None and len(found[2]) == len(tokens):
                    yield [token for token, _ in tokens], found
                tokens = []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pipeline", type=Path, default=DATA / "spacy_en")
    parser.add_argument("--fit", type=Path, default=ROOT / "resources" / "starter" / "fit.bin")
    parser.add_argument("--repeats", type=int, default=3)
    given = parser.parse_args()
    own = read_tagger(PackFile(given.fit, kernel.KIND, kernel.VERSION), "tagger.weights")
    other = spacy.load(given.pipeline, exclude=["parser", "ner", "lemmatizer", "attribute_ruler", "senter"])

    def spacy_tags(items: list[tuple[list[str], Tagged]]) -> list[list[str]]:
        docs = (Doc(other.vocab, words=tokens) for tokens, _ in items)
        return [[token.tag_.replace("-LRB-", "(").replace("-RRB-", ")") for token in doc] for doc in other.pipe(docs)]

    def own_tags(items: list[tuple[list[str], Tagged]]) -> list[list[str]]:
        return [own.tag(words, how) for _, (words, how, _) in items]

    taggers: dict[str, Callable[[list[tuple[list[str], Tagged]]], list[list[str]]]] = {
        "paragen": own_tags, f"spaCy {spacy.__version__}": spacy_tags,
    }
    print(circumstances())
    for title, file in SETS.items():
        items = list(sentences(DATA / file))
        expected = [QUOTES.get(tag, tag) for _, (_, _, tags) in items for tag in tags]
        print(f"\n{title}: {len(items)} sentences, {len(expected)} words")
        first = None
        for name, tags in taggers.items():
            seconds, found = measure(lambda: tags(items), given.repeats)  # noqa: B023
            given_tags = (QUOTES.get(tag, tag) for line in found for tag in line)
            right = sum(one == tag for one, tag in zip(given_tags, expected, strict=True))
            first = first or min(seconds)
            print(
                f"{name:<14} {100 * right / len(expected):6.2f} % right {len(expected) / min(seconds):>12,.0f} words/s"
                f"   {min(seconds) / first:6.1f} times as long"
            )


if __name__ == "__main__":
    main()
