"""Slots of paraphrase patterns [Z09]: ``take [NN_1] into consideration``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

from paragen.base.errors import Unexpected

NOUNS = ("NN", "NNS", "NNP", "NNPS")
VERBS = ("VB", "VBD", "VBG", "VBN", "VBP", "VBZ")
ADJECTIVES = ("JJ", "JJR", "JJS")
CLASSES = {"N": NOUNS, "V": VERBS, "J": ADJECTIVES}
"""Classes of tags, for patterns written by hand: each stands for any of its tags."""
NUMBER, QUOTE = "CD", "QUOTE"
SLOT_TAGS = (*NOUNS, *VERBS, *ADJECTIVES, *CLASSES, NUMBER, QUOTE)
"""Kinds of slots: by the tag of the filler's head; for numbers with their units; for quotations."""
MAX_SLOTS = 4
BEGIN, END = "<s>", "</s>"
"""First and last word of a pattern that matches only at the beginning or end of a sentence, on both sides of its pair."""

_SLOT = r"\[(\p{Lu}+)_([1-9])\]"
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
    match = _compiled(_SLOT).fullmatch(word)
    return (match[1], int(match[2])) if match else None


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
    if "[" not in text and "]" not in text and BEGIN not in text and END not in text:
        return list(cut(text))
    words: list[str] = []
    slots: list[str] = []
    at = 0
    if text.startswith(f"{BEGIN} "):
        words.append(BEGIN)
        at = len(BEGIN)
    ends = text.endswith(f" {END}")
    text = text.removesuffix(END) if ends else text
    for mark, place in ((BEGIN, "first"), (END, "last")):
        if mark in text[at:]:
            raise BadPattern(f"{mark} in {text!r}", f"it to stand {place}, if at all")
    for match in _compiled(_SLOT).finditer(text):
        if match[1] not in SLOT_TAGS:
            raise BadPattern(f"the slot {match[0]}", f"a tag among {' '.join(SLOT_TAGS)}")
        words += _between(text[at : match.start()], cut)
        words.append(match[0])
        slots.append(match[0])
        at = match.end()
    words += _between(text[at:], cut)
    if ends:
        words.append(END)
    if len(slots) > MAX_SLOTS:
        raise BadPattern(f"{len(slots)} slots in {text!r}", f"{MAX_SLOTS} or fewer")
    if len(set(slots)) < len(slots):
        raise BadPattern(f"the slot {Counter(slots).most_common(1)[0][0]} twice in {text!r}", "each once")
    return words


def _between(text: str, cut: Cut) -> Sequence[str]:
    if ("[" in text or "]" in text) and (nearly := _compiled(_NEARLY).search(text)):
        raise BadPattern(f"{nearly[0]!r}", "slots as [NN_1]")
    return cut(text)


def pattern_pair(source: str, target: str, cut: Cut = str.split) -> tuple[list[str], list[str]]:
    """Return the words of both sides of a pair, the slots of each tag numbered from 1 in the order of the source.

    Raises
    ------
    BadPattern : see :func:`pattern_words`; also if the sides have different slots, only one has :data:`BEGIN` or :data:`END`, or
        the source consists of slots only.
    """
    one, other = pattern_words(source, cut), pattern_words(target, cut)
    slots = slots_of(one)
    if set(slots) != set(slots_of(other)) or any((mark in one) != (mark in other) for mark in (BEGIN, END)):
        raise BadPattern(f"{source!r} and {target!r}", f"the same slots on both sides, and {BEGIN} or {END} on both or neither")
    if len(slots) == len(one):
        raise BadPattern(f"{source!r}", "a word beside the slots")
    if not slots:
        return one, other
    numbers: Counter[str] = Counter()
    renamed: dict[str, str] = {}
    for name in slots:
        tag = _tag(name)
        numbers[tag] += 1
        renamed[name] = slot(tag, numbers[tag])
    return [renamed.get(word, word) for word in one], [renamed.get(word, word) for word in other]


def _tag(name: str) -> str:
    parts = slot_parts(name)
    assert parts is not None
    return parts[0]
