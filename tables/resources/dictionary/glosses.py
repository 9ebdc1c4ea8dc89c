"""Uses a wordnet's glosses as the definitions of its words."""

from __future__ import annotations

from paragen.tables.io.skips import Skips
from paragen.tables.resources.dictionary.sense import Sense, Senses
from paragen.tables.resources.wordnet import read_wordnet

_PARTS = {"n": (0, "n"), "v": (1, "v"), "a": (2, "adj"), "r": (3, "adv")}


def read_glosses(path: str, skips: Skips) -> Senses:
    """Yield the glosses of all words except names: each word's first senses as noun, verb, adjective and adverb, then its second.

    Raises
    ------
    FormatError : see `paragen.tables.resources.wordnet.read_wordnet`.
    """
    senses: list[tuple[int, int, int, str, str]] = []
    for order, synset in enumerate(read_wordnet(path)):
        place, _ = _PARTS[synset.part]
        for word, rank in zip(synset.words, synset.ranks, strict=True):
            if word != word.lower():
                skips.add("names, and other words with capitals", f"{path}: {synset.id}", word)
                continue
            senses += [(rank, place, order, word, definition) for definition in synset.definitions]
    senses.sort(key=lambda sense: sense[:3])
    parts = [part for _, part in _PARTS.values()]
    for _, place, _, word, definition in senses:
        yield Sense(word, parts[place], definition, f"{path}: {word}")
