"""Pairs of patterns that share translations but differ in meaning: in opposites, negation or person; and those that differ only
in the form of a word, a preposition or the place of an adjective, or that say more on one side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from paragen.tables.inflection.function_words import ARTICLES, AUXILIARIES, PREPOSITIONS
from paragen.tables.inflection.morphology import lemmas_of
from paragen.tables.inflection.opposites import opposites
from paragen.text.opposites import NEGATIONS
from paragen.text.slots import ADJECTIVES, slot_parts

_PRONOUNS = (
    ("i", "me", "my", "mine", "myself", "i'm", "i've", "i'd", "i'll"),
    ("we", "us", "our", "ours", "ourselves", "we're", "we've", "we'd", "we'll"),
    ("you", "your", "yours", "yourself", "yourselves", "you're", "you've", "you'd", "you'll"),
    ("he", "him", "his", "himself", "he's", "he'd", "he'll"),
    ("she", "her", "hers", "herself", "she's", "she'd", "she'll"),
    ("it", "its", "itself", "it's", "it'd", "it'll"),
    ("this", "these"),
    ("they", "them", "their", "theirs", "themselves", "they're", "they've", "they'd", "they'll"),
)
_PRONOUN_OF = {word: number for number, words in enumerate(_PRONOUNS) for word in words}
_NEGATIVE = NEGATIONS | {"never", "nobody", "none", "nothing", "nowhere"}
_OPTIONAL = ARTICLES | AUXILIARIES | PREPOSITIONS | {"that"}
_MODIFIERS = {*ADJECTIVES, "J", "VBN", "VBG"}


def unlike(source: str, target: str) -> bool:
    """Return whether two patterns are not interchangeable, whatever translations they share.

    Pivots do not tell *his* from *her* where the other language does not, nor *in* from *at*, *reading* from *reads*; a negation
    or an adjective is easily left without a link.

    Parameters
    ----------
    source, target : lookup forms and slots, one space between words.
    """
    one, other = source.split(" "), target.split(" ")
    return (
        _negations(one) != _negations(other) or _pronouns(one) != _pronouns(other)
        or _without(PREPOSITIONS, one) == _without(PREPOSITIONS, other)
        or _says_more(one, other) or _says_more(other, one) or _modifier_moves(one, other) or _inflected(one, other)
        or opposites().opposed(source, target)
    )  # fmt: skip


def _negations(words: Sequence[str]) -> int:
    return sum(word in _NEGATIVE for word in words)


def _pronouns(words: Sequence[str]) -> frozenset[int]:
    return frozenset(_PRONOUN_OF[word] for word in words if word in _PRONOUN_OF)


def _without(left_out: frozenset[str], words: Sequence[str]) -> list[str]:
    """Return the words, except articles and those that are left out."""
    return [word for word in words if word not in left_out and word not in ARTICLES]


def _says_more(words: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether the words include all of the other's, and further ones that are not merely grammatical."""
    counts, others = Counter(words), Counter(other)
    return not others - counts and any(word not in _OPTIONAL for word in counts - others)


def _modifier_moves(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether the same words stand in another order around a slot of an adjective or participle."""
    if Counter(_without(ARTICLES, one)) != Counter(_without(ARTICLES, other)):
        return False
    return any(parts is not None and parts[0] in _MODIFIERS for parts in map(slot_parts, one))


def _inflected(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether the words differ in tense, number and the like, and in nothing else; a contraction is not another form."""
    counts, others = Counter(one), Counter(other)
    left = list((others - counts).elements())
    for word in (counts - others).elements():
        same = next((each for each in left if "'" not in word + each and lemmas_of(each) & lemmas_of(word)), None)
        if same is None:
            return False
        left.remove(same)
    return not left and counts != others
