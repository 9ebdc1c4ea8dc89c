"""Patterns with slots in the text [Z09 section 4.6]: what may fill slots in a sentence, and which pattern an edit is from."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from paragen.results import Pattern
from paragen.sentence import Sentence
from paragen.text.fillers import Fillers

if TYPE_CHECKING:
    from paragen.decoder.derivation import Rewriting, Substitute
    from paragen.decoder.search import Decoder
    from paragen.text.tagger import Tagger

_NAMES = ("NNP", "NNPS")


class Patterns:
    """Prepares sentences for patterns.

    Parameters
    ----------
    decoder : asks for fillers.
    tables : numbers of the tables of patterns that offer anything.
    tagger : tells parts of speech; None only where there are no such tables.
    """

    def __init__(self, decoder: Decoder, tables: Collection[int], tagger: Tagger | None) -> None:
        self._decoder, self._tables = decoder, frozenset(tables)
        self._fillers = Fillers(tagger) if tagger is not None and self._tables else None

    def prepare(self, sentence: Sentence) -> None:
        """Give a sentence what may fill slots in it, and tell what writes it which of its words are names."""
        if self._fillers is None or not sentence.words:
            return
        words = [word.lower() for word in sentence.words] if sentence.renderer.tokenized else sentence.words
        tags, sentence.fillers = self._fillers.find(words, sentence.marks(), sentence.input().windows())
        sentence.renderer.know_names(i for i, tag in enumerate(tags) if tag in _NAMES)

    def origin(self, sentence: Sentence, step: Substitute) -> Pattern | None:
        """Return the pattern that an edit is from; None where it is from a phrase."""
        if step.table not in self._tables:
            return None
        if sentence.rewritings is None:
            sentence.rewritings = {_key(one): one for one in self._decoder.rewritings(sentence.input())}
        one = sentence.rewritings.get(_key(step))
        if one is None:
            return None
        spans, text = sentence.renderer.spans, sentence.text
        fillers = tuple(text[spans[begin][0] : spans[end - 1][1]] for begin, end in one.fillers)
        return Pattern(one.pattern, one.target, fillers)


def _key(step: Rewriting | Substitute) -> tuple[Any, ...]:
    return step.begin, step.end, step.table, step.words
