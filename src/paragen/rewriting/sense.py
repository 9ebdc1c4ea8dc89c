"""Word sense by pivot [BC05 section 4.4]: finds the substitutes that share the foreign phrase aligned with a span."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from paragen.base.errors import ConfigError
from paragen.decoder.options import Options
from paragen.rewriting.prepare import Sentence
from paragen.settings.request import Sense, checked_senses

if TYPE_CHECKING:
    from paragen.tables.bilingual.pivot.sense import PairProbabilities

Span = tuple[int, int]

_LONGEST = 7  # words of a foreign phrase extended by unaligned words; no table of `paragen extract` has longer ones


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


def translations_of(sentences: Sequence[Sentence], options: Options) -> list[dict[Span, Translations] | None]:
    """Return the translations of the spans of each sentence; None for a sentence without a sense."""
    if all(sentence.request.sense is None for sentence in sentences):
        return [None] * len(sentences)
    checked = [_senses(sentence) for sentence in sentences]
    spans = [[(begin, end) for begin, end, _, _ in options.groups(number)] for number in range(len(sentences))]
    return translated(checked, [sentence.words for sentence in sentences], spans)


def _senses(sentence: Sentence) -> list[Sense]:
    request = sentence.request
    try:
        return checked_senses(request.sense, len(sentence.words))
    except ConfigError as error:
        raise request.named(error) from None


def forbid_other_senses(sentences: Sequence[Sentence], options: Options) -> None:
    """Forbid the options of sentences with a sense that share no foreign phrase with their span."""
    mask = bytearray(len(options))
    for number, by_span in enumerate(translations_of(sentences, options)):
        if by_span is None:
            continue
        for begin, end, first, last in options.groups(number):
            translations = by_span.get((begin, end))
            for k in range(first, last):
                mask[k] = not (translations and sense_of(options.words(k), translations))
    options.forbid(mask)
