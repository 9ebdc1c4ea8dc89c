"""Word sense by pivot [BC05 section 4.4]: finds the substitutes that share the foreign phrase a span is aligned with."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

from paragen.base.errors import ConfigError

if TYPE_CHECKING:
    from paragen.tables.bilingual.pivot.sense import PairProbabilities

Span = tuple[int, int]

_LONGEST = 7  # words of a foreign phrase extended by unaligned words; no table of `paragen extract` has longer ones


class Sense(NamedTuple):
    """The translation of a sentence, which limits substitutes to those of the same sense.

    Parameters
    ----------
    table : a :class:`paragen.tables.bilingual.pivot.sense.SenseTable`.
    foreign : the words of the translation, tokenised like the table's foreign side.
    links : aligned pairs (foreign word, English word), counted from 0; English words are those of
        ``Model.tokenizer``.
    """

    table: Any
    foreign: Sequence[str]
    links: Sequence[tuple[int, int]]


class ForeignPhrase(NamedTuple):
    """A foreign phrase f aligned with a span of English words e1.

    Parameters
    ----------
    text : its words, separated by spaces.
    probability : p(f|e1).
    english : the English phrases e2 it translates into -> p(e2|f), in ``PairProbabilities.english``.
    """

    text: str
    probability: float
    english: Mapping[str, PairProbabilities]


Translations = list[list[ForeignPhrase]]
"""The foreign phrases of a span, shortest first, in each language that has any."""


def checked_senses(senses: Sense | Iterable[Sense] | None, n_words: int) -> list[Sense]:
    """Return the senses of a sentence, one per language; raise ConfigError unless they fit its ``n_words`` words."""
    if senses is None:
        return []
    try:
        given: Iterable[Sense] = [senses] if isinstance(senses, Sense) else senses
        return [_checked(sense, n_words) for sense in given]
    except TypeError:
        raise ConfigError(f"sense: found {senses!r}, expected a Sense, or a list of them, one per language.") from None


def _checked(sense: Sense, n_words: int) -> Sense:
    if not isinstance(sense, Sense):
        raise ConfigError(f"sense: found {sense!r}, expected a Sense(table, foreign words, links).")
    try:
        links = [(index(i), index(j)) for i, j in sense.links]
        foreign = list(sense.foreign)
    except (TypeError, ValueError):
        raise ConfigError(f"sense: found {sense!r}, expected a list of foreign words and pairs of numbers as links.") from None
    for i, j in links:
        if not (0 <= i < len(foreign) and 0 <= j < n_words):
            raise ConfigError(
                f"sense: found the link {i}-{j}, expected foreign words below {len(foreign)} and English ones below {n_words}."
            )
    return Sense(sense.table, foreign, links)


def foreign_phrases(sense: Sense, spans: Iterable[Span]) -> dict[Span, list[str]]:
    """Return for each span of English words the foreign phrases consistent with the alignment, shortest first.

    A phrase is consistent if every link of the span's words ends in it, no link of its own words ends outside the span, and
    there is at least one link. Unaligned words next to the shortest consistent phrase extend it to longer ones. Spans without
    a consistent phrase are left out.
    """
    n = len(sense.foreign)
    lows, highs = [-1] * n, [-1] * n  # first and last English word that each foreign word is linked with
    across: dict[int, list[int]] = {}
    for i, j in sense.links:
        lows[i] = j if lows[i] < 0 else min(lows[i], j)
        highs[i] = max(highs[i], j)
        across.setdefault(j, []).append(i)
    found = {}
    for begin, end in spans:
        linked = [i for j in range(begin, end) for i in across.get(j, ())]
        if not linked:
            continue
        first, last = min(linked), max(linked) + 1
        if all(low < 0 or (begin <= low and high < end) for low, high in zip(lows[first:last], highs[first:last], strict=True)):
            found[begin, end] = [" ".join(sense.foreign[a:b]) for a, b in _extended(first, last, lows)]
    return found


def _extended(first: int, last: int, lows: Sequence[int]) -> list[Span]:
    """Return a span of foreign words and its extensions by adjacent unaligned words, shortest first."""
    room = max(0, _LONGEST - (last - first))
    begins, ends = [first], [last]
    while begins[-1] > 0 and lows[begins[-1] - 1] < 0 and len(begins) <= room:
        begins.append(begins[-1] - 1)
    while ends[-1] < len(lows) and lows[ends[-1]] < 0 and len(ends) <= room:
        ends.append(ends[-1] + 1)
    spans = [(a, b) for a in begins for b in ends if (a, b) == (first, last) or b - a <= _LONGEST]
    return sorted(spans, key=lambda span: (span[1] - span[0], -span[0]))


def translated(
    senses: Sequence[Sequence[Sense]], words: Sequence[Sequence[str]], spans: Sequence[Collection[Span]]
) -> list[dict[Span, Translations] | None]:
    """Return the translations of the spans of each sentence; None for a sentence without a sense.

    All sentences are looked up together, so that each table is queried once.

    Parameters
    ----------
    senses, words : the senses of each sentence, and its words in lookup form.
    spans : the spans of each sentence that have substitutes.
    """
    phrases = [[foreign_phrases(sense, wanted) for sense in several] for several, wanted in zip(senses, spans, strict=True)]
    asked: dict[Any, set[str]] = {}
    for sense, by_span in zip(chain.from_iterable(senses), chain.from_iterable(phrases), strict=True):
        asked.setdefault(sense.table, set()).update(chain.from_iterable(by_span.values()))
    english = {table: table.translations(sorted(wanted)) for table, wanted in asked.items()}
    return [
        {span: _translations(several, by_language, english, span, sentence) for span in wanted} if several else None
        for several, by_language, wanted, sentence in zip(senses, phrases, spans, words, strict=True)
    ]


def _translations(
    senses: Sequence[Sense], phrases: Sequence[Mapping[Span, Sequence[str]]], english: Mapping[Any, Any], span: Span,
    words: Sequence[str],
) -> Translations:
    """Return those foreign phrases of a span that the sense's table lists as translations of its words."""
    own = " ".join(words[slice(*span)])
    languages = [
        [
            ForeignPhrase(text, pairs[own].foreign, pairs)
            for text in by_span.get(span, ())
            if own in (pairs := english[sense.table][text])
        ]
        for sense, by_span in zip(senses, phrases, strict=True)
    ]  # fmt: skip
    return [found for found in languages if found]


def sense_of(words: Sequence[str], translations: Translations) -> tuple[str, float] | None:
    """Return the foreign phrase that a substitute shares with a span, and the probability of the substitute.

    The probability is p(f|e1) p(e2|f) [BC05 section 4.4] for the best f, averaged over languages as [CB08 eq. 7] averages over
    corpora. None if no foreign phrase is shared.
    """
    text = " ".join(words)
    best = [
        max(((phrase.probability * phrase.english[text].english, phrase.text) for phrase in phrases if text in phrase.english),
            key=lambda shared: shared[0], default=(0.0, ""))
        for phrases in translations
    ]  # fmt: skip
    total = sum(probability for probability, _ in best)
    return (max(best, key=lambda shared: shared[0])[1], total / len(best)) if total else None
