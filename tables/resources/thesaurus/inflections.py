"""From similar words to pairs of forms: past tense with past tense, plural with plural."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from paragen.tables.resources.thesaurus.triples import Triples
from paragen.tables.resources.thesaurus.words import Reading, Word

_MIN_OF_ALL = 0.1
"""The least share of a form's occurrences that must be the word: "says" is a noun only by tagging errors."""
_MIN_OF_FORM = 0.25
"""The least share of those that must have the tag: "strolled" is a base form only by tagging errors."""
_MIN_OF_TAG = 0.05
"""The least share of a word's occurrences with that tag that must have the form."""
_MIN_OF_WORD = 0.001
"""The least share of a word's occurrences that must have the tag: "rices" is not a plural that anybody says."""
_INFLECTED = frozenset(("NNS", "VBZ", "VBG", "VBD", "VBN", "JJR", "JJS", "RBR", "RBS"))


class Inflections:
    """The forms of words found in the text.

    Attributes
    ----------
    counts : how often each word occurred, in forms that are the word often enough.
    """

    def __init__(self, triples: Triples) -> None:
        self.counts: dict[Word, int] = defaultdict(int)
        self._forms: dict[Word, dict[str, list[str]]] = {}
        as_word: dict[tuple[Word, str], int] = defaultdict(int)
        by_word: dict[Word, list[tuple[int, Reading]]] = defaultdict(list)
        for reading, count in triples.readings.items():
            as_word[reading.word, reading.form] += count
        for reading, count in triples.readings.items():
            if as_word[reading.word, reading.form] >= _MIN_OF_ALL * triples.forms[reading.form]:
                self.counts[reading.word] += count
                by_word[reading.word].append((count, reading))
        for word, readings in by_word.items():
            self._forms[word] = _forms_of(word, readings)

    def pairs(self, word: Word, other: Word) -> Iterator[tuple[str, str]]:
        """Yield the forms of a word, each with the other word's form for the same tag, the most frequent if there are several."""
        others = self._forms[other]
        for tag, forms in sorted(self._forms[word].items()):
            if tag in others:
                yield from ((form, others[tag][0]) for form in forms)


def _forms_of(word: Word, readings: list[tuple[int, Reading]]) -> dict[str, list[str]]:
    """Return the forms of a word by tag, the most frequent first."""
    totals: dict[str, int] = defaultdict(int)
    of_form: dict[str, int] = defaultdict(int)
    for count, reading in readings:
        totals[reading.tag] += count
        of_form[reading.form] += count
    forms: dict[str, list[str]] = defaultdict(list)
    for count, reading in sorted(readings, key=lambda item: (-item[0], item[1])):
        if not reading.tag and reading.form != word.lemma:  # without a tag, it is unknown which form it is
            continue
        usual = count >= _MIN_OF_FORM * of_form[reading.form] and count >= _MIN_OF_TAG * totals[reading.tag]
        if usual and totals[reading.tag] >= _MIN_OF_WORD * sum(totals.values()):
            forms[reading.tag].append(reading.form)
    return {tag: _without_lemma(found, word.lemma) if tag in _INFLECTED else found for tag, found in forms.items()}


def _without_lemma(forms: list[str], lemma: str) -> list[str]:
    """Return inflected forms without the base form, which taggers confuse with them, unless there is no other (cut)."""
    return [form for form in forms if form != lemma] or forms
