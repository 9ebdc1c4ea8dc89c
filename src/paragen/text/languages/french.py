"""The rules of French.

Small words are elided before a vowel, written in full before a consonant, and contracted with their article. Spelling gives the
sound of most words; lists cover the rest. Before a consonant, *l'* becomes *le* or *la*, by the gender of the new word, which is
not known here; so such a substitute does not fit.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from paragen.base.patterns import lazy_pattern
from paragen.text.languages import Language, number_pattern

_VOWELS = frozenset("aeiou")
# Beginnings of words with an aspirated h, before which nothing is elided: le héros, la haine.
_ASPIRATED = tuple(
    """
    ha heaume hein heler hennir herisser herisson hernie heron heros herse hetre heurt hibou hideu hierarch hi-fi hip-hop hippie
    hisse hobby hoche hochet hockey hold-up holland homard hong honni honte hoquet horde hors hot-dog hotte houblon houe houill
    houle houpp houss houx hublot huche huee huguenot huit hulul hun hurl huron hussard hutte
    """.split()
)
_MUTE = tuple("habi hagiogr haleine hallucin halogen haltere hameco harmon huitre".split())
# These begin with a vowel but take no elision: le onze, le oui, le yaourt.
_NO_ELISION = frozenset("onze onzieme onziemes oui ouistiti ouistitis uhlan uhlans".split())
_ELIDED_Y = ("yeux", "yeuse", "yonne", "york")
# Before these, ce is a pronoun: c'est. Before other vowels it points at a noun: cet ami.
_AFTER_C = frozenset("est était étaient étais eût eut en".split())
# No noun begins a phrase with these, so an adjective before them stays: un beau et grand jardin.
_NO_NOUN = frozenset(
    "et ou à a ont est en au aux était avait étaient avaient on il elle ils elles un une y où ainsi avec aussi".split()
)

_PLAIN = {  # the word in full: before a vowel
    "le": "l'", "la": "l'", "je": "j'", "me": "m'", "te": "t'", "se": "s'", "de": "d'", "ne": "n'", "que": "qu'",
    "jusque": "jusqu'", "lorsque": "lorsqu'", "puisque": "puisqu'", "quoique": "quoiqu'",
    "ma": "mon", "ta": "ton", "sa": "son", "du": "de l'", "au": "à l'",
}  # fmt: skip
_BEFORE_NOUN = {"ce": "cet", "beau": "bel", "nouveau": "nouvel", "vieux": "vieil"}
_IN_FULL = {
    **{elided: full for full, elided in _PLAIN.items() if elided.endswith("'") and elided not in ("l'", "de l'", "à l'", "s'")},
    "c'": "ce", **{elided: full for full, elided in _BEFORE_NOUN.items()},
}  # fmt: skip
_AGAIN = ("à", "de")  # à nouveau, de nouveau: no noun follows
_CONTRACTED = (("de", "le"), ("de", "les"), ("à", "le"), ("à", "les"))  # du, des, au, aux
_THIRD_PERSON = ("il", "ils")


def elides(word: str) -> bool:
    """Return whether *le* becomes *l'* before ``word``."""
    decomposed = unicodedata.normalize("NFD", word.strip("'\"“”‘’()[]«»*_")).replace("œ", "oe").replace("æ", "ae")
    plain = "".join(char for char in decomposed if not unicodedata.combining(char))
    lower = plain.lower().replace("œ", "oe").replace("æ", "ae")
    if not lower or lower in _NO_ELISION:
        return False
    if lower[0] == "y":
        return lower == "y" or lower.startswith(_ELIDED_Y) or lower[1] not in _VOWELS
    if lower[0] == "h":
        return lower.startswith(_MUTE) or not lower.startswith(_ASPIRATED)
    return lower[0] in _VOWELS


class _Elision:
    """Words that are elided or contracted; see :class:`paragen.text.languages.Agreement`."""

    words = frozenset((*_PLAIN, *_BEFORE_NOUN, *_IN_FULL, "si", "s'"))
    adjacent = True

    def agreed(self, surface: str, following: str, replaced: str) -> str:
        word, after = surface.replace("’", "'").lower(), following.replace("’", "'").lower()
        wanted = _form(word, after, replaced.lower())
        if wanted == word:
            return surface
        return wanted[0].upper() + wanted[1:] if surface[0].isupper() else wanted

    def stays(self, surface: str, before: str, opens: bool) -> bool:
        return surface.lower() == "nouveau" and before.lower() in _AGAIN

    def fits(self, left: str, source: Sequence[str], target: Sequence[str], right: str) -> bool:
        if target and list(map(_in_full, source)) == list(map(_in_full, _ending(target, right))):
            return False  # it would read as before
        first, last = (target[0], target[-1]) if target else (right, left)
        if left.lower() == "l'" and first and not elides(first):
            return False
        if last == "l'" and target and right and not elides(right):
            return False
        new = [(left, first)] + ([(last, right)] if target else [])
        old = [(left, source[0]), (source[-1], right)]
        return not any(_lower(pair) in _CONTRACTED and pair not in old for pair in new)


def _ending(words: Sequence[str], right: str) -> list[str]:
    """Return words, the last one agreeing with the word that follows."""
    return [*words[:-1], *_form(words[-1], right.lower(), "").split(" ")]


def _in_full(word: str) -> str:
    return _IN_FULL.get(word, word)


def _lower(pair: tuple[str, str]) -> tuple[str, str]:
    return pair[0].lower(), pair[1].lower()


def _form(word: str, after: str, replaced: str) -> str:
    """Return a word in the form required by the word ``after`` it; ``replaced`` is the word that followed before the edit."""
    if not after:
        return word
    if word in ("si", "s'"):
        if after in _THIRD_PERSON:
            return "s'"
        if word == "si" or replaced in _THIRD_PERSON:
            return "si"
        return "s'" if elides(after) else "se"
    if not elides(after):
        return _IN_FULL.get(word, word)
    if word in ("ce", "c'"):
        return "c'" if after in _AFTER_C else "cet" if word == "ce" and after not in _NO_NOUN else word
    if word in _BEFORE_NOUN:
        return word if after in _NO_NOUN else _BEFORE_NOUN[word]
    return _PLAIN.get(word, word)


ELISION = _Elision()

_MONTH = r"(?i:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)\b"
_BEFORE_NAMES = frozenset(
    """
    le la les l' un une des du de d' au aux à en dans par pour sur sous avec sans chez vers contre entre depuis pendant avant
    après selon malgré devant derrière et ou mais donc car ni or que qu' qui quand comme si lorsque lorsqu' puisque puisqu'
    ce c' cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs je j' tu il elle on nous vous ils elles
    y ne n' se s' me m' te t' est sont était étaient sera seront a ont avait avaient aura ici là alors ainsi aussi aujourd'hui
    hier demain puis enfin pourtant cependant toutefois même tout toute tous toutes chaque aucun aucune quel quelle quels quelles
    pourquoi comment où combien non oui jamais
    """.split()
)
_ABBREVIATIONS = tuple(
    "m mm mme mmes mlle mlles dr pr st ste etc av env art chap éd vol janv févr avr juill sept oct nov déc".split()
)

FRENCH = Language(
    code="fr",
    name="French",
    elided=tuple("l d j m t s c ç n qu jusqu lorsqu puisqu quoiqu".split()),
    abbreviations=_ABBREVIATIONS,
    before_names=_BEFORE_NAMES,
    before_names_end="ment",
    numbers=number_pattern("cents? mille millions? milliards? billions? douzaines?".split() + ["pour cent"]),
    # 3 mai, 1er mai, mai 2010
    dates=lazy_pattern(rf"(?<=\d )(?:de )?{_MONTH}|(?<=\der ){_MONTH}|\b{_MONTH}(?= \d)"),
    opening=frozenset("( [ { « “ ‘ ` `` #".split()),
    closing=frozenset(", . ; : ! ? % ) ] } … ' '' » ’ ” ‰ °".split()),
    spaced_before=frozenset("; : ! ? »".split()),
    spaced_after=frozenset("«"),
    quotes=("«“", "»”", '"'),
    agreement=ELISION,
    guards=("negation", "quantities", "marks"),
)
