"""Two phrases in all their forms, inflected alike, as they are looked up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from paragen.packages import optional_package
from paragen.tables.skips import Skips
from paragen.tables.thesaurus.lists.listed import Listed
from paragen.tables.writing import Pair
from paragen.text.tokenizer import Tokenizer

Forms = dict[str, tuple[str, ...]]


_PLACEHOLDERS = frozenset("one's oneself someone someone's somebody somebody's something".split())


def inflected_alike(skips: Skips) -> Callable[[Listed], Iterator[Pair]]:
    """Return a function that yields a pair and its inflected forms.

    Both sides take the same form: a source every one that the lexicon knows (learned, learnt), a target the usual one. A verb
    phrase is inflected at its first word, a noun phrase at the last before a preposition; adjectives of one word are
    compared where both have forms in -er and -est; a noun with a capital is a name and stays. Phrases of several words with
    a place for others in them (lose one's temper) are left out and counted.

    Raises
    ------
    MissingPackageError : `lemminflect` is not installed.
    """
    optional_package("lemminflect", "inflecting a thesaurus", "mine")
    words = Tokenizer().words

    @cache
    def all_forms(phrase: str, part: str) -> Forms:
        found = {"": (phrase,), **_inflected(phrase, part)}
        return {tag: tuple(dict.fromkeys(" ".join(words(form)) for form in forms)) for tag, forms in found.items()}

    @cache
    def has_place(phrase: str) -> bool:
        return " " in phrase and not _PLACEHOLDERS.isdisjoint(phrase.lower().split())

    def alike(listed: Listed) -> Iterator[Pair]:
        for phrase in listed[:2]:
            if has_place(phrase):
                skips.add("pairs with a place for other words", phrase)
                return
        sources, targets = all_forms(listed.source, listed.part), all_forms(listed.target, listed.part)
        for tag, forms in sources.items():
            for target in targets.get(tag, ())[:1]:
                yield from ((source, target, listed.score) for source in forms if source and target and source != target)

    return alike


def _inflected(phrase: str, part: str) -> Forms:
    """Return tag -> the forms of a phrase, the usual one first."""
    words = phrase.split()
    if not words or part not in _INFLECT:
        return {}
    return _INFLECT[part](words)


def _verb(words: list[str]) -> Forms:
    from paragen.tables.inflection.morphology import forms

    tags = [tag for tag in ("VBZ", "VBG", "VBD", "VBN") if (words[0], tag) != ("be", "VBD")]  # was or were: who knows
    return {tag: tuple(" ".join([form, *words[1:]]) for form in forms(words[0].lower(), tag)) for tag in tags}


def _noun(words: list[str]) -> Forms:
    from paragen.tables.inflection.inflect import PREPOSITIONS

    head = next((i for i, word in enumerate(words) if i and word in PREPOSITIONS), len(words)) - 1
    if any(word != word.lower() for word in words) or not words[head][-1].isalpha():
        return {}
    before, after = words[:head], words[head + 1 :]
    plurals = tuple(" ".join([*before, form, *after]) for form in _plurals(words[head]))
    return {"NNS": plurals} if plurals else {}


def _plurals(noun: str) -> tuple[str, ...]:
    """Return the plurals that differ from the noun: none of sheep, scantiness or lawyers."""
    from lemminflect import getAllLemmas

    from paragen.tables.inflection.morphology import forms

    lemmas = getAllLemmas(noun).get("NOUN")
    if lemmas and noun not in lemmas:
        return ()
    if not lemmas and len(noun) > 5 and noun.endswith("man"):
        return (noun[:-3] + "men",)  # the rules for words that the lexicon has not do not know it
    return tuple(form for form in forms(noun, "NNS") if form != noun)


def _adjective(words: list[str]) -> Forms:
    from paragen.tables.inflection.morphology import compared

    found = {tag: compared(words[0], tag) for tag in ("JJR", "JJS")} if len(words) == 1 else {}
    return {tag: (form,) for tag, form in found.items() if form}


_INFLECT = {"n": _noun, "v": _verb, "a": _adjective}
