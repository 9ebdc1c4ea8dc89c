"""Slots of paraphrase patterns [Z09]: ``take [NN_1] into consideration``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

from paragen.base.errors import Unexpected

NOUNS = ("NN", "NNS", "NNP", "NNPS")
VERBS = ("VB", "VBD", "VBG", "VBN", "VBP", "VBZ")
ADJECTIVES = ("JJ", "JJR", "JJS")
NUMBER, QUOTE, PHRASE, REST = "CD", "QUOTE", "NP", "REST"
CLAUSES, SHORT_CLAUSES = ("SN", "SP"), ("SSN", "SSP")
CLASSES = {"N": NOUNS, "V": VERBS, "J": ADJECTIVES, "S": CLAUSES, "SS": SHORT_CLAUSES}
"""Classes, for patterns written by hand: each stands for any of its tags."""
SLOT_TAGS = (*NOUNS, *VERBS, *ADJECTIVES, NUMBER, QUOTE, PHRASE, REST, *CLAUSES, *SHORT_CLAUSES, *CLASSES)
"""Kinds of slots: by the tag of the filler's head; for numbers with their units; for quotations; for noun phrases with all that
belongs to them, the rest of a sentence, finite clauses, and short ones, with a noun or a pronoun as subject."""
MAX_SLOTS = 4
BEGIN, END = "<s>", "</s>"
"""First and last word of a pattern that matches only at the beginning or end of a sentence, on both sides of its pair."""

_SLOT = r"\[\p{Lu}+_[1-9]\]"
_ASCII_SLOT = r"(\[[A-Z]+_[1-9]\])"
_KNOWN = frozenset(f"[{tag}_{number}]" for tag in SLOT_TAGS for number in range(1, 10))
_NEARLY = r"\[\p{Lu}+\p{N}*\]|\[\p{L}+[_,-]\p{N}*\]|\[\p{L}+_\p{N}+|\p{L}+_\p{N}+\]"

Cut = Callable[[str], Sequence[str]]


@cache
def _compiled(pattern: str) -> Any:
    """Compile a pattern when it is first needed, for a quick start."""
    import regex

    return regex.compile(pattern)


class BadPattern(Unexpected):
    """An invalid pattern, or pair of patterns."""


def slot(tag: str, number: int) -> str:
    """Return the slot of a tag and a number, as written in patterns."""
    return f"[{tag}_{number}]"


def slot_parts(word: str) -> tuple[str, int] | None:
    """Return the tag and the number of a slot; None for an ordinary word."""
    return _slot_parts(word) if word[:1] == "[" else None


@lru_cache(maxsize=1024)
def _slot_parts(word: str) -> tuple[str, int] | None:
    return (word[1:-3], int(word[-2])) if _compiled(_SLOT).fullmatch(word) else None


def slots_of(words: Iterable[str]) -> list[str]:
    """Return the slots among the words of a pattern, in order."""
    return [word for word in words if slot_parts(word)]


def pattern_words(text: str, cut: Cut = str.split) -> list[str]:
    """Return the words and slots of a pattern.

    Parameters
    ----------
    text : the pattern.
    cut : splits the text between slots into words.

    Raises
    ------
    BadPattern : a slot of another tag or form, more than :data:`MAX_SLOTS`, the same slot twice, or :data:`BEGIN` or :data:`END`
        out of place.
    """
    return _words_and_slots(text, cut)[0]


def _words_and_slots(text: str, cut: Cut) -> tuple[list[str], list[str]]:
    """Return the words and slots of a pattern, and its slots alone; see `pattern_words`."""
    if BEGIN in text or END in text:
        return _at_ends(text, cut)
    if "[" not in text and "]" not in text:
        return list(cut(text)), []
    first, *rest = _split(text)
    words = list(cut(first))
    slots = rest[::2]
    for name, following in zip(slots, rest[1::2], strict=True):
        if name not in _KNOWN:
            raise BadPattern(f"the slot {name}", f"a tag among {' '.join(SLOT_TAGS)}")
        words.append(name)
        words += cut(following)
    if len(slots) > MAX_SLOTS:
        raise BadPattern(f"{len(slots)} slots in {text!r}", f"{MAX_SLOTS} or fewer")
    if len(set(slots)) < len(slots):
        raise BadPattern(f"the slot {Counter(slots).most_common(1)[0][0]} twice in {text!r}", "each once")
    return words, slots


def _at_ends(text: str, cut: Cut) -> tuple[list[str], list[str]]:
    """Return the words and slots of a pattern with the beginning or the end of a sentence in it, and its slots alone."""
    begins, ends = text.startswith(f"{BEGIN} "), text.endswith(f" {END}")
    between = text[len(BEGIN) if begins else 0 : -len(END) if ends else None]
    for mark, place in ((BEGIN, "first"), (END, "last")):
        if mark in between:
            raise BadPattern(f"{mark} in {text!r}", f"it to stand {place}, if at all")
    words, slots = _words_and_slots(between, cut)
    return [*([BEGIN] if begins else []), *words, *([END] if ends else [])], slots


def _split(text: str) -> list[str]:
    """Return what is before the first slot of a text, the slot, what is after it, the next slot, and so on."""
    parts: list[str] = _ascii_slots().split(text)  # four times as fast as with the other pattern
    if text.count("[") == text.count("]") == len(parts) // 2:
        return parts
    parts = _compiled(f"({_SLOT})").split(text)
    for between in parts[::2]:
        if nearly := _compiled(_NEARLY).search(between):
            raise BadPattern(f"{nearly[0]!r}", "slots as [NN_1]")
    return parts


@cache
def _ascii_slots() -> re.Pattern[str]:
    return re.compile(_ASCII_SLOT)


def pattern_pair(source: str, target: str, cut: Cut = str.split) -> tuple[list[str], list[str]]:
    """Return the words of both sides of a pair, the slots of each tag numbered from 1 in the order of the source.

    Raises
    ------
    BadPattern : see :func:`pattern_words`; also if the sides have different slots, only one has :data:`BEGIN` or :data:`END`, or
        the source consists of slots only.
    """
    (one, slots), (other, others) = _words_and_slots(source, cut), _words_and_slots(target, cut)
    if set(slots) != set(others) or (BEGIN in one) != (BEGIN in other) or (END in one) != (END in other):
        raise BadPattern(f"{source!r} and {target!r}", f"the same slots on both sides, and {BEGIN} or {END} on both or neither")
    if len(slots) == len(one):
        raise BadPattern(f"{source!r}", "a word beside the slots")
    if renamed := _renamed(tuple(slots)):
        return [renamed.get(word, word) for word in one], [renamed.get(word, word) for word in other]
    return one, other


@lru_cache(maxsize=1024)
def _renamed(slots: tuple[str, ...]) -> dict[str, str]:
    """Return new names of slots, those of each tag numbered from 1 in their order; nothing if they are."""
    numbers: Counter[str] = Counter()
    renamed: dict[str, str] = {}
    for name in slots:
        tag = _tag(name)
        numbers[tag] += 1
        renamed[name] = slot(tag, numbers[tag])
    return {} if all(name == new for name, new in renamed.items()) else renamed


def _tag(name: str) -> str:
    parts = _slot_parts(name)
    assert parts is not None
    return parts[0]
