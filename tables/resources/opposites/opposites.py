"""Tells opposites from paraphrases, as both occur in the same contexts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from functools import cache
from itertools import product

from paragen.tables.io.skips import Skips
from paragen.tables.io.writing import Pair
from paragen.text.opposites import NEGATIONS, entries, forms

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
