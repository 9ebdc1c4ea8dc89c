"""Makes what a fit knows of English: parts of speech, common pairs of words, similar words, how words are used,
rated exchanges.

    python -m paragen.recipes.english --tagged masc_tagged.zip --text english.txt.gz \
        --ratings resources/labels/exchanges.tsv -o english.bin

`paragen fit --english english.bin` then learns with it; every fit includes it. Needs the extra
`english`. The text is one sentence a line, its words separated by spaces, as `paragen text --words` writes it.

How common two words side by side are is from counts that packages carry. symspellpy (MIT): 243,000 pairs of Google Books Ngrams
(CC BY 3.0). wordsegment (Apache-2.0): 286,000 pairs of a trillion words of the web, as Norvig published them. Each is taken as a
share of its own total, and where both have a pair, the mean of the shares counts. Vectors are learnt to tell words from random
ones by the words around them [M13, M18]; gensim's, without weights of places, tell the places of an exchange less well apart.
"""

from __future__ import annotations

import argparse
import math
from array import array
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from paragen.base.input_files import numbered_lines
from paragen.base.packages import install_hint
from paragen.decoder.fit.knowledge import SENTENCE_BREAK, UNKNOWN_WORD, VECTOR_SIZE, Vectors, train_vectors, write_knowledge
from paragen.recipes.english_usage import TAGS, Tagged, accuracy, labels, sentence, texts, usage
from paragen.text.kernel import Tagger, train
from paragen.text.tokenizer import Tokenizer
from paragen.tuning.fit.samples import read_ratings

_PER_DOUBLING = 8  # levels; all of them are bytes
_UNIT = 1e-9       # the share of a pair of level 1


def _shares(text: str, separator: str) -> dict[tuple[str, str], float]:
    found: dict[tuple[str, str], float] = {}
    for line in text.splitlines():
        *words, count = line.lstrip("\ufeff").replace(separator, " ").split(" ")
        if len(words) == 2 and "<" not in line:
            found[words[0].lower(), words[1].lower()] = found.get((words[0].lower(), words[1].lower()), 0.0) + float(count)
    total = sum(found.values())
    return {pair: count / total for pair, count in found.items()}


def _package(name: str, file: str) -> str:
    try:
        folder: Any = files(name)
    except ModuleNotFoundError:
        raise SystemExit(f"{name} is missing. {install_hint('english')}") from None
    return str(folder.joinpath(file).read_text(encoding="utf-8"))


def pairs() -> list[tuple[str, str, int]]:
    """Return (left word, right word, level) of all pairs, the most common first, ties by text; a level is an eighth of a
    doubling."""
    books = _shares(_package("symspellpy", "frequency_bigramdictionary_en_243_342.txt"), " ")
    web = _shares(_package("wordsegment", "bigrams.txt"), "\t")
    shares = {
        pair: (books[pair] + web[pair]) / 2 if pair in books and pair in web else books.get(pair, web.get(pair, 0.0))
        for pair in books.keys() | web.keys()
    }
    ordered = sorted(shares.items(), key=lambda item: (-item[1], item[0]))
    return [(left, right, max(1, round(_PER_DOUBLING * math.log2(1 + share / _UNIT)))) for (left, right), share in ordered]


_LEAST = 8          # occurrences of a word that gets a vector
_LEARNT = 30_000    # words, the most frequent
_KEPT = 20_000      # of them
_EPOCHS = 4
_UNCLIPPED = 99.95  # percent of the numbers of vectors that a byte holds as they are; the others become 127 or -127


def vectors(text: Path) -> Vectors:
    """Return vectors of the frequent words of a text, a sentence a line, spaces between its words."""
    counts = Counter(word for _, line in numbered_lines(text) for word in line.split())
    frequent = [word for word, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])) if count >= _LEAST][:_LEARNT]
    number = {word: i for i, word in enumerate(frequent, SENTENCE_BREAK + 1)}
    words = array("I", [SENTENCE_BREAK])
    for _, line in numbered_lines(text):
        words.extend(number.get(word, UNKNOWN_WORD) for word in line.split())
        words.append(SENTENCE_BREAK)
    numbers = np.frombuffer(words, np.uint32)
    occurring = np.bincount(numbers).astype(np.uint64)
    with tqdm(total=_EPOCHS, desc="vectors", unit="pass", disable=None) as bar:
        inputs, outputs, biases, places = train_vectors(numbers, occurring, _EPOCHS, lambda _: bar.update())
    (small_inputs, a), (small_outputs, b), (small_places, c) = _bytes(inputs), _bytes(outputs), _bytes(places)
    kept = ["<unk>", "</s>", *frequent[:_KEPT]]
    size = len(kept) * VECTOR_SIZE
    return Vectors(kept, small_inputs[:size], small_outputs[:size], biases[: len(kept)], small_places, a * b * c)


def _bytes(numbers: array[float]) -> tuple[bytes, float]:
    """Return numbers as signed bytes, and what a byte of 1 stands for."""
    values = np.frombuffer(numbers, np.float32)
    unit = float(np.percentile(np.abs(values), _UNCLIPPED)) / 127
    return np.clip(np.rint(values / unit), -127, 127).astype(np.int8).tobytes(), unit


_HELD_OUT = 10  # one text in ten is held out to test the tagger


def trained(corpus: Path) -> Tagger:
    """Return a tagger that learnt from all texts; print how good one is that did not see some of them."""
    held_out: list[Tagged] = []
    rest: list[Tagged] = []
    for number, (_, sentences) in enumerate(texts(corpus)):
        found = [one for tokens in sentences if (one := sentence(tokens)) is not None]
        (held_out if number % _HELD_OUT == 0 else rest).extend(found)
    share, mistakes = accuracy(train(rest, TAGS), held_out)
    print(f"{len(rest)} sentences; of {len(held_out)} held out {100 * share:.2f} % of the words get the right tag")
    for (right, wrong), count in mistakes.most_common(8):
        print(f"{count}\t{right} tagged as {wrong}")
    return train(rest + held_out, TAGS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tagged", type=Path, required=True, help="MASC, as NLTK distributes it")
    parser.add_argument("--text", type=Path, required=True, help="running text, plain or compressed")
    parser.add_argument("--ratings", type=Path, required=True, help="exchanges that readers rated by themselves")
    parser.add_argument("-o", "--output", type=Path, required=True)
    given = parser.parse_args()
    learnt = vectors(given.text)
    common = pairs()
    rated = read_ratings(given.ratings, Tokenizer().words)
    print(f"{len(common)} pairs, {len(learnt.words)} vectors, {len(rated)} rated exchanges")
    tagger = trained(given.tagged)
    used = usage((line for _, line in numbered_lines(given.text)), tagger)
    print(f"the usage of {len(used)} words")
    write_knowledge(given.output, tagger, common, learnt, rated, labels(tagger.tags), used)


if __name__ == "__main__":
    main()
