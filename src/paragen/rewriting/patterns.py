"""Patterns with slots [Z09 section 4.6]: the fillers of a sentence, and its rewritings by patterns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from paragen.decoder.derivation import Rewriting, Substitute
from paragen.results.edit import Pattern
from paragen.rewriting.prepare import Sentence

if TYPE_CHECKING:
    from paragen.decoder.search import Decoder
    from paragen.results.match import Match


class Patterns:
    """Tells which patterns match sentences, and which made an edit.

    Parameters
    ----------
    decoder : looks up patterns, given the fillers.
    tables : the enabled tables of patterns: names by number.
    """

    def __init__(self, decoder: Decoder, tables: dict[int, str]) -> None:
        self._decoder, self._tables = decoder, tables

    def origin(self, sentence: Sentence, step: Substitute) -> Pattern | None:
        """Return the pattern that made an edit; None if it comes from a phrase."""
        if step.table not in self._tables:
            return None
        if sentence.rewritings is None:
            sentence.rewritings = {_key(one): one for one in self._decoder.rewritings(sentence.input)}
        one = sentence.rewritings.get(_key(step))
        return None if one is None else _pattern(sentence, one)

    def matches(self, sentence: Sentence) -> list[Match]:
        """Return the patterns that match a sentence, in the order of the spans they change, then by table and score."""
        from paragen.results.match import Match

        found = []
        for one in self._decoder.rewritings(sentence.input) if self._tables else ():
            if one.table in self._tables:
                step = Substitute(one.begin, one.end, one.table, one.words, one.score)
                place = sentence.writer.alone(step)
                text = sentence.text[: place.begin] + place.after + sentence.text[place.end :]
                words = [*sentence.words[: one.begin], *one.words, *sentence.words[one.end :]]
                found.append(Match(
                    place.begin, place.end, sentence.text[place.begin : place.end], place.after, _pattern(sentence, one),
                    self._tables[one.table], one.score, self._per_word(words), text,
                ))  # fmt: skip
        return found

    def _per_word(self, words: Sequence[str]) -> float:
        return self._decoder.lm.score(words) / (len(words) + 1)


def _pattern(sentence: Sentence, one: Rewriting) -> Pattern:
    spans, text = sentence.analysis.spans, sentence.text
    fillers = tuple(text[spans[begin][0] : spans[end - 1][1]] for begin, end in one.fillers)
    return Pattern(one.pattern, one.target, fillers)


def _key(step: Rewriting | Substitute) -> tuple[Any, ...]:
    return step.begin, step.end, step.table, step.words
