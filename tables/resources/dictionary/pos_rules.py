"""Makes a definition fit in place of its headword: rules for what may replace a verb, noun, adjective or adverb."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from paragen.tables.inflection.function_words import (
    ARTICLES,
    CONJUNCTIONS,
    DETERMINERS,
    FUNCTION_WORDS,
    PARTICLES,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
)
from paragen.tables.inflection.inflect import Side, adjective_forms, noun_forms, verb_forms
from paragen.tables.inflection.morphology import VERB_TAGS, lemmas_of, parts_of

Words = list[str]

_NO_END = ARTICLES | CONJUNCTIONS | DETERMINERS | RELATIVES | frozenset(("etc", "very", "not", "be", "is", "are"))
_PERSON = frozenset("one someone somebody anyone anybody he she person".split())
_THING = frozenset("something anything that thing".split())
_ACTS = frozenset("act action process practice instance".split())
_STATES = frozenset("state quality condition fact property character".split())
# These followed by "of" make phrases that say nothing of the meaning: "one of the genera".
_NO_NOUN = frozenset(
    "any one some each either certain various several name member kind sort type species genus variety part".split()
)
_NO_ADJECTIVE = frozenset(
    "of relating related pertaining having possessing showing containing consisting characterized "
    "characterised marked resembling being belonging made formed used occurring occuring causing tending "
    "involving producing composed covered furnished provided exhibiting contrasted opposed distinguished "
    "expressing denoting designating especially concerned concerning based situated located lying living "
    "growing given serving abounding affected caused performed done that which who as such same like more most "
    "to from by for with".split()
)
_VAGUE = frozenset("specified certain various etc especially usually".split())
"""Words which say that the meaning varies with the context."""
_SINGULAR = frozenset((("is", "a"), ("is", "an"), ("is", "the")))
_PLACES = frozenset("in at on out without under beyond near".split())


def substitute(words: Words, part: str) -> Words | None:
    """Return the words that can replace a headword of that part of speech; None if there are none.

    Parameters
    ----------
    words : lookup forms of the words of a definition.
    part : n, nm, v, vt, vi, adj or adv.
    """
    if not words:
        return None
    made = _MAKERS[part](words) if _VAGUE.isdisjoint(words) else None
    if not made or made[-1] in _NO_END or (made[-1] in PREPOSITIONS - PARTICLES and part not in ("v", "vt")):
        return None
    return made


def verb_head(words: Words) -> int:
    """Return the index of the verb in a verb phrase, which adverbs may precede."""
    return next((i for i, word in enumerate(words[:-1]) if not word.endswith("ly") or "VERB" in parts_of(word)), len(words) - 1)


def second_verb(words: Words) -> int:
    """Return the index of a second verb after "and": "take and keep", "sit down and rest"; -1 if there is none."""
    first = verb_head(words)
    for i in range(first + 2, len(words)):
        parts = parts_of(words[i])
        if words[i - 1] == "and" and "VERB" in parts and (i == first + 2 or parts.isdisjoint(("NOUN", "ADJ", "ADV"))):
            return i
    return -1


def noun_head(words: Words) -> int:
    """Return the index of a noun phrase's head, which comes before the first preposition, relative pronoun or participle."""
    return next((i for i in range(1, len(words)) if _ends_noun(words, i)), len(words)) - 1


def _ends_noun(words: Words, i: int) -> bool:
    word, following = words[i], words[i + 1] if i + 1 < len(words) else ""
    if word in PREPOSITIONS or word in RELATIVES or word == "to":
        return True
    return _is_participle(word) or (
        is_verbal(word) and (following in PREPOSITIONS or following in ARTICLES) and following != "of"
    )


def _is_participle(word: str) -> bool:
    return word.endswith(("ed", "en", "wn", "ing")) and not parts_of(word) and is_verbal(word)


def is_verbal(word: str) -> bool:
    """Return whether a word may be a verb in a form other than the base form."""
    return word.endswith(("ed", "en", "wn", "ing")) and any("VERB" in parts_of(lemma) for lemma in lemmas_of(word) - {word})


def _verb(words: Words) -> Words | None:
    words = words[1:] if words[0] == "to" else words
    if not words or not PRONOUNS.isdisjoint(words):
        return None
    head = words[verb_head(words)]
    return words if "VERB" in parts_of(head) or (len(words) == 1 and len(lemmas_of(head)) == 1 and not parts_of(head)) else None


def _noun(words: Words) -> Words | None:
    words = words[1:] if words[0] in ARTICLES else words
    if len(words) > 2 and words[0] in _PERSON and words[1] in ("who", "that"):
        return ["person", "who", *words[2:]]
    if len(words) > 2 and words[0] in _THING and words[1] in ("which", "that"):
        return ["thing", "that", *words[2:]]
    if len(words) > 2 and words[1] == "of" and (words[0] in _STATES or (words[0] in _ACTS and words[2] == "being")):
        return None  # "state of being free" can seldom replace "freedom"
    if len(words) > 2 and words[1] == "of" and words[0] in _ACTS and words[2].endswith("ing"):
        return words[2:]
    if not words or words[0] in FUNCTION_WORDS or (words[0] in _NO_NOUN and "of" in words[1:3]):
        return None
    end = noun_head(words)
    head, last = words[end], words[-1]
    if not PRONOUNS.isdisjoint(words) or any(pair in _SINGULAR for pair in zip(words, words[1:], strict=False)):
        return None
    if not ARTICLES.isdisjoint(words[:end]) or (parts_of(last) == {"ADJ"} and words[-2:-1] not in (["is"], ["are"])):
        return None
    return (
        words
        if "NOUN" in parts_of(head) or (len(lemmas_of(head)) == 1 and not parts_of(head) and not _seems_plural(head))
        else None
    )


def _seems_plural(word: str) -> bool:
    return word.endswith("s") and not word.endswith(("ss", "us", "is"))


def is_gerund(words: Words) -> bool:
    """Return whether a noun phrase begins with a verb in -ing: "leaving a place"."""
    return len(words) > 1 and words[0].endswith("ing") and is_verbal(words[0])


def _adjective(words: Words) -> Words | None:
    first, last = words[0], words[-1]
    if first in _NO_ADJECTIVE or not PRONOUNS.isdisjoint(words) or first in ARTICLES:
        return None
    if len(words) == 1:
        return words if _describes(first) or not parts_of(first) else None
    if all(_describes(word) or word.endswith("ly") or word in ("and", "very", "not", "too", "so", "well") for word in words):
        return words if _describes(last) else None
    head = next((i for i, word in enumerate(words) if not word.endswith("ly") and word not in ("not", "very")), 0)
    leads = _describes(words[head]) and head + 1 < len(words) and words[head + 1] in PREPOSITIONS
    return words if leads or first in _PLACES else None


def _describes(word: str) -> bool:
    return "ADJ" in parts_of(word) or _is_participle(word)


def _adverb(words: Words) -> Words | None:
    if len(words) == 1:
        return words if "ADV" in parts_of(words[0]) or not parts_of(words[0]) else None
    if words[0] in PREPOSITIONS or all("ADV" in parts_of(word) or word == "and" for word in words):
        return words if PRONOUNS.isdisjoint(words) else None
    return None


_MAKERS: dict[str, Callable[[Words], Words | None]] = {
    "n": _noun, "nm": _noun, "v": _verb, "vt": _verb, "vi": _verb, "adj": _adjective, "adv": _adverb,
}  # fmt: skip


_CAUSATIVES = frozenset(
    "make render cause put treat cover provide furnish deprive supply fill free clear rid keep hold cause".split()
)


def inflected(headword: str, phrase: str, part: str) -> Iterator[tuple[str, str]]:
    """Yield headword and definition in the forms of their part of speech, the uninflected first.

    A transitive verb whose definition cannot take an object at its end ("treat with scorn") is replaced only as a participle:
    "was treated with scorn".
    """
    if part in ("v", "vt", "vi"):
        words = phrase.split(" ")
        head, second = verb_head(words), second_verb(words)
        target = Side.cut(words, head)
        tags = VERB_TAGS if _takes_object(target, part) else ("VBN",)
        yield from verb_forms(Side.cut(headword.split(" "), 0), target, tags, also=second - head - 1 if second > 0 else None)
    elif part == "n" and not is_gerund(phrase.split(" ")):
        sides = headword.split(" "), phrase.split(" ")
        yield from noun_forms(*(Side.cut(words, noun_head(words)) for words in sides))
    elif part == "adj":
        yield from adjective_forms(headword, phrase)
    else:
        yield headword, phrase


def _takes_object(target: Side, part: str) -> bool:
    """Return whether the definition of a verb can replace the verb, with or without an object."""
    rest = target.after
    if part == "vi" or not rest or rest[-1] in PREPOSITIONS or rest[-1] in PARTICLES:
        return True
    if part == "vt":
        return False
    inner = rest[0] in PREPOSITIONS or rest[0] == "to" or all(parts_of(word) & {"ADJ", "ADV"} for word in rest)
    return not (target.head in _CAUSATIVES and inner)
