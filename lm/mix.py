"""Mixes general word frequencies into a language model trained on little text."""

from __future__ import annotations

import math
import os
from array import array
from collections.abc import Iterable

from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import ConfigError, FormatError, Unexpected, shown
from paragen.base.input_files import numbered_lines
from paragen.base.output_files import atomic_file
from paragen.lm.estimate.kernel import Mixer
from paragen.lm.options import MixOptions
from paragen.lm.packing import read_lm

LOWEST_ZIPF = 0.5
"""Zipf value (log10 of occurrences per billion words) assumed for a word that is not in the list."""

_MARKS = ("<s>", "</s>", "<unk>")
_FREQUENCY = "a word, a tab and its Zipf value (log10 per billion words)"
_INTERPOLATED = "an interpolated model, such as `paragen lm` estimates"


def mix(
    model: StrPath, frequencies: StrPath, destination: StrPath, *, words: Iterable[str] = (), share: float = MixOptions.share
) -> int:
    """Mix the unigrams of an interpolated model with word frequencies, and carry the change up through the interpolation.

    Parameters
    ----------
    model : an ARPA file, plain or compressed, or a KenLM binary.
    frequencies : lines of a word, a tab and its Zipf value (log10 of occurrences per billion words); ``#`` begins a comment.
    destination : the mixed model, ARPA; it appears whole or not at all.
    words : what the model should know in any case.
    share : weight of the frequencies, above 0 and below 1.

    Returns
    -------
    How many words were added.

    Raises
    ------
    FormatError : a file is malformed or of the wrong kind.
    ConfigError : the share is out of range, a word is none, or the destination is also an input.
    """
    MixOptions(share=share)
    wanted = set(words)
    for word in wanted:
        if word.split() != [word]:
            raise ConfigError(f"words: found {shown(word)}, expected words without white space.")
    check_destinations([destination], [model, frequencies])
    listed = read_frequencies(frequencies)
    mixer = Mixer(read_lm(model))
    if not mixer.has_unknown:
        raise FormatError(os.fspath(model), "no <unk> among its words", "one", "Estimate the model with `paragen lm`.")
    known = mixer.words()
    added = sorted(wanted - set(known))
    _mix(mixer, known, added, listed, share, os.fspath(model))
    with atomic_file(destination) as file:
        mixer.write(file.write)
    return len(added)


def _mix(mixer: Mixer, words: list[str], added: list[str], listed: dict[str, float], share: float, name: str) -> None:
    before = mixer.probabilities()
    kept = math.fsum(before[words.index(mark)] for mark in ("</s>", "<unk>"))
    if not kept < 1:
        raise FormatError(name, "all of the probability on </s> and <unk>", _INTERPOLATED)
    counts = [0.0 if word in _MARKS else 10 ** listed.get(word, LOWEST_ZIPF) for word in [*words, *added]]
    unit = share * (1 - kept) / (math.fsum(counts) or 1.0)
    after = [
        old if word in _MARKS else (1 - share) * old + unit * count
        for word, old, count in zip(words, before, counts, strict=False)
    ]
    try:
        mixer.mix(array("d", after))
    except Unexpected as error:
        raise FormatError(name, error.found, _INTERPOLATED) from None
    for word, count in zip(added, counts[len(words) :], strict=True):
        mixer.add_word(word, unit * count)


def read_frequencies(path: StrPath) -> dict[str, float]:
    """Return Zipf values by word; raise FormatError for a malformed line."""
    found: dict[str, float] = {}
    for number, line in numbered_lines(path, f"lines of {_FREQUENCY}"):
        if not line or line.startswith("#"):
            continue
        word, _, value = line.partition("\t")
        try:
            found[word] = zipf = float(value)
        except ValueError:
            zipf = math.nan
        if not word or not abs(zipf) < 100:
            raise FormatError(f"{os.fspath(path)}:{number}", shown(line), _FREQUENCY)
    return found
