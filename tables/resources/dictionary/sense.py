"""One sense of a dictionary entry, and those that only name another word: \"see X\", \"same as X\", \"variant of X\"."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
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


_WORD = r"\{?(?P<word>[A-Za-z][\w'-]*(?: [a-z][\w'-]*){0,2})\}?"
_REFERENCES = (
    re.compile(rf"___\s*{_WORD}\s*", re.I),
    re.compile(
        r"(?:(?:the )?same as|see|an?other (?:name|word|term) for|synonym (?:of|for)) "
        rf"(?:\d+(?:st|d|nd|rd|th) )?{_WORD}", re.I
    ),
    re.compile(
        r"(?:an? |the )?(?:(?:alternative|alternate|variant|usual|corrupt|another|old|older|rare|less common|"
        r"common|british|american) )?"
        rf"(?:spelling|form|variant|variation|corruption|case form)(?: form| spelling)? (?:of|for) {_WORD}", re.I
    ),
)  # fmt: skip
_LABEL = re.compile(r"\[[^\[\]]{0,100}\]|^\s*\([^()]{0,60}\)")
_TAIL = re.compile(r"(?:[,.]? ?(?:n|a|adj|adv|v|v\. ?t|v\. ?i|pl)\b\.?)*(?:[,.]? ?\d+)?(?: ?\([a-z]\))? ?[.,;]*\s*", re.I)


def reference_of(text: str, part: str = "") -> str:
    """Return the word that a sense refers to instead of defining its own; "" if it does not.

    ``part`` is the headword's part of speech: for a verb, a text that begins with "see" may be a definition.
    """
    text = _LABEL.sub("", text).strip()
    if part.startswith("v") and text.startswith("see "):
        return ""
    for pattern in _REFERENCES:
        found = pattern.match(text)
        if found and _TAIL.fullmatch(text, found.end()):
            return found["word"]
    return ""


class Followed(NamedTuple):
    """Where references lead: the words on the way, of which the last is defined, and whether they go in a circle."""

    way: tuple[str, ...]
    circular: bool


def follow(word: str, to: str, references: Mapping[str, Sequence[str]], defined: Container[str]) -> Followed:
    """Follow the reference of ``word`` to ``to``, then the first of each further word, until one is defined or has no reference.

    Parameters
    ----------
    references : word -> the words it refers to.
    defined : words with a definition that is not a reference.
    """
    way, seen = [to], {word, to}
    if word == to:
        return Followed((), True)
    while way[-1] in references and way[-1] not in defined:
        following = references[way[-1]][0]
        if following in seen:
            return Followed(tuple(way), True)
        seen.add(following)
        way.append(following)
    return Followed(tuple(way), False)
