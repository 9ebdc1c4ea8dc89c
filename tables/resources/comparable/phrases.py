"""Paraphrases from a phrase table whose two sides are the same language."""

from __future__ import annotations

import os
from collections.abc import Iterator

from paragen.base.destination import StrPath
from paragen.tables.engine.base import Engine
from paragen.tables.engine.statements import statements
from paragen.tables.io.writing import Pair
from paragen.tables.resources.comparable.corpus import is_word
from paragen.tables.resources.comparable.names import Names
from paragen.tables.resources.comparable.options import ComparableOptions


def paraphrases(table: StrPath, options: ComparableOptions, engine: Engine, names: Names) -> Iterator[Pair]:
    """Yield (phrase, paraphrase, p(paraphrase|phrase)) [Z08]_ eq. 7 from a phrase table made by `extract_phrases`.

    The probability is relative to all phrases that were aligned with the phrase, including itself. Left out are pairs of
    identical phrases, and pairs that contain a number or punctuation, differ in a name or numeral, or begin or end with an
    unaligned word.
    """
    engine.parquet("phrase_table", [os.fspath(table)])
    select = statements("paragen.tables.resources.comparable", "phrases.sql")["paraphrases"]
    for batch in engine.batches(select.format(min_count=options.min_count, min_lexical=repr(options.min_lexical))):
        for source, target, score in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            if not all(map(_is_phrase, (source, target))) or names.differ(source, target):
                continue
            if options.containment or not _contained(source, target):
                yield source, target, score


def _is_phrase(phrase: str) -> bool:
    words = phrase.split(" ")
    return all(map(is_word, words)) and not any(character.isdigit() for character in phrase)


def _contained(one: str, other: str) -> bool:
    one, other = f" {one} ", f" {other} "
    return one in other or other in one
