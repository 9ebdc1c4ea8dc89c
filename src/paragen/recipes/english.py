"""Makes what a fit knows of English: parts of speech, common pairs of words, similar words, how words are used,
rated exchanges.

    python -m paragen.recipes.english --tagged masc_tagged.zip --text english.txt.gz \
        --ratings resources/labels/exchanges.tsv -o english.bin

`paragen fit --english english.bin` then learns with it; every fit includes it. Needs the extra
`english`. The text is one sentence a line, its words separated by spaces, as `paragen text --words` writes it.

How common two words side by side are is from counts that packages carry. symspellpy (MIT): 243,000 pairs of Google Books Ngrams
(CC BY 3.0). wordsegment (Apache-2.0): 286,000 pairs of a trillion words of the web, as Norvig published them. Each is taken as a
share of its own total, and where both have a pair, the mean of the shares counts. Vectors are of positive pointwise mutual
information of words near one another, cut to its first dimensions [LG14].
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from paragen.base.input_files import numbered_lines
from paragen.base.packages import install_hint
from paragen.decoder.fit.knowledge import VECTOR_SIZE, write_knowledge
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


_WINDOW = 4       # words on either side; one d words away counts 1 / d
_LEAST = 8        # occurrences of a word that gets a vector
_MOST = 30_000    # words
_SMOOTHED = 0.75  # exponent of context frequencies, which raises those of rare ones a little [LG14 section 3.1]

Vectors = dict[str, tuple[list[float], list[float]]]


def vectors(lines: Iterable[str], size: int) -> Vectors:
    """Return for each word what it is like and what stands around it, of length 1; spaces separate the words of a line."""
    from scipy.sparse import coo_matrix, csr_matrix
    from sklearn.utils.extmath import randomized_svd

    sentences = [line.split() for line in lines]
    counts = Counter(word for words in sentences for word in words)
    names = [word for word, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])) if count >= _LEAST][:_MOST]
    number = {word: i for i, word in enumerate(names)}
    flat = np.array([i for words in sentences for i in (*(number.get(word, -1) for word in words), *[-1] * _WINDOW)], np.int64)
    near = csr_matrix((len(names), len(names)), dtype=np.float64)
    for distance in range(1, _WINDOW + 1):
        left, right = flat[:-distance], flat[distance:]
        known = (left >= 0) & (right >= 0)
        seen = coo_matrix((np.full(int(known.sum()), 1 / distance), (left[known], right[known])), shape=near.shape).tocsr()
        near = near + seen + seen.T
    rows, columns = np.asarray(near.sum(1)).ravel(), np.asarray(near.sum(0)).ravel() ** _SMOOTHED
    columns *= rows.sum() / columns.sum()
    cells = near.tocoo()
    value = np.log(cells.data * rows.sum() / (rows[cells.row] * columns[cells.col]))
    positive = value > 0
    information = csr_matrix((value[positive], (cells.row[positive], cells.col[positive])), shape=near.shape)
    left, strength, right = randomized_svd(information, size, n_iter=4, random_state=0)
    like, around = _of_length_one(left * np.sqrt(strength)), _of_length_one(right.T * np.sqrt(strength))
    return {word: (like[i].tolist(), around[i].tolist()) for word, i in number.items()}


def _of_length_one(rows: np.ndarray) -> np.ndarray:
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: np.ndarray = rows / np.maximum(length, 1e-12)
    return scaled


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
    similar = vectors((line for _, line in numbered_lines(given.text)), VECTOR_SIZE)
    common = pairs()
    rated = read_ratings(given.ratings, Tokenizer().words)
    print(f"{len(common)} pairs, {len(similar)} vectors, {len(rated)} rated exchanges")
    tagger = trained(given.tagged)
    used = usage((line for _, line in numbered_lines(given.text)), tagger)
    print(f"the usage of {len(used)} words")
    write_knowledge(given.output, tagger, common, similar, rated, labels(tagger.tags), used)


if __name__ == "__main__":
    main()
