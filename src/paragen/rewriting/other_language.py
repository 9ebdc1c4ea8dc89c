"""Passages that are not in the language of the model: found, counted, and left to the tables of the user."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple

from paragen.decoder.options import Options
from paragen.rewriting.sentence import Sentence
from paragen.settings.request import Span
from paragen.text.language_guard import language_guard


class HeldBack(NamedTuple):
    """How many texts were held back.

    Attributes
    ----------
    texts : how many there were, with words or without.
    whole : those that have no word in the language of the model.
    partly : those that have other passages, too.
    """

    texts: int = 0
    whole: int = 0
    partly: int = 0


class OtherLanguages:
    """Finds the passages of texts that are not in the language of the model, and counts these texts; thread-safe.

    Parameters
    ----------
    code : of the language; "": nothing is found.
    """

    def __init__(self, code: str) -> None:
        self._guard = language_guard(code) if code else None
        self._lock, self.held_back = Lock(), HeldBack()

    def find(self, texts: Sequence[str]) -> Sequence[Sequence[Span]]:
        """Return the passages of each text, in order."""
        if self._guard is None:
            return [()] * len(texts)
        return self._guard.spans(texts)

    def find_and_count(self, texts: Sequence[str]) -> Sequence[Sequence[Span]]:
        """Return the passages of each text, and add the texts to the counts."""
        found = self.find(texts)
        held = [is_whole(text, passages) for text, passages in zip(texts, found, strict=True) if passages]
        with self._lock:
            before = self.held_back
            self.held_back = HeldBack(before.texts + len(texts), before.whole + sum(held), before.partly + held.count(False))
        return found


def is_whole(text: str, passages: Sequence[Span]) -> bool:
    """Return whether passages leave no letter of a text."""
    ends = [0, *(end for _, end in passages)]
    begins = [*(begin for begin, _ in passages), len(text)]
    return not any(map(str.isalpha, "".join(text[end:begin] for end, begin in zip(ends, begins, strict=True))))


def forbid_packed(sentences: Sequence[Sentence], options: Options, given: int) -> None:
    """Forbid the options of packed tables for words of a passage that is not in the language of the model.

    Parameters
    ----------
    given : the number of the first table given at load time; what these offer is allowed everywhere.
    """
    mask = bytearray(len(options))
    for number, sentence in enumerate(sentences):
        if not sentence.other_language:
            continue
        passages = sentence.words_of_other_languages()
        for begin, end, first, last in options.groups(number):
            if any(begin < until and since < end for since, until in passages):
                for k in range(first, last):
                    mask[k] = all(table < given for table, _ in options[k].offers)
    options.forbid(mask)
