"""One sense of a dictionary entry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

PARTS = ("n", "nm", "v", "vt", "vi", "adj", "adv", "")
"""Noun; uninflected noun (a plural or mass noun); verb; transitive, intransitive verb; adjective; adverb; unknown."""

_NAMES = {
    **dict.fromkeys(("n", "noun", "nn", "s", "sb", "substantive"), "n"),
    **dict.fromkeys(("n pl", "n plural", "npl", "pl", "nm", "mass noun", "noun plural", "plural noun"), "nm"),
    **dict.fromkeys(("v", "verb", "vb"), "v"),
    **dict.fromkeys(("v t", "vt", "verb transitive", "transitive verb", "tr v", "v tr"), "vt"),
    **dict.fromkeys(("v i", "vi", "verb intransitive", "intransitive verb", "intr v", "v intr"), "vi"),
    **dict.fromkeys(("a", "adj", "adjective", "p a", "participial adjective", "s a"), "adj"),
    **dict.fromkeys(("adv", "adverb", "r"), "adv"),
}
OTHER = frozenset(
    "prep preposition conj conjunction pron pronoun interj interjection intj det determiner article art num "
    "numeral name phrase proverb prefix suffix affix infix interfix circumfix combining_form symbol character "
    "abbrev abbreviation particle contraction punct x prep_phrase adv_phrase romanization root proper propn".split()
)
"""Parts of speech whose words are never replaced by definitions."""


class Sense(NamedTuple):
    """A meaning of a headword.

    Attributes
    ----------
    headword : as written.
    part : one of `PARTS`.
    text : its definition, as written.
    where : file and place, for messages.
    """

    headword: str
    part: str
    text: str
    where: str


Senses = Iterator[Sense]


def part_of(name: str) -> str | None:
    """Return the part of speech that a dictionary calls ``name``; None if its words are never replaced by definitions."""
    plain = " ".join(name.lower().replace(".", " ").split())
    if plain in _NAMES or not plain:
        return _NAMES.get(plain, "")
    return None if plain in OTHER else ""
