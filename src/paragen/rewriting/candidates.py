"""Single substitutes of a sentence, ranked by the tables, by the language model in context, or by word sense [BC05]."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from paragen.decoder.derivation import Substitute
from paragen.decoder.substitutes import Ranked
from paragen.results import Candidate
from paragen.rewriting.prepare import Sentence
from paragen.rewriting.sense import Translations, sense_of
from paragen.settings.request import Ranking
from paragen.text.languages.english import ENGLISH
from paragen.text.spacing import may_open

_OTHER = {"a": "an", "an": "a"}


class _Scored(NamedTuple):
    """A substitute with its score and shared sense."""

    offered: Any
    score: float
    sense: tuple[str, float] | None


class Ranker:
    """Turns the kernel's lists into candidates, for one ranking.

    Parameters
    ----------
    ranking : how they are ranked.
    tables : the names of the model's tables.
    lm_weight : the weight of the language model.
    conceivable : returns the probability that a substitute of a given confidence is conceivable; None: not known.
    """

    def __init__(
        self, ranking: Ranking, tables: Sequence[str], lm_weight: float, conceivable: Callable[[float], float | None] | None
    ) -> None:
        self._ranking, self._tables, self._lm_weight, self._conceivable = ranking, tables, lm_weight, conceivable

    def candidates(
        self, sentence: Sentence, number: int, ranked: Ranked, translations: dict[tuple[int, int], Translations] | None = None
    ) -> list[Candidate]:
        """Return the candidates of a sentence: span by span in text order, the best of each span first.

        Parameters
        ----------
        number : its number in the batch that was ranked.
        translations : the foreign phrases that limit each span's substitutes; None: no limit.
        """
        found: list[Candidate | None] = []
        places: dict[tuple[int, int, str], int] = {}
        begins = [begin for begin, _ in ranked.options.windows(number)]
        for begin, end, first, last in ranked.groups(number):
            span = begin, end
            offered: Iterable[Any] = (ranked[k] for k in range(first, last))
            if (article := self._article(sentence, begins[bisect_right(begins, begin) - 1], begin)) is not None:
                offered = self._agreed(sentence, number, ranked, article, offered)
            chosen: Iterable[_Scored]
            if translations is None:
                chosen = (_Scored(item, item.score, None) for item in offered)
            elif allowed := translations.get(span):
                chosen = self._by_sense(offered, allowed)
            else:
                continue
            self._take(sentence, span, chosen, found, places)
        return [candidate for candidate in found if candidate is not None]

    def _take(
        self, sentence: Sentence, span: tuple[int, int], chosen: Iterable[_Scored], found: list[Candidate | None],
        places: dict[tuple[int, int, str], int],
    ) -> None:
        """Add the best of a span to ``found``, keeping only the best of candidates with the same text in the same place."""
        taken = 0
        for item in chosen:
            if taken == self._ranking.top:
                return
            sure = item.offered.confidence
            conceivable = None if sure is None or self._conceivable is None else self._conceivable(sure)
            if (conceivable or 0.0) < self._ranking.min_conceivable:
                continue
            candidate = self._written(sentence, span, item, conceivable)
            if candidate.after == candidate.before:
                continue
            key = candidate.begin, candidate.end, candidate.after
            if key in places:
                earlier = found[places[key]]
                assert earlier is not None
                tables = self._joined(earlier.tables, candidate.tables)
                if candidate.score <= earlier.score:
                    found[places[key]] = replace(earlier, tables=tables)
                    continue
                found[places[key]] = None
                candidate = replace(candidate, tables=tables)
            places[key] = len(found)
            found.append(candidate)
            taken += 1

    def _joined(self, *offers: Sequence[tuple[str, float]]) -> tuple[tuple[str, float], ...]:
        best: dict[str, float] = {}
        for name, score in (pair for pairs in offers for pair in pairs):
            best[name] = max(score, best.get(name, 0.0))
        return tuple((name, best[name]) for name in self._tables if name in best)

    def _article(self, sentence: Sentence, first: int, begin: int) -> int | None:
        """Return the index, at least ``first``, of the article before a span if the ranking must take it into account."""
        if sentence.analysis.language is not ENGLISH:
            return None
        i = begin - 1
        while i >= first and may_open(sentence.words[i]):
            i -= 1
        return i if self._ranking.with_lm and i >= first and sentence.words[i] in _OTHER else None

    def _agreed(self, sentence: Sentence, number: int, ranked: Ranked, article: int, listed: Iterable[Any]) -> Iterator[Any]:
        """Rank substitutes after an article again, taking account of changes to the article."""
        words, found = sentence.words, []
        for item in listed:
            place = sentence.writer.alone(Substitute(item.begin, item.end, 0, item.words, 0.0))
            if place.begin <= sentence.analysis.spans[article][0]:
                changed = (_OTHER[words[article]], *words[article + 1 : item.begin], *item.words)
                lm = ranked.lm_change(number, article, item.end, changed)
                item = item._replace(lm=lm, score=item.score + self._lm_weight * (lm - item.lm))
            found.append(item)
        return iter(sorted(found, key=lambda item: (-item.score, item.words)))

    def _by_sense(self, listed: Iterable[Any], translations: Translations) -> Iterator[_Scored]:
        """Yield those that share a foreign phrase with the span, ranked by it [BC05 section 4.4]."""
        shared = []
        for offered in listed:
            if sense := sense_of(offered.words, translations):
                score = self._ranking.sense_weight * math.log(sense[1])
                if self._ranking.with_lm:
                    score += self._lm_weight * offered.lm
                shared.append(_Scored(offered, score + 0.0, sense))
        return iter(sorted(shared, key=lambda item: (-item.score, item.offered.words)))

    def _written(self, sentence: Sentence, span: tuple[int, int], item: _Scored, conceivable: float | None) -> Candidate:
        """Write a substitute into the text as decoding does."""
        offered = item.offered
        [(begin, end, after)] = sentence.writer.written([Substitute(*span, 0, offered.words, 0.0)])
        offers = [(self._tables[table], float(f"{math.exp(score):.6g}")) for table, score in offered.offers]
        return Candidate(
            sentence.text, begin, end, sentence.text[begin:end], after,
            " ".join(sentence.words[slice(*span)]), " ".join(offered.words), self._joined(offers), item.score,
            offered.lm if self._ranking.with_lm else None, item.sense, offered.confidence, sentence.has_tree, conceivable,
        )  # fmt: skip
