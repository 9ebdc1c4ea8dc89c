"""English: makes ``a`` and ``an`` agree with the sound of the next word.

Spelling gives the sound of most words; lists cover the rest. Where usage is divided (herb), either form stays.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

_VOWELS = frozenset("aeiou")
# Letters whose names begin with a vowel: an X-ray, an MBA.
_VOWEL_LETTERS = frozenset("aefhilmnorsx")
_SILENT_H = ("hour", "honest", "honor", "honour", "heir")
_DIVIDED = ("herb",)
# Begin with the sound of "you" or "w": a university, a European, a one-way street, a user, a UFO.
_CONSONANT_SOUND = re.compile(
    r"""eu | ew | one(?:$|s$|\W|self) | once | ouija
    | u$ | u-                                   # the letter: a U-turn
    | uni(?!n|ss|dent|m(?!o)|r)                 # not uninformed, unidentified, unimportant
    | unani | us[aeu] | usurp | ut[aeio] | ubi | uk | ur[aei](?!$) | urol | ug[a] | ufo | uv | uvu | usb
    """,
    re.VERBOSE,
)
_VOWEL_SOUND = re.compile(r"8|11(?!\d)|11(?=,)|18(?!\d)|18(?=,)|x-|[fhlmnrs]-|yt")
_LETTERS = re.compile(r"[^A-Za-z.].*", re.DOTALL)
_SYLLABLE = re.compile(r"[^aeiou][aeiouy][^aeiou]$")
# After these, "a" is a letter: vitamin a, hepatitis a.
LETTERED = frozenset("vitamin hepatitis influenza grade class type plan section group schedule point option team series".split())
# Acronyms read as words although written in capitals: a NATO member.
_READ_AS_WORDS = frozenset("nasa nato unicef unesco laser nafta fifa hamas sars radar scuba sim lan ram rom".split())
# Acronyms read letter by letter that, in lower case, look like words.
_SPELLED = frozenset("mba mp mps mri nhs ngo ngos fbi sms html hiv lgbt rna rpg nfl nba sos fm hr lp led sat url".split())


def article(word: str) -> str | None:
    """Return the article that ``word`` takes, ``a`` or ``an``; None if either is right or neither is known to be."""
    plain = word.strip("'\"“”‘’()[]*_")
    if not plain.isascii():
        decomposed = unicodedata.normalize("NFD", plain)
        plain = "".join(char for char in decomposed if not unicodedata.combining(char))
    lower = plain.lower()
    if not lower or not lower[0].isascii() or not lower[0].isalnum() or lower.startswith(_DIVIDED):
        return None
    return "an" if _vowel_sound(plain, lower) else "a"


def _vowel_sound(plain: str, lower: str) -> bool:
    """Return whether a word begins with a vowel sound."""
    if _VOWEL_SOUND.match(lower):
        return True
    if lower[0].isdigit():
        return False
    head = _LETTERS.sub("", plain)
    letters = head.replace(".", "")
    if _is_spelled(letters, dotted="." in head[:-1]):
        return letters[0].lower() in _VOWEL_LETTERS
    if lower.startswith(_SILENT_H):
        return True
    return lower[0] in _VOWELS and not _CONSONANT_SOUND.match(lower)


def _is_spelled(letters: str, dotted: bool) -> bool:
    """Return whether ``letters`` are read one by one: MBA, U.S., X."""
    lower = letters.lower()
    if lower in _READ_AS_WORDS:
        return False
    if len(letters) == 1 or dotted or lower in _SPELLED:
        return True
    if not letters.isupper() or len(letters) > 4:
        return False
    return len(letters) == 2 or not _VOWELS & set(lower) or (len(letters) == 3 and not _SYLLABLE.match(lower))


def agreed(surface: str, following: str) -> str:
    """Return ``surface`` (an article as written) in the form that ``following`` requires, in the same case.

    Where no rule applies, the article stays.
    """
    wanted = article(following)
    if wanted is None or wanted == surface.lower():
        return surface
    if surface.isupper():
        return wanted.upper() if len(surface) > 1 or following.isupper() else wanted.capitalize()
    return wanted.capitalize() if surface[0].isupper() else wanted


class _Articles:
    """English articles; see :class:`paragen.text.languages.Agreement`."""

    words = frozenset(("a", "an"))
    adjacent = False

    def agreed(self, surface: str, following: str, replaced: str) -> str:
        return agreed(surface, following)

    def stays(self, surface: str, before: str, opens: bool) -> bool:
        return (surface == "A" and not opens) or (surface in ("a", "A") and before in LETTERED)

    def fits(self, left: str, source: Sequence[str], target: Sequence[str], right: str) -> bool:
        return True


ARTICLES = _Articles()
