"""Chunks: the phrases of parsed sentences, as spans of tokens and of lookup words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from paragen.tables.parses.options import LABELS, MAX_WORDS
from paragen.text import Tokenizer

Array = np.ndarray[Any, Any]

_OPEN_CLASS = ("NN", "VB", "JJ", "RB", "CD", "FW")
_PENN = {
    "``": '"', "''": '"', "-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}",
}  # fmt: skip
_SPLITS = 3
_CONTRACTED_NOT = frozenset(("n't", "n’t"))


class Words:
    """The lookup words of all texts, numbered in the order of first appearance.

    Attributes
    ----------
    texts : the words.
    """

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._numbers: dict[str, int] = {}
        self._split = Tokenizer().words
        self._known: dict[str, tuple[int, ...]] = {}

    def of(self, token: str) -> tuple[int, ...]:
        """Return the words of a parser's token: mostly one, none for what is no text (a soft hyphen)."""
        found = self._known.get(token)
        if found is None:
            words = self._split(_PENN.get(token.upper(), token))
            # Odd strings (#U.S.) split further once there are spaces: a phrase must split the same way wherever it stands.
            for _ in range(_SPLITS):
                words = self._split(" ".join(words))
            found = tuple(map(self._number, words))
            self._known[token] = found
        return found

    def _number(self, word: str) -> int:
        number = self._numbers.setdefault(word, len(self.texts))
        if number == len(self.texts):
            self.texts.append(word)
        return number


@dataclass(frozen=True)
class TokenChunks:
    """What the readers of parses give: tokens, and spans of them.

    Attributes
    ----------
    forms, tags : distinct tokens and Penn tags, as they stand.
    form, tag : of each token, its number there.
    unit_tokens : where the tokens of each unit begin, and, last, how many there are.
    begin, end, label : chunks, half-open spans of tokens within a unit, and numbers into LABELS; in any order, with repeats.
    """

    forms: Sequence[str]
    tags: Sequence[str]
    form: Array
    tag: Array
    unit_tokens: Array
    begin: Array
    end: Array
    label: Array


@dataclass(frozen=True)
class Chunks:
    """The chunks of a text whose units (lines) other texts have too.

    Attributes
    ----------
    words : uint32, numbers of all words of the text.
    unit_words, unit_chunks : uint64, where the words and the chunks of each unit begin, and, last, how many there are.
    begin, end : uint32, half-open spans of ``words``, of each chunk.
    label : uint8, numbers into LABELS; the chunks of a unit are ordered by label, begin and end.
    """

    words: Array
    unit_words: Array
    unit_chunks: Array
    begin: Array
    end: Array
    label: Array

    @property
    def units(self) -> int:
        """How many units the text has, empty ones included."""
        return len(self.unit_words) - 1


def chunks_of_words(text: TokenChunks, words: Words, max_words: int = MAX_WORDS, labels: Sequence[str] = LABELS) -> Chunks:
    """Turn spans of tokens into spans of lookup words.

    Left out are chunks with punctuation, chunks that begin or end within a word (*do* in *don't*), those of more than
    ``max_words`` words, and, but for prepositional phrases, those without a word of an open class (*he*, *this*).
    """
    joined, first, words_of_form = _words_of_forms(text, words)
    lengths = np.array([len(found) for found in words_of_form], np.int64)
    starts = np.concatenate(([0], np.cumsum(lengths)))
    flat = np.array([number for found in words_of_form for number in found], np.uint32)
    counts = lengths[first]
    at = np.concatenate(([0], np.cumsum(counts)))
    within = np.arange(at[-1]) - np.repeat(at[:-1], counts)
    numbers = flat[np.repeat(starts[first], counts) + within]

    keep = np.isin(text.label, [LABELS.index(label) for label in labels])
    keep &= ~(joined[text.begin] | joined[text.end])
    begin, end, label = at[text.begin[keep]], at[text.end[keep]], text.label[keep]
    open_class = np.array([tag.startswith(_OPEN_CLASS) for tag in text.tags], bool)[text.tag]
    has_open = _any(open_class, text.begin[keep], text.end[keep]) | (label == LABELS.index("PP"))
    spoken = np.array([any(map(str.isalnum, word)) for word in words.texts], bool)
    punctuation = _any(~spoken[numbers] if len(numbers) else np.zeros(0, bool), begin, end)
    good = (begin < end) & (end - begin <= max_words) & ~punctuation & has_open
    return _ordered(numbers, at[text.unit_tokens], begin[good], end[good], label[good])


def _any(flags: Array, begin: Array, end: Array) -> Array:
    """Return for each span whether a flag is set in it."""
    sums = np.concatenate(([0], np.cumsum(flags, dtype=np.int64)))
    return sums[end] > sums[begin]


def _words_of_forms(text: TokenChunks, words: Words) -> tuple[Array, Array, list[tuple[int, ...]]]:
    """Return which tokens are joined to the one before, the number of each token's form, and the words of the forms.

    Of tokens that are one word (*do n't*, *well - known*), the first gets the form of all, and the others an empty one.
    """
    n = len(text.form)
    joined = np.zeros(n + 1, bool)
    joined[:n] = np.array([form.lower() in _CONTRACTED_NOT for form in text.forms], bool)[text.form] if n else False
    hyphen = np.array([tag == "HYPH" for tag in text.tags], bool)[text.tag] if n else np.zeros(0, bool)
    joined[:n] |= hyphen
    joined[1:] |= hyphen
    joined[text.unit_tokens] = False
    found = [words.of(form) for form in text.forms]
    first = text.form.astype(np.int64)
    if joined.any():
        empty, numbers = len(found), {}
        found.append(())
        for begin, end in _runs(joined):
            whole = "".join(text.forms[form] for form in text.form[begin:end])
            if whole not in numbers:
                numbers[whole] = len(found)
                found.append(words.of(whole))
            first[begin], first[begin + 1 : end] = numbers[whole], empty
    return joined, first, found


def _runs(joined: Array) -> list[tuple[int, int]]:
    """Return the spans of tokens that are one word."""
    edges = np.diff(joined.astype(np.int8), prepend=0, append=0)
    return list(zip((np.flatnonzero(edges > 0) - 1).tolist(), np.flatnonzero(edges < 0).tolist(), strict=True))


def _ordered(numbers: Array, unit_words: Array, begin: Array, end: Array, label: Array) -> Chunks:
    """Order the chunks by unit, label and place, each once."""
    unit = np.searchsorted(unit_words, begin, "right") - 1
    group, place = unit * len(LABELS) + label, begin * (int((end - begin).max(initial=0)) + 1) + end - begin
    order = np.lexsort((place, group))
    group, place = group[order], place[order]
    order = order[np.diff(group, prepend=-1).astype(bool) | np.diff(place, prepend=-1).astype(bool)]
    unit_chunks = np.searchsorted(unit[order], np.arange(len(unit_words)))
    return Chunks(
        numbers, unit_words.astype(np.uint64), unit_chunks.astype(np.uint64), begin[order].astype(np.uint32),
        end[order].astype(np.uint32), label[order].astype(np.uint8),
    )  # fmt: skip


_LABEL = {label: number for number, label in enumerate(LABELS)}

Span = tuple[str, int, int]
"""Label, begin and end, in the tokens of a sentence."""


class Collector:
    """Makes the arrays of a text of its sentences."""

    def __init__(self) -> None:
        self._forms: dict[str, int] = {}
        self._tags: dict[str, int] = {}
        self._form: list[int] = []
        self._tag: list[int] = []
        self._unit_tokens = [0]
        self._chunks: list[tuple[int, int, int]] = []

    def add(self, tokens: Sequence[str], tags: Sequence[str], spans: Sequence[Span]) -> None:
        """Add a sentence to the unit that is open; spans of other labels are dropped."""
        before = len(self._form)
        self._form += [self._forms.setdefault(token, len(self._forms)) for token in tokens]
        self._tag += [self._tags.setdefault(tag, len(self._tags)) for tag in tags]
        self._chunks += [(before + begin, before + end, _LABEL[label]) for label, begin, end in spans if label in _LABEL]

    def end_unit(self) -> None:
        """Close a unit, which may be empty."""
        self._unit_tokens.append(len(self._form))

    def finish(self) -> TokenChunks:
        """Return all units that were closed."""
        begin, end, label = np.array(self._chunks, np.int64).reshape(-1, 3).T
        form, tag, unit_tokens = (np.array(column, np.int64) for column in (self._form, self._tag, self._unit_tokens))
        return TokenChunks(list(self._forms), list(self._tags), form, tag, unit_tokens, begin, end, label)
