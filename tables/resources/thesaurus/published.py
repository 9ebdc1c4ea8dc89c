"""Ready-made thesauri as pairs of phrases, in all their forms: Lin's lists, MyThes, WordNet and Open English WordNet."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import Skips, read_head
from paragen.base.packages import optional_package
from paragen.tables.inflection.inflect import Side, adjective_forms, noun_forms, noun_head, verb_forms
from paragen.tables.inflection.morphology import forms
from paragen.tables.io.writing import Pair
from paragen.tables.resources.thesaurus.lists import Listed, is_lin, is_mythes, rank_score, read_lin, read_mythes
from paragen.tables.resources.wordnet import kind_of_wordnet, read_wordnet
from paragen.text.tokenizer import Tokenizer


def read_synonyms(path: StrPath) -> Iterator[Listed]:
    """Yield every two words of every synset of a wordnet, in both directions.

    The score falls with the ranks of both senses, i and j: gamma^(i-1) gamma^(j-1), as a substitute that rarely has the sense is
    as doubtful as a sense that is rarely meant.

    Raises
    ------
    FormatError, MissingPackageError : see `read_wordnet`.
    """
    for synset in read_wordnet(path):
        ranked = list(zip(synset.words, synset.ranks, strict=True))
        for source, i in ranked:
            for target, j in ranked:
                if source != target:
                    yield Listed(source, target, synset.part, rank_score(i) * rank_score(j))


_PLACEHOLDERS = frozenset("one's oneself someone someone's somebody somebody's something".split())


def inflected_alike(skips: Skips) -> Callable[[Listed], Iterator[Pair]]:
    """Return a function that yields a pair and its inflected forms.

    Both sides take the same form: sources every variant that the lexicon knows (learned, learnt), targets the usual one. A verb
    phrase is inflected at its first word, a noun phrase at the last before a preposition; one-word adjectives get comparatives
    and superlatives if both form them with -er and -est; names (with a capital) and nouns without a distinct plural are
    unchanged. Phrases of several words with a slot for others (lose one's temper) are left out and counted.

    Raises
    ------
    MissingPackageError : `lemminflect` is not installed.
    """
    optional_package("lemminflect", "inflecting a thesaurus", "mine")
    tokenizer = Tokenizer()

    @cache
    def looked_up(phrase: str) -> str:
        return " ".join(tokenizer.words(phrase))

    @cache
    def has_place(phrase: str) -> bool:
        return " " in phrase and not _PLACEHOLDERS.isdisjoint(phrase.lower().split())

    def inflected(listed: Listed) -> Iterator[Pair]:
        for phrase in listed[:2]:
            if has_place(phrase):
                skips.add("pairs with a slot for other words", phrase)
                return
        for pair in _forms(listed):
            source, target = map(looked_up, pair)
            if source and target and source != target:
                yield source, target, listed.score

    return inflected


def _forms(listed: Listed) -> Iterable[tuple[str, str]]:
    phrases = listed.source, listed.target
    sides = [phrase.lower().split() for phrase in phrases]
    if all(sides):
        if listed.part == "v":
            source, target = (Side.cut(words, 0) for words in sides)
            # For "be", verb_forms omits the base form, which may be "be" or "are".
            return {phrases: None, **dict.fromkeys(verb_forms(source, target))}
        if listed.part == "a":
            return adjective_forms(*phrases)
        if listed.part == "n" and all(map(_has_plural, phrases)):
            return noun_forms(*(Side.cut(words, noun_head(words)) for words in sides))
    return [phrases]


@cache
def _has_plural(phrase: str) -> bool:
    """Return whether a noun phrase has a plural that the rules get right: it is not a name, mass noun or plural."""
    from lemminflect import getAllLemmas

    words = phrase.split()
    noun = words[noun_head(words)]
    lemmas = getAllLemmas(noun).get("NOUN", ())
    if phrase != phrase.lower() or not noun[-1].isalpha() or (lemmas and noun not in lemmas):
        return False
    return bool(set(forms(noun, "NNS")) - {noun}) and (bool(lemmas) or not noun.endswith("man"))  # husbandman: husbandmans


KINDS = {
    "lsp": "one of Lin's thesauri (sim*.lsp)",
    "mythes": "a MyThes thesaurus (th_*.dat)",
    "wordnet": "WordNet's database files (the folder)",
    "oewn": "Open English WordNet's YAML (a folder or .tar.gz)",
}
"""The kinds of ready-made thesauri, with descriptions."""

_EXPECTED = f"one of: {'; '.join(KINDS.values())}"

_READERS: dict[str, Callable[[StrPath, Skips], Iterator[Listed]]] = {"lsp": read_lin, "mythes": read_mythes}
"""Readers of lists by their kinds; the others are wordnets."""


def kind_of(path: StrPath, expected: str = _EXPECTED) -> str | None:
    """Return which kind of thesaurus a path is, by its content: one of `KINDS`, or None for anything else.

    Raises
    ------
    FormatError : it is a damaged gzip file, or known to be something other than ``expected``.
    """
    kind = kind_of_wordnet(path)
    if kind or os.path.isdir(path):
        return kind
    head = read_head(path, expected)
    return "lsp" if is_lin(head) else "mythes" if is_mythes(head) else None


def list_pairs(paths: Iterable[StrPath], skips: Skips) -> Iterator[Pair]:
    """Yield the pairs of ready-made thesauri, inflected, in lookup form; a pair may occur more than once.

    Parameters
    ----------
    paths : of any kinds; see `KINDS`.
    skips : counts what is left out.

    Raises
    ------
    FormatError : a path is not a thesaurus, or is incomplete.
    MissingPackageError : `lemminflect`, or PyYAML for Open English WordNet, is not installed.
    OSError : a path cannot be read.
    """
    inflected = None
    for path in paths:
        inflected = inflected or inflected_alike(skips)
        kind = kind_of(path)
        if kind is None:
            raise FormatError(os.fspath(path), "something else", _EXPECTED)
        for listed in _READERS[kind](path, skips) if kind in _READERS else read_synonyms(path):
            yield from inflected(listed)
