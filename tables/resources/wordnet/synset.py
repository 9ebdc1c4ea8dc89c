"""One meaning, and the words that have it."""

from __future__ import annotations

from typing import NamedTuple


class Synset(NamedTuple):
    """A set of synonyms.

    Attributes
    ----------
    id : of the source, such as ``02086723-n``, also used in relations; adjectives, including satellites, end in ``a``.
    part : part of speech: ``n``, ``v``, ``a`` (including satellites) or ``r`` (adverb).
    words : as written, with capitals and spaces; in the order of the source (in WordNet, the most frequent first).
    ranks : for each word, the number of this sense among its senses with that part of speech: 1 is the first (in WordNet, the
        most frequent).
    definitions : what the words mean, without examples; nearly always one, whose parts the source separates by ``;``.
    examples : phrases and sentences with one of the words.
    hypernyms : ids of the synsets of which this is a kind, or an instance.
    similar : ids of the synsets of similar adjectives (or verbs): the head of a satellite, the satellites of a head.
    """

    id: str
    part: str
    words: tuple[str, ...]
    ranks: tuple[int, ...]
    definitions: tuple[str, ...]
    examples: tuple[str, ...]
    hypernyms: tuple[str, ...]
    similar: tuple[str, ...]
