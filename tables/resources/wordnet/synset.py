"""One meaning, and the words that have it."""

from __future__ import annotations

from typing import NamedTuple


class Synset(NamedTuple):
    """A set of synonyms.

    Attributes
    ----------
    id : as ``02086723-n``: of the source, the same in its relations; adjectives end in ``a``, satellites too.
    part : part of speech: ``n``, ``v``, ``a`` (satellites too) or ``r`` (adverb).
    words : as written, with capitals and spaces; in the order of the source, in WordNet the most frequent first.
    ranks : for each word, which of its senses (of that part of speech) this is: 1 is its first, in WordNet its most frequent.
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
