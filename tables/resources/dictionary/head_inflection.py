"""Inflects headword and definition together: the verb of both, or the noun of both."""

from __future__ import annotations

from collections.abc import Iterator

from paragen.tables.resources.dictionary.pos_rules import is_gerund, noun_head, second_verb, verb_head
from paragen.tables.resources.inflection.function_words import PARTICLES, PREPOSITIONS
from paragen.tables.resources.inflection.inflect import Side
from paragen.tables.resources.inflection.morphology import VERB_TAGS, parts_of
from paragen.tables.resources.inflection.plain import adjective_forms, noun_forms, verb_forms

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
        target = _side(phrase, head)
        tags = VERB_TAGS if _takes_object(target, part) else ("VBN",)
        yield from verb_forms(_side(headword, 0), target, tags, also=second - head - 1 if second > 0 else None)
    elif part == "n" and not is_gerund(phrase.split(" ")):
        yield from noun_forms(_side(headword, noun_head(headword.split(" "))), _side(phrase, noun_head(phrase.split(" "))))
    elif part == "adj":
        yield from adjective_forms(headword, phrase)
    else:
        yield headword, phrase


def _side(phrase: str, head: int) -> Side:
    words = phrase.split(" ")
    return Side(words[:head], words[head], words[head + 1 :])


def _takes_object(target: Side, part: str) -> bool:
    """Return whether the definition of a verb can replace the verb, with or without an object."""
    rest = target.after
    if part == "vi" or not rest or rest[-1] in PREPOSITIONS or rest[-1] in PARTICLES:
        return True
    if part == "vt":
        return False
    inner = rest[0] in PREPOSITIONS or rest[0] == "to" or all(parts_of(word) & {"ADJ", "ADV"} for word in rest)
    return not (target.head in _CAUSATIVES and inner)
