"""Reduces the text of a sense to phrases that can replace its headword."""

from __future__ import annotations

from typing import NamedTuple

from paragen.tables.resources.dictionary.coordination import separated
from paragen.tables.resources.dictionary.markup import alternatives, definition_of, is_out_of_use, without_markup
from paragen.tables.resources.dictionary.pos_rules import noun_head, substitute
from paragen.tables.resources.dictionary.references import reference_of
from paragen.tables.resources.inflection.function_words import ARTICLES, FUNCTION_WORDS, PARTICLES, PREPOSITIONS
from paragen.tables.resources.inflection.morphology import lemmas_of, parts_of
from paragen.text.tokenizer import Tokenizer

_LONGEST = 2000  # characters; anything longer is an article rather than a definition

_LONGEST_WORD = 40

_words = Tokenizer().words
_PARTS = {"NOUN": "n", "VERB": "v", "ADJ": "adj", "ADV": "adv"}


class Candidate(NamedTuple):
    """A phrase that may replace a headword (lookup forms, separated by spaces), and the part of speech of both."""

    phrase: str
    part: str


class CutSense(NamedTuple):
    """The result of cutting the definition of a sense.

    Attributes
    ----------
    candidates : in the order of the text.
    reference : the word that it refers to instead, in lookup form, or "".
    reason : why it has neither.
    """

    candidates: tuple[Candidate, ...] = ()
    reference: str = ""
    reason: str = ""


def lookup(text: str) -> str:
    """Return the lookup form of a phrase."""
    return " ".join(_words(text))


def cut_sense(headword: str, part: str, text: str, max_words: int) -> CutSense:
    """Reduce the text of a sense to phrases.

    Parameters
    ----------
    headword : its lookup form.
    part : one of `paragen.tables.resources.dictionary.sense.PARTS`; if "", it is inferred from the text and the words.
    text : as in the dictionary.
    max_words : maximum words of a candidate.
    """
    text = without_markup(text[:_LONGEST])
    if is_out_of_use(text):
        return CutSense(reason="senses out of use")
    if referred := reference_of(text, part):
        return CutSense(reference=lookup(referred))
    definition = definition_of(text)
    if not definition:
        return CutSense(reason="empty definitions")
    own = own_lemmas(headword)
    found: dict[Candidate, None] = {}
    reason = "definitions that cannot replace their headword"
    for alternative in alternatives(definition):
        meant = part or _part_of(alternative, headword)
        for phrase in separated(alternative, _PLAIN.get(meant, meant)) if meant else ():
            words = substitute(_words(phrase), meant)
            if not words:
                break  # the others depend on the first: "having fitness, propriety or grace"
            if not all(map(_is_word, words)):
                continue
            if f" {headword} " in f" {' '.join(words)} " or any(not own.isdisjoint(lemmas_of(word)) for word in words):
                reason = "definitions that contain their headword"
            elif len(words) > max_words:
                reason = "definitions that are too long"
            elif any(word not in FUNCTION_WORDS for word in words):
                found[Candidate(" ".join(words), meant)] = None
    return CutSense(tuple(found)) if found else CutSense(reason=reason)


def own_lemmas(headword: str) -> frozenset[str]:
    """Return the words a headword's definition may not have: the lemmas of its head; a "heat shield" may guard against "heat"."""
    words = headword.split(" ")
    heads = {
        words[0] if words[-1] in PARTICLES or words[-1] in PREPOSITIONS else words[noun_head(words)]
    } - FUNCTION_WORDS or words
    return frozenset(lemma for word in heads for lemma in lemmas_of(word)) - FUNCTION_WORDS


_PLAIN = {"nm": "n", "vt": "v", "vi": "v"}


def _is_word(word: str) -> bool:
    return len(word) <= _LONGEST_WORD and word[0].isalpha() and word.replace("-", "").replace("'", "").isalpha()


def _part_of(text: str, headword: str) -> str:
    """Infer the part of speech from how the definition begins, or from what both it and the headword may be; "" if unknown."""
    words = _words(text)
    if not words:
        return ""
    if words[0] == "to" and len(words) > 1:
        return "v"
    if words[0] in ARTICLES or (len(words) > 2 and words[1] in ("who", "that", "which")):
        return "n"
    last = headword.split(" ")[-1]
    shared = [part for part in _PARTS if part in parts_of(last) and (len(words) > 1 or part in parts_of(words[0]))]
    if len(shared) == 1:
        return _PARTS[shared[0]]
    if len(words) == 1 and "NOUN" in shared:
        return "nm"  # synonyms in more than one part of speech: not inflected
    if not shared and not parts_of(last) and len(words) == 1 and len(parts_of(words[0])) == 1:
        return _PARTS[next(iter(parts_of(words[0])))]
    return ""
