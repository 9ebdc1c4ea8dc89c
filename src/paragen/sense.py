"""Word sense by pivot [BC05 section 4.4]: which substitutes share the foreign phrase that stands across from a span."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import index
from typing import Any, NamedTuple

from paragen.base.errors import ConfigError

Span = tuple[int, int]
Translations = list[tuple[str, Mapping[str, float]]]
"""The foreign phrases of a span, the best first, each with what it means in English and how probably."""

_LONGEST = 7  # words of a foreign phrase that unaligned words make longer; no table of `paragen extract` has longer ones


class Sense(NamedTuple):
    """A sentence's translation, which limits substitutes to those of the same sense.

    Parameters
    ----------
    table : a :class:`paragen.tables.bilingual.pivot.sense.SenseTable`.
    foreign : the words of the translation, cut as the table's foreign side was.
    links : pairs (foreign word, English word) that are aligned, counted from 0; English words are those of
        ``Model.tokenizer``.
    """

    table: Any
    foreign: Sequence[str]
    links: Sequence[tuple[int, int]]


def checked_sense(sense: Sense, n_words: int) -> Sense:
    """Return ``sense``; raise ConfigError unless it fits a sentence of ``n_words`` words."""
    try:
        table, foreign, links = sense
        pairs = [(index(i), index(j)) for i, j in links]
        foreign = list(foreign)
    except (TypeError, ValueError):
        raise ConfigError(f"sense: found {sense!r}, expected (table, foreign words, links).") from None
    for i, j in pairs:
        if not (0 <= i < len(foreign) and 0 <= j < n_words):
            raise ConfigError(
                f"sense: found the link {i}-{j}, expected foreign words below {len(foreign)} and English ones below {n_words}."
            )
    return Sense(table, foreign, pairs)


def foreign_phrases(sense: Sense, spans: Iterable[Span]) -> dict[Span, list[str]]:
    """Return for each span of English words the foreign phrases consistent with the alignment, the shortest first.

    A phrase is consistent if every link of the span's words ends in it, and no link of its own words outside the span; there
    is at least one link. Beside the smallest there are those that unaligned words at its borders make longer. A span without
    a consistent phrase is left out.
    """
    n = len(sense.foreign)
    lows, highs = [-1] * n, [-1] * n  # of the English words each foreign word is linked with
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
    """Return a span of foreign words and those that unaligned words beside it make longer, the shortest first."""
    room = max(0, _LONGEST - (last - first))
    begins, ends = [first], [last]
    while begins[-1] > 0 and lows[begins[-1] - 1] < 0 and len(begins) <= room:
        begins.append(begins[-1] - 1)
    while ends[-1] < len(lows) and lows[ends[-1]] < 0 and len(ends) <= room:
        ends.append(ends[-1] + 1)
    spans = [(a, b) for a in begins for b in ends if (a, b) == (first, last) or b - a <= _LONGEST]
    return sorted(spans, key=lambda span: (span[1] - span[0], -span[0]))


def translated(senses: Sequence[Sense | None], spans: Sequence[Collection[Span]]) -> list[dict[Span, Translations] | None]:
    """Return for each sentence what its spans may become; None where it has no sense.

    All sentences are looked up at once.
    """
    phrases = [foreign_phrases(sense, wanted) if sense else None for sense, wanted in zip(senses, spans, strict=True)]
    tables = {id(sense.table): sense.table for sense in senses if sense}
    looked_up: dict[int, Mapping[str, Mapping[str, float]]] = {}
    for key, table in tables.items():
        wanted = {
            phrase
            for sense, by_span in zip(senses, phrases, strict=True)
            if sense and by_span and id(sense.table) == key
            for group in by_span.values()
            for phrase in group
        }
        looked_up[key] = table.translations(sorted(wanted))
    return [
        None if sense is None or by_span is None else {
            span: [(phrase, english) for phrase in group if (english := looked_up[id(sense.table)][phrase])]
            for span, group in by_span.items()
        }
        for sense, by_span in zip(senses, phrases, strict=True)
    ]  # fmt: skip


def sense_of(words: Sequence[str], translations: Translations) -> tuple[str, float] | None:
    """Return the foreign phrase that a substitute shares with a span, the best first, and p(substitute | phrase)."""
    text = " ".join(words)
    for phrase, english in translations:
        if text in english:
            return phrase, english[text]
    return None
