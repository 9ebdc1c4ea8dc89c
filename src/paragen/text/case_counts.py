"""Counts how words are written in mid-sentence, to undo the capital of a sentence's first word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from paragen.text.analysis import SentenceCase, is_capital
from paragen.text.languages import Language

_OFTEN = 3  # a word that begins this many sentences and is never a noun within one has no capital of its own


class CaseCounts:
    """How often words with and without a capital occur.

    Parameters
    ----------
    language : of the text, one whose lookup forms keep case.
    """

    def __init__(self, language: Language) -> None:
        self._language = language
        self._within: Counter[str] = Counter()
        self._first: Counter[str] = Counter()

    def add(self, forms: Sequence[str]) -> None:
        """Count the words of a sentence, given as lookup forms."""
        case = SentenceCase(forms, forms, self._language)
        if case.all_capitals or case.headline:
            return
        for i, form in enumerate(forms):
            if form[:1].isalpha():
                (self._first if is_capital(form) and case.begins[i] else self._within)[form] += 1

    def usual(self, word: str) -> str:
        """Return the first word of a sentence as it is written in mid-sentence.

        A word never seen within a sentence keeps its capital if nouns have one, unless it begins sentences often, as imperatives
        do; else only if it has no other form.
        """
        small = word.lower()
        forms = [form for form in (word, word.capitalize(), small) if self._within[form]]
        if forms:
            return max(forms, key=self._within.__getitem__)
        return word if self._language.nouns_capital and self._first[word] < _OFTEN else small

    def is_name(self, word: str) -> bool:
        """Return False: counts of words alone cannot tell."""
        return False
