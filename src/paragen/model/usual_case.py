"""How words are usually written, by a language model: with a capital or without, as a noun or as a name."""

from __future__ import annotations

from math import log

from paragen.lm import LanguageModel
from paragen.text.languages import Language

_NOUN_GAIN = log(4)  # a noun is at least this much likelier after the best article than elsewhere; a name is less


class UsualCase:
    """Answers from a language model whose words keep their case.

    Parameters
    ----------
    lm : the language model.
    language : of its text.
    """

    def __init__(self, lm: LanguageModel, language: Language) -> None:
        self._lm, self._language = lm, language
        self._articles: list[tuple[str, float]] | None = None
        self._names: dict[str, bool] = {}

    def _score(self, *words: str) -> float:
        return self._lm.score(words, bos=False, eos=False)

    def usual(self, word: str) -> str:
        """Return the likeliest mid-sentence form of a word that begins a sentence or is in capitals; an unknown word as it is."""
        known = [form for form in (word.lower(), word.capitalize(), word) if form in self._lm]
        return max(known, key=self._score, default=word)

    def is_name(self, word: str) -> bool:
        """Return whether a capitalised word is a name, in a language that capitalises nouns: no article makes it likelier.

        False if it is unknown, or the language model knows no pairs of words.
        """
        found = self._names.get(word)
        if found is None:
            found = self._names[word] = self._looked_up(word)
        return found

    def _looked_up(self, word: str) -> bool:
        if self._lm.order < 2 or word not in self._lm or word in self._language.polite:
            return False
        if self._articles is None:
            self._articles = [(each, self._score(each)) for each in self._language.articles if each in self._lm]
        alone = self._score(word)
        return bool(self._articles) and all(self._score(each, word) - own - alone < _NOUN_GAIN for each, own in self._articles)
