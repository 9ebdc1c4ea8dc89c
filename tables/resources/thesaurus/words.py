"""What counts as a word: a lemma with its part of speech, so that nouns are compared only with nouns."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from paragen.base.packages import optional_package
from paragen.text.tokenizer import Tokenizer

NOUN, VERB, ADJECTIVE, ADVERB, OTHER = "nvarx"
PARTS = (NOUN, VERB, ADJECTIVE, ADVERB)
"""Parts of speech that have a thesaurus; words of OTHER, names and pronouns, are features of these."""

_BY_TAG = {
    "NN": NOUN, "NNS": NOUN, "VB": VERB, "VBP": VERB, "VBZ": VERB, "VBG": VERB, "VBD": VERB, "VBN": VERB,
    "JJ": ADJECTIVE, "JJR": ADJECTIVE, "JJS": ADJECTIVE, "RB": ADVERB, "RBR": ADVERB, "RBS": ADVERB,
    "NNP": OTHER, "NNPS": OTHER, "PRP": OTHER,
}  # fmt: skip
_PENN = frozenset(
    "CC CD DT EX FW IN LS MD PDT POS PRP$ RP SYM TO UH WDT WP WP$ WRB HYPH ADD AFX NFP GW XX . , : `` '' -LRB- -RRB- $ #".split()
)
"""Penn tags of tokens that do not count as words here."""
_BY_UPOS = {"NOUN": NOUN, "VERB": VERB, "ADJ": ADJECTIVE, "ADV": ADVERB, "PROPN": OTHER, "PRON": OTHER}
_UPOS = {NOUN: "NOUN", VERB: "VERB", ADJECTIVE: "ADJ", ADVERB: "ADV"}
_BASE = frozenset(("NN", "VB", "JJ", "RB"))
"""Tags of forms that are their own lemma; not VBP, which "are" has."""
_NO_LEMMA = "_"
_NO_WORDS = frozenset({(VERB, "be"), (ADVERB, "not"), (ADVERB, "n't")})
"""Forms of "be" agree with their subject in ways that the tags do not show; nothing replaces "not"."""


class Word(NamedTuple):
    """A word of the thesaurus: part of speech, lemma."""

    part: str
    lemma: str


class Reading(NamedTuple):
    """A form as read in its sentence: the word, the form, and the Penn tag of the form ("" if unknown)."""

    word: Word
    form: str
    tag: str


class Reader:
    """Reads tokens of a parsed sentence.

    Parameters
    ----------
    lemmatise : returns the lemma for a form, its part of speech and its Penn tag, for parses without lemmas; None for
        `lemminflect`.
    """

    def __init__(self, lemmatise: Callable[[str, str, str], str] | None = None) -> None:
        self._lemmatise = lemmatise
        self._words = Tokenizer().words

    def text(self, form: str) -> str:
        """Return the lookup form of a token: its words, separated by spaces."""
        return " ".join(self._words(form))

    def reading(self, form: str, lemma: str, tag: str, upos: str) -> Reading | None:
        """Return the reading of a token, in lower case; None if it is not a word: marks, numbers, determiners."""
        part = part_of(tag, upos)
        text = self.text(form)
        if not part or not _is_word(text):
            return None
        if part == OTHER:
            return Reading(Word(OTHER, text), text, "")
        if lemma == _NO_LEMMA:
            self._lemmatise = self._lemmatise or _lemminflect()
            lemma = self._lemmatise(form, part, tag)
        word = Word(part, self.text(lemma))
        if not word.lemma or word in _NO_WORDS:
            return None
        return Reading(word, text, inflection_of(tag))


def part_of(tag: str, upos: str) -> str:
    """Return the part of speech by Penn tag, or else by UPOS; "" if it is not a word."""
    return "" if tag in _PENN else _BY_TAG.get(tag) or _BY_UPOS.get(upos, "")


def inflection_of(tag: str) -> str:
    """Return the Penn tag, with one for both the base form and the present tense, which look the same; "" if there is none."""
    return "VB" if tag == "VBP" else tag if tag in _BY_TAG else ""


def _is_word(text: str) -> bool:
    """Return whether a form is a word, rather than a number or a clitic ('s, 'll)."""
    return text[:1].isalpha() and not any(map(str.isdigit, text))


@cache
def _lemminflect() -> Callable[[str, str, str], str]:
    lemminflect: Any = optional_package("lemminflect", "Finding the lemmas of a parse without them", "mine")

    def lemma(form: str, part: str, tag: str) -> str:
        if tag in _BASE:
            return form
        # Its rules for unknown words work well for nouns and verbs, but make "oth" of "other".
        found = lemminflect.getLemma(form, _UPOS[part], lemmatize_oov=part in (NOUN, VERB))
        return str(found[0]).lower() if found else form

    return lemma
