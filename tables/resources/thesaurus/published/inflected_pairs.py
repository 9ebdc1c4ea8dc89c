"""Pairs of phrases in all their forms, inflected together, in lookup form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from paragen.base.packages import optional_package
from paragen.tables.io.skips import Skips
from paragen.tables.io.writing import Pair
from paragen.tables.resources.thesaurus.published.pair_scores import Listed
from paragen.text.tokenizer import Tokenizer

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
        for forms in _forms(listed):
            source, target = map(looked_up, forms)
            if source and target and source != target:
                yield source, target, listed.score

    return inflected


def _forms(listed: Listed) -> Iterable[tuple[str, str]]:
    from paragen.tables.resources.inflection.inflect import Side, noun_head
    from paragen.tables.resources.inflection.plain import adjective_forms, noun_forms, verb_forms

    phrases = listed.source, listed.target
    sides = [phrase.lower().split() for phrase in phrases]
    if all(sides):
        if listed.part == "v":
            source, target = (Side([], words[0], words[1:]) for words in sides)
            # For "be", verb_forms omits the base form, which may be "be" or "are".
            return {phrases: None, **dict.fromkeys(verb_forms(source, target))}
        if listed.part == "a":
            return adjective_forms(*phrases)
        if listed.part == "n" and all(map(_has_plural, phrases)):
            heads = [(words, noun_head(words)) for words in sides]
            return noun_forms(*(Side(words[:head], words[head], words[head + 1 :]) for words, head in heads))
    return [phrases]


@cache
def _has_plural(phrase: str) -> bool:
    """Return whether a noun phrase has a plural that the rules get right: it is not a name, mass noun or plural."""
    from lemminflect import getAllLemmas

    from paragen.tables.resources.inflection.inflect import noun_head
    from paragen.tables.resources.inflection.morphology import forms

    words = phrase.split()
    noun = words[noun_head(words)]
    lemmas = getAllLemmas(noun).get("NOUN", ())
    if phrase != phrase.lower() or not noun[-1].isalpha() or (lemmas and noun not in lemmas):
        return False
    return bool(set(forms(noun, "NNS")) - {noun}) and (bool(lemmas) or not noun.endswith("man"))  # husbandman: husbandmans
