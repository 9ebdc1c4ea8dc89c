"""How words of English are used, from running text that a tagger has tagged, and the sentences that the tagger learns from.

They are MASC, the Manually Annotated Sub-Corpus of the Open American National Corpus, with Penn tags, as NLTK distributes it
(annotations CC BY 3.0 US, texts without restriction): written and spoken American English of many kinds, half a million words.
What parts of speech a word may be is from the dictionary of `lemminflect`, too.
"""

from __future__ import annotations

import io
import math
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from paragen.decoder.fit.knowledge import COMPANIONS, GROUPS_BEGIN, LABELS, NEVER, SENTENCE_END
from paragen.tables.inflection.morphology import forms, is_noun, lemmas_of, parts_of, verb_tags
from paragen.text.analysis import Analysis
from paragen.text.kernel import Tagger
from paragen.text.tokenizer import lookup_form

TAGS = (
    "CC CD DT EX FW IN JJ JJR JJS LS MD NN NNP NNPS NNS PDT POS PRP PRP$ RB RBR RBS RP SYM TO UH VB VBD VBG VBN VBP VBZ "
    "WDT WP WP$ WRB $ # . , : ( ) `` ''"
).split()
_ALIKE = {"...": ":", "-": ":", '"': "``", "'": "''", "_": ":"}
_NEGATION = "n't"

Tagged = tuple[list[str], bytes, list[str]]


def texts(path: Path) -> Iterator[tuple[str, list[list[tuple[str, str]]]]]:
    """Yield the name of each text and its sentences, lists of (token, tag)."""
    with zipfile.ZipFile(path) as archive:
        for name in sorted(archive.namelist()):
            if name.endswith(".txt") and "/" in name.removeprefix("masc_tagged/"):
                with io.TextIOWrapper(archive.open(name), "utf-8", "replace") as file:
                    yield name, [[_token(item) for item in line.split()] for line in file]


def _token(item: str) -> tuple[str, str]:
    token, _, tag = item.rpartition("_")
    return token, _ALIKE.get(tag, tag)


def sentence(tokens: list[tuple[str, str]]) -> Tagged | None:
    """Return lookup forms, marks and tags as the tokenizer would cut the sentence; None if a tag is not a Penn tag."""
    forms: list[str] = []
    names: list[str] = []
    for token, tag in tokens:
        if tag not in TAGS or not token:
            return None
        if token.lower().replace("’", "'") == _NEGATION and forms:
            forms[-1] += token  # "don't" is one word, with the tag of its verb
        else:
            forms.append({"-LRB-": "(", "-RRB-": ")", "``": '"', "''": '"'}.get(token, token))
            names.append(tag)
    if not forms:
        return None
    text = " ".join(forms)
    spans, at = [], 0
    for form in forms:
        spans.append((at, at + len(form)))
        at += len(form) + 1
    words = [lookup_form(form) for form in forms]
    return words, Analysis(text, spans, words).marks, names


def accuracy(tagger: Tagger, sentences: list[Tagged]) -> tuple[float, Counter[tuple[str, str]]]:
    """Return the share of words whose tag is right, and the mistakes, (right, found), by how often they are made."""
    right = total = 0
    mistakes: Counter[tuple[str, str]] = Counter()
    for words, how, names in sentences:
        for name, found in zip(names, tagger.tag(words, how), strict=True):
            right += name == found
            total += 1
            if name != found:
                mistakes[name, found] += 1
    return right / max(1, total), mistakes


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
_LEAST = 40    # occurrences of a word, below which it counts as unknown
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
