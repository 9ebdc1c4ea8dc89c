"""Paraphrases out of a phrase table whose two sides are one language."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from paragen.base.errors import ConfigError
from paragen.tables.engine.base import Engine, StrPath
from paragen.tables.engine.statements import statements
from paragen.tables.io.writing import Pair
from paragen.tables.resources.comparable.corpus import is_word
from paragen.tables.resources.comparable.names import Names


@dataclass(frozen=True)
class Limits:
    """What is left out of the phrase pairs.

    Parameters
    ----------
    min_count : a pair must have been extracted as often, from different sentence pairs or places.
    min_lexical : both lexical weights must be as large.
    max_length : words of the longest phrase.
    containment : whether a paraphrase may contain its phrase, or lie within it.
    keep_opposites : whether a pair may differ in opposites; see `paragen.tables.resources.opposites`.
    """

    min_count: int = 2
    min_lexical: float = 0.01
    max_length: int = 7
    containment: bool = False
    keep_opposites: bool = False

    def check(self) -> None:
        """Raise ConfigError for a limit out of range."""
        if self.min_count < 1:
            raise ConfigError(f"min_count: found {self.min_count}, expected 1 or more.")
        if not 0 <= self.min_lexical < 1:
            raise ConfigError(f"min_lexical: found {self.min_lexical:g}, expected 0 or more and less than 1.")
        if not 1 <= self.max_length <= 7:
            raise ConfigError(f"max_length: found {self.max_length}, expected 1 to 7.")


def paraphrases(table: StrPath, limits: Limits, engine: Engine, names: Names) -> Iterator[Pair]:
    """Yield (phrase, paraphrase, p(paraphrase|phrase)) [Z08]_ eq. 7 of a phrase table that `extract_files` made.

    The probability is relative to all that stood across from the phrase, itself included. Pairs of the same phrase, and
    such that hold a number or punctuation, that differ in a name or numeral, or that begin or end with a word without a link,
    are left out.
    """
    engine.parquet("phrase_table", [os.fspath(table)])
    select = statements("paragen.tables.resources.comparable", "phrases.sql")["paraphrases"]
    for batch in engine.batches(select.format(min_count=limits.min_count, min_lexical=repr(limits.min_lexical))):
        for source, target, score in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            if not all(map(_is_phrase, (source, target))) or names.differ(source, target):
                continue
            if limits.containment or not _contained(source, target):
                yield source, target, score


def _is_phrase(phrase: str) -> bool:
    words = phrase.split(" ")
    return all(map(is_word, words)) and not any(character.isdigit() for character in phrase)


def _contained(one: str, other: str) -> bool:
    one, other = f" {one} ", f" {other} "
    return one in other or other in one
