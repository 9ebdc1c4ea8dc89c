"""Words as gold lists write them, their lemmas, and the forms that fit in the same place."""

from __future__ import annotations

from functools import cache

from paragen.base.packages import optional_package

_PURPOSE = "gold substitutes: finding lemmas"
UPOS = {"N": "NOUN", "V": "VERB", "J": "ADJ", "A": "ADJ", "R": "ADV"}
"""Word classes by the first letter of their names in gold lists."""


def plain(phrase: str) -> str:
    """Return a phrase as the lists write it: no hyphens, no apostrophes (*hush hush*, *give ones word*)."""
    return phrase.lower().replace("-", " ").replace(" '", "").replace("'", "").strip()


@cache
def lemmas(word: str) -> tuple[str, ...]:
    """Return a word and its lemmas as any part of speech."""
    found = optional_package("lemminflect", _PURPOSE, "mine").getAllLemmas(word)
    return tuple(dict.fromkeys([word, *(lemma for of_class in found.values() for lemma in of_class)]))


@cache
def tags(word: str, upos: str) -> frozenset[str]:
    """Return the Penn tags that a word can have as a member of a class: *put* as VERB is VB, VBP, VBD, VBN."""
    lemminflect = optional_package("lemminflect", _PURPOSE, "mine")
    found = set()
    for lemma in lemminflect.getAllLemmas(word, upos).get(upos, ()):
        by_tag = lemminflect.getAllInflections(lemma, upos)
        for tag, other in (("VBN", "VBD"), ("VBP", "VB")):  # listed only if they differ
            if other in by_tag:
                by_tag.setdefault(tag, by_tag[other])
        found |= {tag for tag, words in by_tag.items() if word in words}
    return frozenset(found)


def fits(target: str, substitute: str, upos: str) -> bool:
    """Return whether a substitute is in a form that the target can have: *pushed* or *moved on* for *drove*, not *push*.

    Parameters
    ----------
    target, substitute : lookup forms.
    upos : the target's class. Only verbs and nouns are checked, and only if the target and a word of the substitute are known
        as such.
    """
    own = tags(target, upos) if upos in ("VERB", "NOUN") else frozenset()
    theirs = [found for word in substitute.split(" ") if (found := tags(word, upos)) and not _rather_adjective(word, found)]
    return not own or not theirs or any(own & found for found in theirs)


def _rather_adjective(word: str, of_class: frozenset[str]) -> bool:
    """Return whether a word may be an adjective or adverb and is not an inflected form: *ready* for *prepared*."""
    known = optional_package("lemminflect", _PURPOSE, "mine").getAllLemmas(word)
    return bool({"ADJ", "ADV"} & known.keys()) and of_class <= {"VB", "VBP", "NN"}
