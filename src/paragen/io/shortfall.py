"""Counts the paraphrases that were asked for and not found, and tells the user how to get more: one notice for all forms."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from paragen.io.notices import notice
from paragen.io.records import Record

if TYPE_CHECKING:
    from paragen.paraphraser import Paraphraser
    from paragen.results import Explanation, Paraphrase, Wording

ASKED, FEWER, NONE, FOUND = "asked", "fewer", "none", "found"
"""Names of counts: sentences with words, those with fewer paraphrases than asked for, those without any, and paraphrases."""
_Found = TypeVar("_Found", "Wording", "Paraphrase", "Explanation")


def shortfall(n: int, unchanged: Iterable[bool]) -> dict[str, int]:
    """Return the counts of one sentence.

    Parameters
    ----------
    n : how many paraphrases were asked for.
    unchanged : of each result, whether it is the sentence itself, which is no paraphrase.
    """
    found = sum(not same for same in unchanged)
    return {ASKED: 1, FEWER: int(found < n), NONE: int(not found), FOUND: found}


class Shortfall:
    """Counts sentences, and those with fewer than ``n`` paraphrases; thread-safe.

    Parameters
    ----------
    asked : whether the user has asked for something that few sentences may have.

    Attributes
    ----------
    is_told : whether the user is told: if ``asked``, on a terminal, and wherever several paraphrases were asked for.
    """

    def __init__(self, n: int, asked: bool = True) -> None:
        self.n, self._lock = n, Lock()
        self.is_told = asked or n > 1 or sys.stderr.isatty()
        self._counts: Counter[str] = Counter()

    def counted(
        self, answers: Iterable[tuple[Record, list[_Found]]], unchanged: Callable[[_Found], bool]
    ) -> Iterator[tuple[Record, list[_Found]]]:
        """Pass answers on, counting them."""
        for record, found in answers:
            held_back = found[0].other_language and all(map(unchanged, found))  # which is told by itself
            if record.request.text.strip() and not held_back:
                with self._lock:
                    self._counts.update(shortfall(self.n, map(unchanged, found)))
            yield record, found

    def counts(self) -> Counter[str]:
        """Return the counts so far; see :func:`shortfall`."""
        return self._counts

    def tell(self, paraphraser: Paraphraser) -> None:
        """Tell the user, if that is wanted."""
        if self.is_told:
            tell_short(self.counts(), self.n, paraphraser)


def tell_short(counts: Mapping[str, int], n: int, paraphraser: Paraphraser) -> None:
    """Tell the user how many sentences have fewer paraphrases than asked for, and how to get more."""
    if not counts.get(FEWER):
        return
    few = f"{counts[FEWER]} of {counts[ASKED]} sentences gave "
    if n == 1:
        few += "no paraphrase"
    else:
        few += f"fewer than {n} paraphrases, {counts.get(NONE, 0)} of them none; {counts.get(FOUND, 0)} were found in all"
    notice(f"{few}. {remedy(paraphraser)}")


def remedy(paraphraser: Paraphraser) -> str:
    """Return how to get more paraphrases than with the options of a paraphraser."""
    options = paraphraser.options
    strong, least = options.get("strength") == "strong", paraphraser.min_confidence
    ways = [] if strong or options.get("min_confidence") is not None else ["--strength strong"]
    if least > 0:
        ways.append(f"a --min-confidence below {least:g}")
    elif not paraphraser.has_fit:
        ways.append(f"a --weight edit=X above {paraphraser.weights['edit']:g}")
    return f"For more: {' or '.join(ways or ['a table of your own, --table NAME=FILE'])}."
