"""Words that no paraphrase may exchange: opposites, and days, colours or relatives, which exclude each other.

Opposites occur in the same contexts as paraphrases. ``python -m paragen.tables.inflection.opposites`` writes the forms of the
words of the list: run it after each change. They are stored beside the list, so that reading them does not need `lemminflect`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from functools import cache
from itertools import product
from pathlib import Path

from paragen.base.input_files import Skips
from paragen.tables.io.writing import Pair
from paragen.text import opposites as listed
from paragen.text.opposites import FORMS, NEGATIONS, entries, forms

REASON = "opposites"


class Opposites:
    """Looks up which words are opposites.

    Parameters
    ----------
    pairs : forms of words that are opposites whatever else two phrases say, in either direction.
    exclusive : forms that exclude each other if two phrases are otherwise the same.
    """

    def __init__(self, pairs: Iterable[tuple[str, str]], exclusive: Iterable[tuple[str, str]] = ()) -> None:
        self._anywhere = _both_ways(pairs)
        self._all = _both_ways(exclusive)
        for word, others in self._anywhere.items():
            self._all.setdefault(word, set()).update(others)

    def of(self, word: str) -> Set[str]:
        """Return the forms opposed to a form."""
        return self._all.get(word, frozenset())

    @property
    def most(self) -> int:
        """The largest number of opposites of any form."""
        return max(map(len, self._all.values()), default=0)

    def opposed(self, source: str, target: str) -> bool:
        """Return whether a word that only ``source`` has and one that only ``target`` has are opposites, in any form.

        Words whose opposite is in the same phrase do not count (*from beginning to end*), nor do opposites if exactly one of the
        phrases is also negated (*not included*, *excluded*).

        Parameters
        ----------
        source, target : lookup forms, one space between words.
        """
        if " " not in source and " " not in target:
            return target in self.of(source)
        one, other = set(source.split(" ")), set(target.split(" "))
        source_only, target_only = one - other, other - one
        if len(source_only) == len(target_only) == 1:
            return target_only.pop() in self.of(source_only.pop())
        lefts, rights = self._counting(source_only, one), self._counting(target_only, other)
        words = {word for left in lefts for right in rights & self._anywhere[left] for word in (left, right)}
        return bool(words) and not len(NEGATIONS & ((one ^ other) - words)) % 2

    def _counting(self, words: set[str], phrase: set[str]) -> set[str]:
        """Return the words that have opposites, but none in their own phrase."""
        return {word for word in words & self._anywhere.keys() if phrase.isdisjoint(self._all[word])}


def _both_ways(pairs: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for one, other in pairs:
        if one != other:  # "lower" is a form of both
            found.setdefault(one, set()).add(other)
            found.setdefault(other, set()).add(one)
    return found


@cache
def opposites() -> Opposites:
    """Return the opposites in the list, in all forms of its words."""
    return Opposites(_forms(exclusive=False), _forms(exclusive=True))


def _forms(exclusive: bool) -> Iterator[tuple[str, str]]:
    """Yield the pairs of forms of the entries that are, or are not, ``exclusive`` only."""
    of_word = forms()
    for entry in entries():
        if entry.exclusive == exclusive:
            for part in entry.parts:
                for one, other in entry.pairs():
                    yield from product(*(of_word.get((part, word), (word,)) for word in (one, other)))


def without_opposites(pairs: Iterable[Pair], skips: Skips) -> Iterator[Pair]:
    """Yield the pairs that are not opposites; ``skips`` counts the others."""
    opposed = opposites().opposed
    for pair in pairs:
        if opposed(pair[0], pair[1]):
            skips.add(REASON, f"{pair[0]} -> {pair[1]}")
        else:
            yield pair


_TAGS = {"n": ("NNS",), "v": ("VBZ", "VBG", "VBD", "VBN")}
_HEAD = "# Forms of the words of opposites.tsv other than the base form; written by `paragen.tables.inflection.opposites`.\n"


def forms_of(part: str, word: str) -> list[str]:
    """Return the forms of a word other than its base form, sorted."""
    from paragen.tables.inflection.morphology import compared, lemmas_of
    from paragen.tables.inflection.morphology import forms as inflected

    if part == "adj":
        found = [form for form in (compared(word, tag) for tag in ("JJR", "JJS")) if word in lemmas_of(form)]
    else:
        found = [form for tag in _TAGS.get(part, ()) for form in inflected(word, tag)]
    return sorted(set(found) - {"", word})


def lines() -> str:
    """Return the contents of the file: part of speech, word, forms."""
    words = {(part, word) for entry in entries() for part in entry.parts for group in entry.groups for word in group}
    found = ((part, word, forms_of(part, word)) for part, word in sorted(words))
    return _HEAD + "".join(f"{part}\t{word}\t{' '.join(forms)}\n" for part, word, forms in found if forms)


if __name__ == "__main__":
    Path(listed.__file__).with_name(FORMS).write_text(lines(), encoding="utf-8")
