"""Mixes a language model of little text with how frequent words are in the language at large."""

from __future__ import annotations

import math
import os
from collections.abc import Set
from pathlib import Path

from paragen.base.errors import ConfigError, FormatError
from paragen.base.packfile import atomic_file

StrPath = str | os.PathLike[str]
Level = dict[tuple[str, ...], tuple[float, float]]

SHARE = 0.4
"""Weight of the frequency list in the unigram mixture."""

LOWEST_ZIPF = 0.5
"""Zipf value (log10 of occurrences in a billion words) assumed for a word that is not in the list."""

_ARPA = "an n-gram model in the ARPA format, with orders from 1 on"
_REMEDY = "Estimate one with `paragen lm`."


def mix_files(
    arpa: StrPath, frequencies: StrPath, destination: StrPath, *, words: Set[str] = frozenset(), share: float = SHARE
) -> int:
    """Mix the unigrams of an interpolated model with word frequencies; see `mix`.

    Parameters
    ----------
    arpa : the model, as ``paragen lm`` writes it.
    frequencies : lines of a word, a tab and its Zipf value (log10 of occurrences in a billion words); ``#`` begins a comment.
    destination : the mixed model, ARPA; it appears whole or not at all.
    words : that the model is to know in any case.
    share : weight of the frequencies, above 0 and below 1.

    Returns
    -------
    How many words were added.

    Raises
    ------
    FormatError : a file is not what it should be.
    ConfigError : a share out of range.
    """
    if not 0 < share < 1:
        raise ConfigError(f"share: found {share:g}, expected a number above 0 and below 1.")
    listed = read_frequencies(frequencies)
    levels = read_levels(arpa)
    before = len(levels[0])
    mix(levels, listed, words, share)
    write_levels(levels, destination)
    return len(levels[0]) - before


def read_frequencies(path: StrPath) -> dict[str, float]:
    """Return Zipf values by word; raise FormatError for a line that is none."""
    found: dict[str, float] = {}
    for number, line in enumerate(_text(path).splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        word, _, value = line.partition("\t")
        try:
            found[word] = float(value)
        except ValueError:
            value = "nan"
        if not word or not math.isfinite(float(value)):
            expected = "a word, a tab and its Zipf value (log10 per billion words)"
            raise FormatError(f"{os.fspath(path)}:{number}", repr(line), expected)
    return found


def _text(path: StrPath) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(f"{os.fspath(path)}: byte {error.start}", "broken UTF-8", "text in UTF-8") from None


def read_levels(path: StrPath) -> list[Level]:
    """Return the n-grams of each order: (probability, back-off weight), no logarithms; raise FormatError for other files."""
    levels: list[Level] = []
    for number, line in enumerate(_text(path).splitlines(), 1):
        fields = line.split("\t")
        if line.endswith("-grams:"):
            levels.append({})
        elif len(fields) > 1:
            try:
                backoff = float(fields[2]) if len(fields) > 2 else 0.0
                levels[-1][tuple(fields[1].split(" "))] = (10 ** float(fields[0]), 10**backoff)
            except (ValueError, IndexError, OverflowError):
                raise FormatError(f"{os.fspath(path)}:{number}", repr(line[:60]), _ARPA, _REMEDY) from None
    if not levels or not {("</s>",), ("<unk>",)} <= set(levels[0]):
        raise FormatError(os.fspath(path), "no words with </s> and <unk> among them", _ARPA, _REMEDY)
    return levels


def mix(levels: list[Level], frequencies: dict[str, float], extra: Set[str], share: float = SHARE) -> None:
    """Mix the unigrams, ``extra`` words among them, with relative frequencies, and carry the change up through the interpolation.

    In an interpolated model p(w|h) = a(w|h) + b(h) p(w|h') where b is the back-off weight; so a change d of p(w|h')
    changes p(w|h) by b(h) d, and every distribution still sums to one.
    """
    unigrams = levels[0]
    words = sorted({gram[0] for gram in unigrams} | set(extra))
    words = [word for word in words if word not in ("<s>", "</s>", "<unk>")]
    counts = {word: 10 ** frequencies.get(word, LOWEST_ZIPF) for word in words}
    total = math.fsum(counts.values()) / (1 - unigrams[("</s>",)][0] - unigrams[("<unk>",)][0])
    change: dict[tuple[str, ...], float] = {}
    for word in words:
        old, backoff = unigrams.get((word,), (0.0, 1.0))
        new = (1 - share) * old + share * counts[word] / total
        unigrams[(word,)] = (new, backoff)
        change[(word,)] = new - old
    for level, lower in zip(levels[1:], levels, strict=False):
        changes = {}
        for gram, (probability, backoff) in level.items():
            changes[gram] = lower[gram[:-1]][1] * change.get(gram[1:], 0.0)
            level[gram] = (probability + changes[gram], backoff)
        change = changes


def write_levels(levels: list[Level], path: StrPath) -> None:
    """Write the n-grams as ARPA text."""
    with atomic_file(path) as file:
        file.write(("\\data\\\n" + "".join(f"ngram {n}={len(level)}\n" for n, level in enumerate(levels, 1))).encode())
        for n, level in enumerate(levels, 1):
            file.write(f"\n\\{n}-grams:\n".encode())
            for gram, (probability, backoff) in level.items():
                log = -99.0 if gram == ("<s>",) else math.log10(probability)
                tail = f"\t{math.log10(backoff):.6f}" if n < len(levels) else ""
                file.write(f"{log:.6f}\t{' '.join(gram)}{tail}\n".encode())
        file.write(b"\n\\end\\\n")
