"""The sense of a sentence: its translation, word-aligned [BC05 section 4.4]."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import Any, NamedTuple

from paragen.base.errors import ConfigError


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
