"""Reduces the text of a sense to phrases that can replace its headword."""

from __future__ import annotations

import re
from typing import NamedTuple

from paragen.tables.inflection.function_words import ARTICLES, FUNCTION_WORDS, PARTICLES, PREPOSITIONS, RELATIVES
from paragen.tables.inflection.morphology import lemmas_of, parts_of
from paragen.tables.resources.dictionary.markup import alternatives, definition_of, is_out_of_use, without_markup
from paragen.tables.resources.dictionary.pos_rules import is_verbal, noun_head, substitute
from paragen.tables.resources.dictionary.sense import reference_of
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


_OR = re.compile(r",? or (?:else |rather |more |of |to )?|/")
_LIST = 2  # maximum words of an item in a list of synonyms


def separated(text: str, part: str) -> list[str]:
    """Return the alternative phrases in a definition without semicolons: "sad, gloomy or dark" has three, "bind or tie up" two.

    Parameters
    ----------
    text : a definition, as written.
    part : n, v, adj or adv.
    """
    pieces = [piece.strip() for piece in text.split(",")]
    pieces = [piece for piece in pieces if piece]
    if len(pieces) > 1:
        pieces = _of_list([*pieces[:-1], *_last(pieces[-1])], part)
    return [phrase for piece in pieces for phrase in _either(piece, part)]


def _last(piece: str) -> list[str]:
    """Split the end of a list: "dark or joyless"."""
    sides = piece.split(" or ")
    return sides if all(len(side.split()) == 1 for side in sides) else [piece]


def _of_list(pieces: list[str], part: str) -> list[str]:
    """Return synonyms separated by commas; for a noun with an addition after a comma, the part before it; otherwise nothing."""
    plain = [re.sub(r"^(?:or|to|an?|the) (?:to |an? |the )?", "", piece) for piece in pieces]
    with_article = [piece.split()[0].lower() in ARTICLES for piece in pieces if not piece.startswith("or ")]
    short = all(len(piece.split()) <= _LIST for piece in plain) and " and " not in f" {' '.join(pieces)} "
    if short and (part != "n" or all(with_article) or not any(with_article)):
        return [re.sub(r"^or ", "", piece) for piece in pieces]
    if part == "n" and len(pieces[0].split()) > _LIST and _adds(pieces[1].split()[0].lower()):
        return pieces[:1]
    return []


def _adds(word: str) -> bool:
    """Return whether a word begins an addition: "which", "of", "made", "having"."""
    participle = "VERB" not in parts_of(word) and any("VERB" in parts_of(lemma) for lemma in lemmas_of(word))
    return word in RELATIVES or word in PREPOSITIONS or participle


def _either(text: str, part: str) -> list[str]:
    """Return the phrases for both sides of "or": "tie or bind up" gives "tie up" and "bind up"."""
    sides = [side.split() for side in _OR.split(text)]
    if len(sides) == 1:
        return [text]
    if not all(sides):
        return []
    if "not" in sides[0] or "without" in sides[0]:  # in "not clever or quick", "quick" alone is the opposite
        return [" ".join(sides[0])] if len(sides[-1]) == 1 else []
    if all(len(side) == 1 for side in sides):
        return [side[0] for side in sides]
    if len(sides) > 2:
        return []
    left, right = sides
    if part == "v":
        return _either_verb(left[left[0].lower() == "to" :], right)
    if part == "n":
        return _either_noun(left, right)
    return [left[0], " ".join(right)] if len(left) == 1 and len(right) <= _LIST and right[0] not in FUNCTION_WORDS else []


def _either_verb(left: list[str], right: list[str]) -> list[str]:
    verb = "VERB" in parts_of(right[0].lower())
    if len(left) > 1 and len(right) == 1 and (not verb or "NOUN" in parts_of(right[0].lower())):
        return [" ".join(left)]  # "pay attention or heed"
    if not left or not verb or left[0].endswith("ly") or (len(left) > 1 and "NOUN" in parts_of(right[0].lower())):
        return []
    if len(left) > 1 or len(right) == 1:
        return [" ".join(left), " ".join(right)]
    return [" ".join([*left, *right[1:]]), " ".join(right)]


def _either_noun(left: list[str], right: list[str]) -> list[str]:
    """Split "a cup or a bowl", "a small or trifling matter", "a dispute or quarrel", "act or instance of leaving"."""
    if left[0].lower() in ARTICLES and right[0].lower() in ARTICLES:
        return [" ".join(left), " ".join(right)]
    bare = left[left[0].lower() in ARTICLES :]
    if not bare or any(word in PREPOSITIONS or word in RELATIVES for word in left):
        return []
    rest = next((i for i, word in enumerate(right) if i and (word in PREPOSITIONS or word in RELATIVES)), len(right))
    last, first = bare[-1].lower(), right[0].lower()
    if _modifies(first) and _modifies(last) and rest > 1:
        return [" ".join([*left, *right[1:]]), " ".join([*bare[:-1], *right])]
    if "NOUN" not in parts_of(last) or "NOUN" not in parts_of(right[rest - 1].lower()):
        return []
    whole = " ".join([*left, *right[rest:]])
    return [whole, " ".join(right)] if len(bare) == 1 else [whole]  # modifiers of the first noun may also belong to the second


def _modifies(word: str) -> bool:
    return "ADJ" in parts_of(word) or is_verbal(word)
