"""TextAttack: transformations whose candidates are single substitutes for words and phrases, or for single words only."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from paragen.base.packages import optional_package
from paragen.results import Candidate
from paragen.settings.request import Ranking

if TYPE_CHECKING:
    from textattack.transformations import Transformation, WordSwap

    from paragen.paraphraser import Paraphraser
    from paragen.settings.request import Span
else:
    _PURPOSE = "The transformation of TextAttack"
    _TRANSFORMATIONS = optional_package("textattack.transformations", _PURPOSE, "textattack")
    Transformation, WordSwap = _TRANSFORMATIONS.Transformation, _TRANSFORMATIONS.WordSwap


class ParagenSubstitution(Transformation):  # type: ignore[misc]
    """Swaps single words and phrases for a paraphraser's substitutes, in the order of the text, the best first.

    Substitutes that cannot be expressed as an exchange of TextAttack's words are left out, such as those that drop a comma.

    Parameters
    ----------
    paraphraser : lists the substitutes.
    rank : how they are ranked: "table", "lm" or "fit"; see :class:`paragen.settings.request.Ranking`.
    top : how many for each span; None: all.

    Raises
    ------
    ConfigError : an unknown rank, or a number out of range.
    MissingPackageError : TextAttack is not installed.
    """

    def __init__(self, paraphraser: Paraphraser, rank: str = "table", top: int | None = None) -> None:
        self.paraphraser, self._ranking = paraphraser, Ranking(rank, top)

    def _get_transformations(self, current_text: Any, indices_to_modify: Collection[int]) -> list[Any]:
        [candidates] = self.paraphraser.substitutes_batch([current_text.text], self._ranking)
        places = word_places(current_text.text, current_text.words)
        allowed, found = set(indices_to_modify), []
        for candidate in candidates:
            exchange = word_exchange(candidate, places)
            if not exchange or not allowed.issuperset(exchange) or not self._offers(exchange):
                continue
            new = current_text.replace_words_at_indices(list(exchange), list(exchange.values()))
            if new.text == candidate.text:
                found.append(new)
        return found

    def _offers(self, exchange: Mapping[int, str]) -> bool:
        """Return whether an exchange of words is a candidate."""
        return True

    def extra_repr_keys(self) -> list[str]:
        """Return the names of the attributes shown by repr."""
        return ["paraphraser"]


class ParagenWordSwap(ParagenSubstitution, WordSwap):  # type: ignore[misc]
    """Swaps single words for single words, for search methods that accept only word swaps.

    These are the greedy search by word importance (``GreedyWordSwapWIR``), the genetic algorithms and particle swarms.

    Parameters
    ----------
    paraphraser, rank, top : as for :class:`ParagenSubstitution`.
    """

    def _offers(self, exchange: Mapping[int, str]) -> bool:
        return len(exchange) == 1 and all(len(word.split()) == 1 for word in exchange.values())


def word_places(text: str, words: Sequence[str]) -> list[Span]:
    """Return the characters of each word, which come in the order of the text."""
    places, position = [], 0
    for word in words:
        position = text.index(word, position)
        places.append((position, position + len(word)))
        position += len(word)
    return places


def word_exchange(candidate: Candidate, places: Sequence[Span]) -> dict[int, str]:
    """Return the replacement of each word that a substitute touches or joins.

    Words are matched one by one, as TextAttack counts new words: the last takes any surplus, or the last ones get nothing.
    """
    touched = [i for i, (begin, end) in enumerate(places) if begin < candidate.end and end > candidate.begin]
    if not touched:
        return {}
    first, last = touched[0], touched[-1]
    if candidate.begin < places[first][0]:  # " have" for "'ve": it joins the word before
        first -= 1
    if candidate.end > places[last][1]:
        last += 1
    if first < 0 or last == len(places):
        return {}
    begin, end = places[first][0], places[last][1]
    wording = candidate.sentence[begin : candidate.begin] + candidate.after + candidate.sentence[candidate.end : end]
    pieces = wording.split(" ", last - first)
    pieces += [""] * (last + 1 - first - len(pieces))
    return dict(enumerate(pieces, first))
