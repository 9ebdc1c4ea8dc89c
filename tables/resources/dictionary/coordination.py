"""Resolves coordinations: "sad, gloomy or dark" is three definitions, "bind or tie up" is "bind up" and "tie up"."""

from __future__ import annotations

import re

from paragen.tables.resources.dictionary.pos_rules import is_verbal
from paragen.tables.resources.inflection.function_words import ARTICLES, FUNCTION_WORDS, PREPOSITIONS, RELATIVES
from paragen.tables.resources.inflection.morphology import lemmas_of, parts_of

_OR = re.compile(r",? or (?:else |rather |more |of |to )?|/")
_LIST = 2  # maximum words of an item in a list of synonyms


def separated(text: str, part: str) -> list[str]:
    """Return the alternative phrases in a definition without semicolons.

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
