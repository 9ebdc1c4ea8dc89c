"""Classes of words that conditions may name: `@sport` is any form of these."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from paragen.decoder.guards import varieties

OF_WORDS = ("negation", "comma", "question", "clause", "informal", "american", "british")
"""Classes that are written as tags: <negation>."""


@cache
def word_classes() -> Mapping[str, tuple[str, ...]]:
    """Return the words of each class, in base form, by the name of the class."""
    found: dict[str, tuple[str, ...]] = {}
    for line in files("paragen.packing").joinpath("word_classes.txt").read_text(encoding="utf-8").splitlines():
        name, colon, words = line.partition(":")
        if colon and not line.startswith("#"):
            found[name] = tuple(words.split())
    for name, phrases in zip(("american", "british"), varieties(), strict=True):
        found[name] = tuple(f"={word}" for word in phrases if "_" not in word)
    return found
