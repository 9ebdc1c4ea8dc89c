"""Lists the substitutes of a batch of sentences, and what of them their senses allow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from paragen.decoder.substitutes import list_substitutes
from paragen.sense import Span, Translations, checked_senses, sense_of, translated
from paragen.sentence import Sentence
from paragen.substitutes import Candidate, Part, Ranker, Ranking


class Lister:
    """Asks the kernel for substitutes.

    Parameters
    ----------
    decoder : a :class:`paragen.decoder.search.Decoder`.
    tables : the names of its tables.
    lm_weight : the weight of its language model.
    table_limit, blocked : see :func:`paragen.decoder.substitutes.list_substitutes`.
    """

    def __init__(self, decoder: Any, tables: Sequence[str], lm_weight: float, table_limit: int, blocked: bytes | None) -> None:
        self._decoder, self._tables, self._lm_weight = decoder, tables, lm_weight
        self._table_limit, self._blocked = table_limit, blocked

    def candidates(
        self, sentences: Sequence[Sentence], ranking: Ranking
    ) -> list[list[Candidate]]:
        """Return the candidates of each sentence."""
        listings = self._listings(sentences, ranking.with_lm)
        ranker = Ranker(ranking, self._tables, self._lm_weight)
        allowed = self._translated(sentences, listings)
        return [ranker.candidates(*parts) for parts in zip(sentences, listings, allowed, strict=True)]

    def allow(self, sentences: Sequence[Sentence]) -> None:
        """Limit the edits of sentences to those of their senses."""
        sentences = [sentence for sentence in sentences if sentence.request.sense is not None]
        if not sentences:
            return
        listings = self._listings(sentences, with_lm=False)
        for sentence, parts, by_span in zip(sentences, listings, self._translated(sentences, listings), strict=True):
            if by_span is not None:
                sentence.allowed = list(_allowed(parts, by_span))

    def _listings(self, sentences: Sequence[Sentence], with_lm: bool) -> list[list[Part]]:
        """Return the substitutes of each line of each sentence."""
        lines = [list(sentence.lines()) for sentence in sentences]
        flat = [line for of_one in lines for line in of_one]
        found = iter(list_substitutes(self._decoder, flat, self._table_limit, self._blocked, with_lm))
        parts: list[list[Part]] = []
        for of_one in lines:
            parts.append([])
            offset = 0
            for words, *_ in of_one:
                parts[-1].append(Part(offset, next(found)))
                offset += len(words)
        return parts

    @staticmethod
    def _translated(
        sentences: Sequence[Sentence], listings: Sequence[Sequence[Part]]
    ) -> list[dict[Span, Translations] | None]:
        """Return the translations of the spans of each sentence; None for a sentence without a sense."""
        senses = [sentence.request.sense for sentence in sentences]
        if not any(sense is not None for sense in senses):
            return [None] * len(sentences)
        checked = [checked_senses(sense, len(sentence.words)) for sense, sentence in zip(senses, sentences, strict=True)]
        spans = [
            [(begin + offset, end + offset) for offset, listing in parts for begin, end, _, _ in listing.groups()]
            for parts in listings
        ]
        return translated(checked, [sentence.words for sentence in sentences], spans)


def _allowed(parts: Sequence[Part], by_span: dict[Span, Translations]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    for offset, listing in parts:
        for begin, end, first, last in listing.groups():
            if translations := by_span.get((begin + offset, end + offset)):
                for offered in (listing[k] for k in range(first, last)):
                    if sense_of(offered.words, translations):
                        yield begin + offset, end + offset, offered.words
