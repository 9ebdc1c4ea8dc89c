"""Blocked wording: words and phrases that edits never produce, and exchanges that they never make."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from paragen.base.errors import ConfigError
from paragen.text.case import capitalised
from paragen.text.inflections import inflections
from paragen.text.languages import ENGLISH
from paragen.text.tokenizer import Tokenizer

_ARROW = re.compile(r"\s*(?:->|→)\s*")

Forms = tuple[tuple[str, ...], ...]
"""For each word of a phrase, the lookup forms it may have."""


@dataclass(frozen=True)
class Blocked:
    """Blocked words, phrases and exchanges, as lookup forms.

    Attributes
    ----------
    words : single words.
    phrases : of two words or more.
    exchanges : phrases that must not become others.
    """

    words: frozenset[str] = frozenset()
    phrases: tuple[Forms, ...] = ()
    exchanges: tuple[tuple[Forms, Forms], ...] = field(default=())

    @cached_property
    def _by_first(self) -> dict[str, list[Forms]]:
        found: dict[str, list[Forms]] = {}
        for phrase in self.phrases:
            for word in phrase[0]:
                found.setdefault(word, []).append(phrase)
        return found

    def occurrences(self, words: Sequence[str]) -> list[tuple[int, int]]:
        """Return the spans of words that are a blocked phrase."""
        return [
            (i, i + len(phrase))
            for i, word in enumerate(words)
            for phrase in self._by_first.get(word, ())
            if _matches(phrase, words[i : i + len(phrase)])
        ]

    def and_phrases(self, phrases: Iterable[Sequence[str]]) -> Blocked:
        """Return a copy that blocks further phrases and words, too."""
        forms = [tuple((word,) for word in phrase) for phrase in phrases]
        words = self.words.union(phrase[0][0] for phrase in forms if len(phrase) == 1)
        return replace(self, words=words, phrases=(*self.phrases, *(phrase for phrase in forms if len(phrase) > 1)))

    def holds(self, words: Sequence[str]) -> bool:
        """Return whether a wording contains a blocked word or phrase."""
        return not self.words.isdisjoint(words) or bool(self.occurrences(words))

    def arising(self, text: str, tokenizer: Tokenizer, spans: Sequence[tuple[int, int]]) -> set[int]:
        """Return the numbers of edits that produce a blocked phrase in a text; of several that do so together, the last.

        Parameters
        ----------
        spans : the characters (begin, end) of each edit in the text.
        """
        tokens = tokenizer.tokens(text)
        found = set()
        for first, last in self.occurrences(tokenizer.forms(text, tokens)):
            begin, end = tokens[first][0], tokens[last - 1][1]
            if touching := [i for i, (a, b) in enumerate(spans) if a < end and begin < b or begin < a == b < end]:
                found.add(touching[-1])
        return found


def read_blocked(entries: Iterable[str], tokenizer: Tokenizer, inflected: bool = False) -> Blocked:
    """Return the blocked wording that entries describe.

    Parameters
    ----------
    entries : words, phrases, and exchanges ``phrase -> phrase``.
    tokenizer : splits them as the text is split.
    inflected : whether each word stands for all its forms.

    Raises
    ------
    ConfigError : an exchange with an empty side, or inflections of a language other than English.
    MissingPackageError : inflections are asked for, and `lemminflect` is not installed.
    """
    if inflected and not inflects(tokenizer):
        raise ConfigError("block_inflections: only English words are inflected. List the forms, one a line.")
    cased = tokenizer.language.cased and not tokenizer.tokenized

    def forms(word: str) -> tuple[str, ...]:
        if inflected and word.isalpha():
            return tuple(sorted(inflections(word)))
        return tuple(sorted({word, word.lower(), capitalised(word)})) if cased else (word,)

    return _read(entries, lambda phrase: tuple(map(forms, tokenizer.words(phrase))))


def inflects(tokenizer: Tokenizer) -> bool:
    """Return whether the words of a text can be inflected: those of English, before any tokenising."""
    return not tokenizer.tokenized and tokenizer.language is ENGLISH


def _read(entries: Iterable[str], split: Callable[[str], Forms]) -> Blocked:
    words: set[str] = set()
    phrases, exchanges = set(), set()
    for entry in entries:
        sides = [split(side) for side in _ARROW.split(entry)]
        if len(sides) > 2 or (len(sides) == 2 and not all(sides)):
            raise ConfigError(f"blocked: found {entry!r}, expected a word, a phrase, or one exchange: `phrase -> phrase`.")
        if len(sides) == 2:
            exchanges.add((sides[0], sides[1]))
        elif len(sides[0]) == 1:
            words.update(sides[0][0])
        elif sides[0]:
            phrases.add(sides[0])
    return Blocked(frozenset(words), tuple(sorted(phrases)), tuple(sorted(exchanges)))


def _matches(phrase: Forms, words: Collection[str]) -> bool:
    return len(words) == len(phrase) and all(word in forms for word, forms in zip(words, phrase, strict=True))
