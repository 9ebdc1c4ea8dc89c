"""Single substitutes of a sentence, ranked by the tables, by the language model in context, or by word sense [BC05]."""

from __future__ import annotations

import hashlib
import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from paragen.base.errors import ConfigError
from paragen.decoder.derivation import Substitute
from paragen.decoder.ranking import Ranked
from paragen.plain_data import Fields
from paragen.sense import Translations, sense_of
from paragen.sentence import Sentence
from paragen.text.languages import ENGLISH
from paragen.text.spacing import may_open

RANKS = ("table", "lm", "fit")
_OTHER = {"a": "an", "an": "a"}


@lru_cache(maxsize=256)  # the paraphrases of a list share most substitutes
def substitute_id(sentence: str, begin: int, end: int, after: str) -> str:
    """Return the id of the substitute that replaces characters ``begin`` to ``end`` of a sentence by ``after``.

    Span and text are those of the substitute as the only change to the sentence; other edits of a paraphrase do not affect
    the id.
    """
    name = _sentence_hash(sentence).copy()
    name.update(f"{begin}\0{end}\0{after}".encode("utf-8", "surrogatepass"))
    return name.hexdigest()


@lru_cache(maxsize=8)  # a long line may have thousands of substitutes
def _sentence_hash(sentence: str) -> hashlib.blake2b:
    return hashlib.blake2b(f"{len(sentence)}\0{sentence}".encode("utf-8", "surrogatepass"), digest_size=10)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One substitute in one sentence.

    Parameters
    ----------
    sentence : the sentence.
    begin, end : characters of it, half-open.
    before, after : the text there without and with the substitute. Longer than the phrase pair where white space had to be
        removed or an article had to agree.
    phrase, substitute : the pair as in the tables.
    tables : (name, score of the pair in (0, 1]) of each table that offers it, in the model's order.
    score : what it is ranked by, a natural logarithm; higher is better.
    lm : log P(sentence after) - log P(sentence), natural; None if the language model was not queried.
    sense : the foreign phrase f it shares with the original phrase, and p(f | phrase) p(substitute | f), averaged over the
        languages; None if no sense was given.
    confidence : the probability that a reader accepts it; None if the model has no fit.
    has_tree : whether the tree of the sentence limited the substitutes; see :class:`paragen.results.Paraphrase`.
    """

    sentence: str
    begin: int
    end: int
    before: str
    after: str
    phrase: str
    substitute: str
    tables: tuple[tuple[str, float], ...]
    score: float
    lm: float | None = None
    sense: tuple[str, float] | None = None
    confidence: float | None = None
    has_tree: bool | None = None

    @property
    def text(self) -> str:
        """The sentence with the substitute."""
        return self.sentence[: self.begin] + self.after + self.sentence[self.end :]

    @property
    def id(self) -> str:
        """An id that depends on the sentence, the span and the text put there, and on nothing else."""
        return substitute_id(self.sentence, self.begin, self.end, self.after)

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """Return the candidate as plain data, ready for JSON."""
        data: dict[str, Any] = {
            "id": self.id,
            "text": self.sentence,
            "begin": self.begin,
            "end": self.end,
            "before": self.before,
            "after": self.after,
            "result": self.text,
            "phrase": self.phrase,
            "substitute": self.substitute,
            "tables": dict(self.tables),
            "score": self.score,
            "lm": self.lm,
        }
        if self.confidence is not None:
            data["confidence"] = self.confidence
        if self.sense is not None:
            data["sense"], data["p_sense"] = self.sense
        if self.has_tree is not None:
            data["has_tree"] = self.has_tree
        return data

    @classmethod
    def from_dict(cls, data: Any) -> Candidate:
        """Return the candidate that :meth:`to_dict` made the data of, or that a line of ``paragen substitutes`` holds.

        Raises
        ------
        ConfigError : other data. More fields do not matter.
        """
        fields = Fields(data, "Candidate.from_dict")
        return cls(
            sentence=fields.text("text"),
            begin=fields.whole("begin"),
            end=fields.whole("end"),
            before=fields.text("before"),
            after=fields.text("after"),
            phrase=fields.text("phrase"),
            substitute=fields.text("substitute"),
            tables=tuple(fields.numbers("tables").items()),
            score=fields.number("score"),
            lm=fields.number_or_none("lm"),
            sense=(fields.text("sense"), fields.number("p_sense")) if "sense" in fields else None,
            confidence=fields.number_or_none("confidence"),
            has_tree=fields.flag_or_none("has_tree"),
        )

    def _repr_html_(self) -> str:
        from paragen.html import substitute_html

        note = f"score {self.score:.4g}, {', '.join(name for name, _ in self.tables)}"
        return substitute_html(self.before, self.after, note, self.sentence[: self.begin], self.sentence[self.end :])


@dataclass(frozen=True)
class Ranking:
    """How substitutes are ranked.

    Parameters
    ----------
    rank : "table": by weight times log score in a table, the greatest over the tables that offer it; "lm": plus the weighted
        change in the log probability of the sentence; "fit": by confidence, if the model has a fit. If a sense is given,
        ``sense_weight`` times log p(f | phrase) p(substitute | f) replaces the tables' score; f is a foreign phrase.
    top : how many per span; None: all.

    Raises
    ------
    ConfigError : a value cannot be used.
    """

    rank: str = "table"
    top: int | None = None
    sense_weight: float = 1.0

    def __post_init__(self) -> None:
        if self.rank not in RANKS:
            raise ConfigError(f"rank: found {self.rank!r}, expected {' or '.join(map(repr, RANKS))}.")
        if self.top is not None and not (type(self.top) is int and self.top >= 1):
            raise ConfigError(f"top: found {self.top!r}, expected a whole number from 1, or None for all.")
        number = isinstance(self.sense_weight, (int, float)) and not isinstance(self.sense_weight, bool)
        if not (number and math.isfinite(self.sense_weight)):
            raise ConfigError(f"sense_weight: found {self.sense_weight!r}, expected a number.")

    @property
    def with_lm(self) -> bool:
        """Whether the language model is queried."""
        return self.rank == "lm"


class Chosen(NamedTuple):
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
    """

    def __init__(self, ranking: Ranking, tables: Sequence[str], lm_weight: float) -> None:
        self._ranking, self._tables, self._lm_weight = ranking, tables, lm_weight

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
            chosen: Iterable[Chosen]
            if translations is None:
                chosen = (Chosen(item, item.score, None) for item in offered)
            elif allowed := translations.get(span):
                chosen = self._by_sense(offered, allowed)
            else:
                continue
            self._take(sentence, span, chosen, found, places)
        return [candidate for candidate in found if candidate is not None]

    def _take(
        self, sentence: Sentence, span: tuple[int, int], chosen: Iterable[Chosen], found: list[Candidate | None],
        places: dict[tuple[int, int, str], int],
    ) -> None:
        """Add the best of a span to ``found``; of candidates with the same text in the same place only the best stays."""
        taken = 0
        for item in chosen:
            if taken == self._ranking.top:
                return
            candidate = self._written(sentence, span, item)
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
        """Return the index, at least ``first``, of the article before a span if the language model must consider it."""
        if sentence.renderer.language is not ENGLISH:
            return None
        i = begin - 1
        while i >= first and may_open(sentence.words[i]):
            i -= 1
        return i if self._ranking.with_lm and i >= first and sentence.words[i] in _OTHER else None

    def _agreed(self, sentence: Sentence, number: int, ranked: Ranked, article: int, listed: Iterable[Any]) -> Iterator[Any]:
        """Rank substitutes after an article again, allowing for those that change the article."""
        words, found = sentence.words, []
        for item in listed:
            place = sentence.renderer.alone(Substitute(item.begin, item.end, 0, item.words, 0.0))
            if place.begin <= sentence.renderer.spans[article][0]:
                changed = (_OTHER[words[article]], *words[article + 1 : item.begin], *item.words)
                lm = ranked.lm_change(number, article, item.end, changed)
                item = item._replace(lm=lm, score=item.score + self._lm_weight * (lm - item.lm))
            found.append(item)
        return iter(sorted(found, key=lambda item: (-item.score, item.words)))

    def _by_sense(self, listed: Iterable[Any], translations: Translations) -> Iterator[Chosen]:
        """Return those that share a foreign phrase with the span, ranked by it [BC05 section 4.4]."""
        shared = []
        for offered in listed:
            if sense := sense_of(offered.words, translations):
                score = self._ranking.sense_weight * math.log(sense[1])
                if self._ranking.with_lm:
                    score += self._lm_weight * offered.lm
                shared.append(Chosen(offered, score + 0.0, sense))
        return iter(sorted(shared, key=lambda item: (-item.score, item.offered.words)))

    def _written(self, sentence: Sentence, span: tuple[int, int], item: Chosen) -> Candidate:
        """Write a substitute into the text as decoding does."""
        offered = item.offered
        place = sentence.renderer.alone(Substitute(*span, 0, offered.words, 0.0))
        offers = [(self._tables[table], float(f"{math.exp(score):.6g}")) for table, score in offered.offers]
        return Candidate(
            sentence.text, place.begin, place.end, sentence.text[place.begin : place.end], place.after,
            " ".join(sentence.words[slice(*span)]), " ".join(offered.words), self._joined(offers), item.score,
            offered.lm if self._ranking.with_lm else None, item.sense, offered.confidence, sentence.has_tree,
        )  # fmt: skip
