"""Definitions that only name another word: "see X", "same as X", "variant of X"."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

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
