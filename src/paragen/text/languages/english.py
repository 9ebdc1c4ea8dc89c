"""The rules of English.

``a`` and ``an`` agree with the sound of the next word: spelling gives the sound of most words, lists cover the rest. Where usage
is divided (herb), either form stays.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from paragen.base.packages import package_folder
from paragen.base.patterns import lazy_pattern
from paragen.text.languages import Language, Names, number_pattern

_VOWELS = frozenset("aeiou")
# Letters whose names begin with a vowel: an X-ray, an MBA.
_VOWEL_LETTERS = frozenset("aefhilmnorsx")
_SILENT_H = ("hour", "honest", "honor", "honour", "heir")
_DIVIDED = ("herb",)
# Begin with the sound of "you" or "w": a university, a European, a one-way street, a user, a UFO.
_CONSONANT_SOUND = lazy_pattern(
    r"""eu | ew | one(?:$|s$|\W|self) | once | ouija
    | u$ | u-                                   # the letter: a U-turn
    | uni(?!n|ss|dent|m(?!o)|r)                 # not uninformed, unidentified, unimportant
    | unani | us[aeu] | usurp | ut[aeio] | ubi | uk | ur[aei](?!$) | urol | ug[a] | ufo | uv | uvu | usb
    """,
    re.VERBOSE,
)
_VOWEL_SOUND = lazy_pattern(r"8|11(?!\d)|11(?=,)|18(?!\d)|18(?=,)|x-|[fhlmnrs]-|yt")
_LETTERS = lazy_pattern(r"[^A-Za-z.].*", re.DOTALL)
_SYLLABLE = lazy_pattern(r"[^aeiou][aeiouy][^aeiou]$")
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

_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    r"|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b"
)


def _listed(file: str) -> list[str]:
    """Return the words of a file of this folder.

    They were counted in the openly licensed texts that docs/starter-pack.md names. Inside of sentences they have a capital nearly
    everywhere, 12 times and more in two texts or more; or at times, one time of ten and more in three texts or more.
    """
    return (package_folder("paragen.text.languages") / file).read_text(encoding="utf-8").split()


# Always capitalised, beside those of the file. Omitted, since they are ordinary words too: may, march, polish, turkey, china.
_ALWAYS_CAPITAL = frozenset(
    """
    i i'm i'd i've i'll tuesdays august ramadan hanukkah halloween welsh catholic protestant bible holland brussels mr.
    mrs. ms. dr. prof.
    """.split()
).union(_listed("english_names.txt"))
_ALWAYS_UPPER = frozenset(
    "u.s. u.s.a. u.k. u.n. e.u. tv usa uk eu nato nasa dna rna hiv ceo cfo gdp ngo pc cd dvd fbi cia bbc nhs asap faq diy"
    " gps ok".split()
)
_PROPER: Names = {
    "united": (("united", "states"), ("united", "kingdom"), ("united", "nations")),
    "european": (("european", "union"),),
    "great": (("great", "britain"),),
    "new": (("new", "york"), ("new", "zealand")),
    "north": (("north", "america"), ("north", "korea")),
    "south": (("south", "america"), ("south", "africa"), ("south", "korea")),
    "white": (("white", "house"),),
    "middle": (("middle", "east"),),
}
# Words that may begin a sentence right before a name without being part of it (so may words in -ly).
_BEFORE_NAMES = frozenset(
    """
    a an the this that these those some any many most all both each every no another other such his her its their our my
    your whose which what who when where why how while if whether because since although though unless until once and but
    or nor so yet as at by for from in into of off on onto out over to toward towards up with within without about above
    across after against along amid among around before behind below beneath beside besides between beyond despite down
    during except inside like near outside past per plus through throughout under unlike via than then there here now
    today yesterday tomorrow tonight also again still even just only meanwhile however moreover furthermore nevertheless
    instead perhaps maybe thus therefore not never yes well oh according
    is are was were be been am has have had do does did will would can could may might must shall should
    it he she they we you i one two three four five six seven eight nine ten
    """.split()
)

ENGLISH = Language(
    code="en",
    name="English",
    cased=False,
    clitics=("s", "re", "ve", "ll", "d", "m"),  # never n't: "don't" is one word
    # Words that also end sentences ("no.", "co.") are not included.
    abbreviations=tuple(
        "mr mrs ms dr prof st jr sr vs etc gen sen rep gov lt col capt sgt inc ltd corp ph.d jan feb aug sept oct nov dec".split()
    ),
    always_capital=_ALWAYS_CAPITAL,
    at_times_capital=frozenset(_listed("english_words_and_names.txt")),
    spoke=frozenset("said says told added announced".split()),
    always_upper=_ALWAYS_UPPER,
    proper=_PROPER,
    small=frozenset("a an and as at but by for from in into nor of on or the to vs vs. with".split()),
    before_names=_BEFORE_NAMES,
    before_names_end="ly",
    numbers=number_pattern("hundred thousand million billion trillion bn dozen percent".split() + ["per cent"]),
    # A month beside a number belongs to a date: May 5, 5 May, 5th of May.
    dates=lazy_pattern(rf"\b{_MONTH}\.?(?=,? \d)|(?<=\d )(?:of )?{_MONTH}|(?<=\d(?:st|nd|rd|th) )(?:of )?{_MONTH}"),
    opening=frozenset("( [ { $ € £ ¥ # « “ ‘ ` `` ¿ ¡".split()),
    quotes=("“„«", "”»", '"'),
    agreement=ARTICLES,
    guards=("negation", "opposites", "quantities", "hedges", "terms", "syntax", "variety"),
)
