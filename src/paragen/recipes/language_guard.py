"""Makes the weights by which :mod:`paragen.text.language_guard` tells text of other languages from that of a model.

    python -m paragen.recipes.language_guard -o language_guard.bin \
        --text en=eng-deu.tsv.gz:1 --text de=eng-deu.tsv.gz:2 --text en=eng-fra.tsv.gz:1 --text fr=eng-fra.tsv.gz:2 \
        --text en=verses_multi.tsv.gz:2 --text de=verses_multi.tsv.gz:5 --text es=verses_multi.tsv.gz:6 \
        --text cs=verses_multi.tsv.gz:8 --text en=openstax.txt.xz …

A classifier for each of the guarded languages learns, of words by themselves, whether they are of that language or of the others:
logistic regression over the features of the kernel, L-BFGS. Every language has a share of its own, however long its text is;
rare words count more than their frequency. Besides the texts, it learns from the lists in ``words``: a file for each language,
``misc`` for those that have a few words each. Words with accents count without them, too. Of each text, a
line in ten is held out (those that :func:`held_out` names), to measure with. The same inputs give the same bytes.
Needs the extra `mine`.
"""

from __future__ import annotations

import argparse
import re
import unicodedata
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from paragen.base.input_files import numbered_lines
from paragen.text.kernel import features
from paragen.text.language_guard import GUARDED, write_weights

Words = Mapping[str, float]

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_LONGEST = 38
_BUCKETS = 1 << 16
_UNIT = 16  # of a weight: as in language_guard.hh
_POWER = 0.6  # of a word's frequency
_LISTED = 3  # how often a listed word counts
_SHARES = {"en": 2.0, "de": 2.0, "fr": 2.0, "es": 1.4}
_OTHER_SHARE = 0.6
_ENGLISH_SHARE = 4.0  # among the others of another language: the text that a model is given by mistake is mostly English
_UNACCENTED = 0.4  # the weight of the spelling without accents
_L2 = 3e-7
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_LETTERS = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ı": "i"})


def held_out(line: str) -> bool:
    """Return whether a line of a text is held out from learning."""
    return zlib.crc32(line.encode()) % 10 == 0


def words_of(text: str) -> list[str]:
    """Return the words of a text, in lower case."""
    return [word for word in _WORD.findall(text.lower().replace("’", "'")) if len(word) <= _LONGEST]


def plain(word: str) -> str:
    """Return a word without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c)).translate(_LETTERS)


def counted(texts: Iterable[tuple[str, Path, int]], words: Path) -> dict[str, Counter[str]]:
    """Return how often each word occurs in the texts of each language, and in the lists of words.

    Parameters
    ----------
    texts : language, file and column (from 1; 0: whole lines) of each.
    words : the folder of the lists.
    """
    found: dict[str, Counter[str]] = {}
    for language, path, column in texts:
        counts = found.setdefault(language, Counter())
        for line in _column(path, column):
            if not held_out(line):
                counts.update(words_of(line))
    for path in sorted(words.glob("*.txt")):
        counts = found.setdefault(path.stem, Counter())
        for word in words_of(path.read_text(encoding="utf-8")):
            counts[word] += _LISTED
    return found


def _column(path: Path, column: int) -> Iterator[str]:
    for _, line in numbered_lines(path):
        fields = line.split("\t") if column else [line]
        if len(fields) >= column:
            yield fields[column - 1 if column else 0]


def shares(language: str, counts: Counter[str]) -> Words:
    """Return the share of each word in its language, with spellings without accents."""
    found: defaultdict[str, float] = defaultdict(float)
    for word, count in counts.items():
        share = float(count) ** _POWER
        if language == "en" and count == 1:
            continue  # names, slips and words of other languages
        found[word] += share
        if language != "en" and not word.isascii():
            found[plain(word)] += _UNACCENTED * share
            if language == "de":
                found[word.translate(_GERMAN)] += _UNACCENTED * share
    total = sum(found.values())
    return {word: share / total for word, share in found.items()}


def learnt(language: str, by_language: Mapping[str, Words]) -> Any:
    """Return the weights of a language: a byte for each bucket of features."""
    import numpy as np
    import scipy.sparse
    from scipy.optimize import minimize

    own, others = by_language[language], {name: _SHARES.get(name, _OTHER_SHARE) for name in by_language if name != language}
    if language != "en":
        others["en"] = _ENGLISH_SHARE
    rest: defaultdict[str, float] = defaultdict(float)
    for name, share in others.items():
        for word, part in by_language[name].items():
            rest[word] += part * share / sum(others.values())
    words = sorted({*own, *rest})
    inside, outside = np.array([own.get(word, 0.0) for word in words]), np.array([rest[word] for word in words])
    rows = [sorted({feature % _BUCKETS for feature in features(word)}) for word in words]
    ends = np.cumsum([0, *map(len, rows)])
    columns = np.array([feature for row in rows for feature in row])
    matrix = scipy.sparse.csr_matrix((np.ones(len(columns)), columns, ends), shape=(len(words), _BUCKETS))
    transposed = matrix.T.tocsr()

    def loss(weights: Any) -> tuple[float, Any]:
        votes = matrix @ weights
        right = 1 / (1 + np.exp(-votes))
        value = (np.logaddexp(0, -votes) * inside + np.logaddexp(0, votes) * outside).sum() + _L2 / 2 * (weights @ weights)
        return float(value), transposed @ (outside * right - inside * (1 - right)) + _L2 * weights

    found = minimize(loss, np.zeros(_BUCKETS), jac=True, method="L-BFGS-B", options={"maxiter": 120, "maxcor": 8}).x
    print(f"{language}: {len(words)} words, loss {loss(found)[0]:.4f}")
    return np.clip(np.round(found * _UNIT), -127, 127).astype(np.int8)


def _text(argument: str) -> tuple[str, Path, int]:
    language, _, place = argument.partition("=")
    path, colon, column = place.rpartition(":")
    return (language, Path(path), int(column)) if colon and column.isdigit() else (language, Path(place), 0)


def main() -> None:
    """Learn the weights of all guarded languages, and write them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=_text, action="append", default=[], metavar="LANGUAGE=FILE[:COLUMN]", required=True)
    parser.add_argument("--words", type=Path, required=True, help="the folder of lists of words")
    parser.add_argument("-o", "--output", type=Path, required=True)
    given = parser.parse_args()
    by_language = {language: shares(language, counts) for language, counts in sorted(counted(given.text, given.words).items())}
    write_weights(given.output, {language: learnt(language, by_language) for language in GUARDED})


if __name__ == "__main__":
    main()
