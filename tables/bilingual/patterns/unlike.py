"""Pairs of patterns that no translation tells apart, but that do not say the same, in opposites, negation, person, or what they
point at; and pairs that differ in nothing but *a* and *an*."""

from __future__ import annotations

from collections.abc import Sequence

from paragen.tables.resources.opposites import opposites
from paragen.text.opposites import NEGATIONS

_POINTING = (
    ("i", "me", "my", "mine", "myself", "i'm", "i've", "i'd", "i'll"),
    ("we", "us", "our", "ours", "ourselves", "we're", "we've", "we'd", "we'll"),
    ("you", "your", "yours", "yourself", "yourselves", "you're", "you've", "you'd", "you'll"),
    ("he", "him", "his", "himself", "he's", "he'd", "he'll"),
    ("she", "her", "hers", "herself", "she's", "she'd", "she'll"),
    ("it", "its", "itself", "it's", "it'd", "it'll"),
    ("this", "these"),
    ("they", "them", "their", "theirs", "themselves", "they're", "they've", "they'd", "they'll"),
)
_WHICH = {word: number for number, words in enumerate(_POINTING) for word in words}
_NEGATIVE = NEGATIONS | {"never", "nobody", "none", "nothing", "nowhere"}


def unlike(source: str, target: str) -> bool:
    """Return whether two patterns cannot say the same, or are the same but for articles that agree with what follows.

    Pivots do not tell *his* from *her* where the other language does not, and a negation is easily left without a link.

    Parameters
    ----------
    source, target : lookup forms and slots, one space between words.
    """
    one, other = source.split(" "), target.split(" ")
    return (
        _denials(one) != _denials(other) or _pointed_at(one) != _pointed_at(other)
        or _without_an(one) == _without_an(other) or opposites().opposed(source, target)
    )  # fmt: skip


def _denials(words: Sequence[str]) -> int:
    return sum(word in _NEGATIVE for word in words)


def _pointed_at(words: Sequence[str]) -> frozenset[int]:
    return frozenset(_WHICH[word] for word in words if word in _WHICH)


def _without_an(words: Sequence[str]) -> list[str]:
    return ["a" if word == "an" else word for word in words]
