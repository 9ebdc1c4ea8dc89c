"""The starter pack's language model: prose in 5-grams, mixed with how frequent words are in English at large."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path

from paragen.decoder.lm.estimate import estimate
from paragen.text.tokenizer import Tokenizer

ORDER = 5
Level = dict[tuple[str, ...], tuple[float, float]]

FREQUENCY_SHARE = 0.4
"""Weight of the frequency list in the unigram mixture."""

LOWEST_ZIPF = 0.5
"""Zipf value (log10 of occurrences in a billion words) assumed for a word that is not in the list."""


def read_frequencies(path: Path) -> dict[str, float]:
    """Zipf values by word, from ``word <tab> zipf`` lines (see ``frequencies.py`` for their source)."""
    rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return {word: float(zipf) for word, zipf in rows}


def prose_sentences(starter: Path) -> list[list[str]]:
    """The prose as lists of lookup forms, file by file."""
    tokenizer = Tokenizer()
    return [
        tokenizer.words(line)
        for path in sorted((starter / "prose").glob("*.txt"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip()
    ]


def phrase_words(phrases: Iterable[str]) -> set[str]:
    """Return every word of the phrases."""
    words = Tokenizer().words
    return {word for phrase in set(phrases) for word in words(phrase)}


def build_language_model(starter: Path, phrases: Iterable[str], destination: Path) -> None:
    """Estimate, mix and write the model as ARPA text.

    Parameters
    ----------
    starter : the folder of the sources.
    phrases : of the tables; the model is to know their words.
    """
    corpus = destination.with_suffix(".txt")
    corpus.write_text("".join(" ".join(words) + "\n" for words in prose_sentences(starter)), encoding="utf-8")
    plain = destination.with_suffix(".plain")
    estimate([corpus], ORDER, arpa=plain)
    levels = read_levels(plain)
    mix(levels, read_frequencies(starter / "frequencies.tsv"), phrase_words(phrases))
    write_levels(levels, destination)


def read_levels(path: Path) -> list[Level]:
    """Return the n-grams of each order: (probability, back-off weight), no logarithms."""
    levels: list[Level] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = line.split("\t")
        if line.endswith("-grams:"):
            levels.append({})
        elif len(fields) > 1:
            backoff = float(fields[2]) if len(fields) > 2 else 0.0
            levels[-1][tuple(fields[1].split(" "))] = (10 ** float(fields[0]), 10**backoff)
    return levels


def mix(levels: list[Level], frequencies: dict[str, float], extra: set[str]) -> None:
    """Mix the unigrams, ``extra`` words among them, with relative frequencies, and carry the change up through the interpolation.

    In an interpolated model p(w|h) = a(w|h) + b(h) p(w|h') where b is the back-off weight; so a change d of p(w|h')
    changes p(w|h) by b(h) d, and every distribution still sums to one.
    """
    unigrams = levels[0]
    words = sorted({gram[0] for gram in unigrams} | extra)
    words = [word for word in words if word not in ("<s>", "</s>", "<unk>")]
    counts = {word: 10 ** frequencies.get(word, LOWEST_ZIPF) for word in words}
    share = math.fsum(counts.values()) / (1 - unigrams[("</s>",)][0] - unigrams[("<unk>",)][0])
    change: dict[tuple[str, ...], float] = {}
    for word in words:
        old, backoff = unigrams.get((word,), (0.0, 1.0))
        new = (1 - FREQUENCY_SHARE) * old + FREQUENCY_SHARE * counts[word] / share
        unigrams[(word,)] = (new, backoff)
        change[(word,)] = new - old
    for level, lower in zip(levels[1:], levels):
        changes = {}
        for gram, (probability, backoff) in level.items():
            changes[gram] = lower[gram[:-1]][1] * change.get(gram[1:], 0.0)
            level[gram] = (probability + changes[gram], backoff)
        change = changes


def write_levels(levels: list[Level], path: Path) -> None:
    """Write the n-grams as ARPA text."""
    with open(path, "w", encoding="utf-8") as file:
        file.write("\\data\\\n" + "".join(f"ngram {n}={len(level)}\n" for n, level in enumerate(levels, 1)))
        for n, level in enumerate(levels, 1):
            file.write(f"\n\\{n}-grams:\n")
            for gram, (probability, backoff) in level.items():
                log = -99.0 if gram == ("<s>",) else math.log10(probability)
                tail = f"\t{math.log10(backoff):.6f}" if n < len(levels) else ""
                file.write(f"{log:.6f}\t{' '.join(gram)}{tail}\n")
        file.write("\n\\end\\\n")
