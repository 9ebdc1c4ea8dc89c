"""Blocked wording: words and phrases that edits never produce, and exchanges that they never make."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError, Unexpected
from paragen.base.packages import optional_package
from paragen.base.patterns import lazy_pattern
from paragen.text.case import capitalised
from paragen.text.languages.english import ENGLISH
from paragen.text.protection import read_phrase_lines
from paragen.text.tokenizer import Tokenizer

_ARROW = lazy_pattern(r"\s*(?:->|→)\s*")

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
    inflected : whether each word stands for all its forms.
    """

    words: frozenset[str] = frozenset()
    phrases: tuple[Forms, ...] = ()
    exchanges: tuple[tuple[Forms, Forms], ...] = field(default=())
    inflected: bool = False

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

    def forbids(self, before: Sequence[str], after: Sequence[str]) -> bool:
        """Return whether a wording must not replace another: it contains a blocked one, or their exchange is blocked."""
        return self.holds(after) or any(_matches(old, before) and _matches(new, after) for old, new in self.exchanges)

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

    return replace(_read(entries, lambda phrase: tuple(map(forms, tokenizer.words(phrase)))), inflected=inflected)


def inflects(tokenizer: Tokenizer) -> bool:
    """Return whether the words of a text can be inflected: those of English, before any tokenising."""
    return not tokenizer.tokenized and tokenizer.language is ENGLISH


def read_block_file(path: StrPath, tokenizer: Tokenizer) -> list[str]:
    """Return the entries of a file, one a line.

    Raises
    ------
    FormatError : a file of another kind, or a line that is no entry.
    """
    entries = []
    for number, entry in read_phrase_lines(path):
        try:
            _sides(entry, lambda side: tuple((word,) for word in tokenizer.words(side)))
        except Unexpected as error:
            raise FormatError(f"{os.fspath(path)}:{number}", error.found, error.expected, "Write one exchange a line.") from None
        entries.append(entry)
    return entries


class BlockedForms:
    """Regular forms of blocked words of English that edits produce, since only the forms listed are blocked; thread-safe.

    Parameters
    ----------
    words : that are blocked.
    """

    def __init__(self, words: Iterable[str]) -> None:
        given = sorted(words)
        forms = {form: word for word in given for form in regular_forms(word)}
        self._forms = {form: word for form, word in forms.items() if form not in given}
        self.found: dict[str, str] = {}

    def note(self, source: Sequence[str], target: Sequence[str]) -> None:
        """Remember the forms that an edit brings in, with the word that each is a form of."""
        for form in self._forms.keys() & set(target):
            if form not in source:
                self.found[form] = self._forms[form]


def _sides(entry: str, split: Callable[[str], Forms]) -> list[Forms]:
    """Return the phrase of an entry, or both of an exchange; raise Unexpected for neither."""
    sides = [split(side) for side in _ARROW.split(entry)]
    if len(sides) > 2 or (len(sides) == 2 and not all(sides)):
        raise Unexpected(repr(entry), "a word, a phrase, or one exchange: `phrase -> phrase`")
    return sides


def _read(entries: Iterable[str], split: Callable[[str], Forms]) -> Blocked:
    words: set[str] = set()
    phrases, exchanges = set(), set()
    for entry in entries:
        try:
            sides = _sides(entry, split)
        except Unexpected as error:
            raise ConfigError(f"blocked: {error}.") from None
        if len(sides) == 2:
            exchanges.add((sides[0], sides[1]))
        elif len(sides[0]) == 1:
            words.update(sides[0][0])
        elif sides[0]:
            phrases.add(sides[0])
    return Blocked(frozenset(words), tuple(sorted(phrases)), tuple(sorted(exchanges)))


def _matches(phrase: Forms, words: Collection[str]) -> bool:
    return len(words) == len(phrase) and all(word in forms for word, forms in zip(words, phrase, strict=True))


def inflections(word: str) -> frozenset[str]:
    """Return a word and all its forms, in lower case; for an inflected word, the forms of its base forms.

    So *leave* gives *leaves*, *left*, *leaving*; *left*, which is an adjective too, does not give *leave*.

    Raises
    ------
    MissingPackageError : `lemminflect` is not installed.
    """
    lemminflect = optional_package("lemminflect", "Blocking all inflections of a word", "inflect")
    found = {lemma for lemmas in lemminflect.getAllLemmas(word).values() for lemma in lemmas}
    forms = {word}
    for lemma in {word} if word in found else found:
        forms.add(lemma)
        forms.update(*lemminflect.getAllInflections(lemma).values())
    if len(forms) == 1:  # not in the dictionary: inflected by rule
        for part in "NOUN", "VERB":
            forms.update(*lemminflect.getAllInflectionsOOV(word, part).values())
    return frozenset(form.lower() for form in forms)


def regular_forms(word: str) -> frozenset[str]:
    """Return the forms that a word in lower case would have if it were regular, as noun and as verb, without the word."""
    if not (word.isalpha() and len(word) > 2):
        return frozenset()
    last, before = word[-1], word[-2]
    if last == "y" and before not in "aeiou":
        return frozenset({word[:-1] + "ies", word[:-1] + "ied", word + "ing"})
    if last == "e":
        return frozenset({word + "s", word + "d", (word if before in "eoy" else word[:-1]) + "ing"})
    plural = word + ("es" if last in "sxz" or word.endswith(("ch", "sh")) else "s")
    doubled = {word + last + "ed", word + last + "ing"} if before in "aeiou" and last not in "aeiouwxy" else set()
    return frozenset({plural, word + "ed", word + "ing", *doubled})
