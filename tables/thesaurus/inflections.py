"""From similar words to pairs of forms: what is in the past meets the past, what is plural the plural."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from paragen.tables.thesaurus.triples import Triples
from paragen.tables.thesaurus.words import Reading, Word

MIN_SHARE = 0.1
"""Of the occurrences of a form, as many must be the word, and have the tag: "says" is a noun only where the tagger errs."""
_MIN_OF_TAG = 0.05
_MIN_OF_WORD = 0.003
"""Of the occurrences of a word, as many must have the tag: "rices" is no plural that anybody says."""


class Inflections:
    """The forms of words, as the text has them.

    Attributes
    ----------
    counts : how often each word was there, in forms that are the word often enough.
    """

    def __init__(self, triples: Triples) -> None:
        self.counts: dict[Word, int] = defaultdict(int)
        self._forms: dict[Word, dict[str, list[str]]] = {}
        as_word: dict[tuple[Word, str], int] = defaultdict(int)
        by_word: dict[Word, list[tuple[int, Reading]]] = defaultdict(list)
        for reading, count in triples.readings.items():
            as_word[reading.word, reading.form] += count
        for reading, count in triples.readings.items():
            if as_word[reading.word, reading.form] >= MIN_SHARE * triples.forms[reading.form]:
                self.counts[reading.word] += count
                by_word[reading.word].append((count, reading))
        for word, readings in by_word.items():
            self._forms[word] = _forms_of(word, readings, triples.forms)

    def pairs(self, word: Word, other: Word) -> Iterator[tuple[str, str]]:
        """Yield the forms of a word, each with the form of the other that has the same tag: of several the most frequent."""
        others = self._forms[other]
        for tag, forms in sorted(self._forms[word].items()):
            if tag in others:
                yield from ((form, others[tag][0]) for form in forms)


def _forms_of(word: Word, readings: list[tuple[int, Reading]], occurrences: dict[str, int]) -> dict[str, list[str]]:
    """Return the forms of a word by tag, the most frequent first."""
    totals: dict[str, int] = defaultdict(int)
    for count, reading in readings:
        totals[reading.tag] += count
    forms: dict[str, list[str]] = defaultdict(list)
    for count, reading in sorted(readings, key=lambda item: (-item[0], item[1])):
        if not reading.tag and reading.form != word.lemma:  # of a form without a tag nobody knows which it is
            continue
        usual = count >= MIN_SHARE * occurrences[reading.form] and count >= _MIN_OF_TAG * totals[reading.tag]
        if usual and totals[reading.tag] >= _MIN_OF_WORD * sum(totals.values()):
            forms[reading.tag].append(reading.form)
    return dict(forms)
