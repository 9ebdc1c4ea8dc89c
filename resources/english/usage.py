"""How words are used: which parts of speech they may be, and what stands before and after them, from running text that the
tagger has tagged and, for what a word may be, from the dictionary of `lemminflect`."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from paragen.decoder.fit.kernel import COMPANIONS, GROUPS_BEGIN, LABELS, NEVER, SENTENCE_END
from paragen.tables.resources.inflection.morphology import forms, is_noun, lemmas_of, parts_of, verb_tags
from paragen.text.tagger import Tagger

GROUPS = (
    "these those many several few both",
    "are were have aren't weren't haven't",
    *"to that of in on at for with from by about as into".split(),
)
"""Words that as neighbours form groups apart from their part of speech; the kernel knows the first two, of plurals."""

_LABELS = {
    "VB": "base", "VBP": "present", "VBZ": "third", "VBD": "past", "VBN": "participle", "VBG": "ing", "MD": "modal", "TO": "to",
    "NN": "singular", "NNP": "singular", "NNS": "plural", "NNPS": "plural", "JJ": "adjective", "JJR": "adjective",
    "JJS": "adjective", "RB": "adverb", "RBR": "adverb", "RBS": "adverb", "RP": "adverb", "DT": "determiner", "PDT": "determiner",
    "PRP$": "determiner", "CD": "determiner", "PRP": "pronoun", "EX": "pronoun", "IN": "preposition",
}  # fmt: skip
_LEAST = 8     # occurrences of a word, below which it counts as unknown
_SEEN = 0.02   # share of a word's occurrences from which on a label that the dictionary lacks counts
_PRIOR = 3.0   # prior weight of words in general, in occurrences
_UNIT = 16     # a byte is this many times the negative logarithm

Usage = dict[str, bytes]


def labels(tags: Iterable[str]) -> bytes:
    """Return for each tag the number of its label."""
    return bytes(LABELS.index(_LABELS.get(tag, "other")) for tag in tags)


def usage(lines: Iterable[str], tagger: Tagger) -> Usage:
    """Return for each word a row of knowledge.hh in decoder/fit: its group, its labels, what stands before it and after it."""
    number = dict(zip(tagger.tags, labels(tagger.tags), strict=True))
    groups = {word: k for k, words in enumerate(GROUPS) for word in words.split()}
    counts: dict[str, tuple[Counter[int], Counter[int], Counter[int]]] = {}
    for line in lines:
        words = line.split()
        found = [number[tag] for tag in tagger.tag(words)]
        beside = [GROUPS_BEGIN + groups[word] if word in groups else label for word, label in zip(words, found, strict=True)]
        for word, label, before, after in zip(words, found, [SENTENCE_END, *beside], [*beside[1:], SENTENCE_END], strict=False):
            of_word = counts.setdefault(word, (Counter(), Counter(), Counter()))
            for counter, value in zip(of_word, (label, before, after), strict=True):
                counter[value] += 1
    every = [sum((of_word[part] for of_word in counts.values()), Counter()) for part in (1, 2)]
    usual = [[(any_word[k] + 1) / (any_word.total() + COMPANIONS) for k in range(COMPANIONS)] for any_word in every]
    return {
        word: bytes([groups.get(word, -1) + 1, *_labels(word, own), *_beside(before, usual[0]), *_beside(after, usual[1])])
        for word, (own, before, after) in counts.items()
        if own.total() >= _LEAST
    }


def _labels(word: str, counts: Counter[int]) -> list[int]:
    total = counts.total()
    may = {LABELS.index(_LABELS[tag]) for tag in _dictionary(word)}
    may |= {label for label, count in counts.items() if count >= _SEEN * total and count >= 3}
    for one, other in (("base", "present"), ("present", "base")):  # differ in where they stand only
        if LABELS.index(one) in may:
            may.add(LABELS.index(other))
    counts = counts.copy()
    base, present = LABELS.index("base"), LABELS.index("present")
    counts[base] = counts[present] = counts[base] + counts[present]
    return [_byte((counts[k] + 0.2) / (total + 2)) if k in may or not may else NEVER for k in range(len(LABELS))]


def _dictionary(word: str) -> set[str]:
    """Return the tags that a word may have by the dictionary; none if it lacks the word."""
    parts, tags = {part for lemma in lemmas_of(word) for part in parts_of(lemma)}, set(verb_tags(word))
    tags |= {tag for part, tag in (("ADJ", "JJ"), ("ADV", "RB")) if part in parts}
    if is_noun(word):
        plural = any(word in forms(lemma, "NNS") for lemma in lemmas_of(word))
        tags |= ({"NNS"} if plural else set()) | ({"NN"} if "NOUN" in parts_of(word) else set())
    return tags


def _beside(counts: Counter[int], usual: list[float]) -> list[int]:
    return [_byte((counts[k] + _PRIOR * share) / (counts.total() + _PRIOR)) for k, share in enumerate(usual)]


def _byte(share: float) -> int:
    return min(NEVER - 1, round(-_UNIT * math.log(share)))
