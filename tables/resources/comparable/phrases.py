"""Paraphrases from a phrase table whose two sides are the same language."""

from __future__ import annotations

import os
from collections.abc import Iterator

from paragen.base.destination import StrPath
from paragen.tables.engine import Engine
from paragen.tables.io.writing import Pair
from paragen.tables.resources.comparable.corpus import is_word
from paragen.tables.resources.options import ComparableOptions
from paragen.text.tokenizer import Spans

# Words of an alignment "0-0 1-2", spaced: the first and the last word of either phrase must have a link.
_SELECT = """
SELECT source, target, p_target AS score
FROM phrase_table
WHERE source <> target AND count >= {min_count} AND lex_source >= {min_lexical} AND lex_target >= {min_lexical}
    AND concat(' ', alignment) LIKE '% 0-%' AND concat(alignment, ' ') LIKE '%-0 %'
    AND concat(' ', alignment) LIKE concat('% ', CAST(length(source) - length(replace(source, ' ', '')) AS STRING), '-%')
    AND concat(alignment, ' ') LIKE concat('%-', CAST(length(target) - length(replace(target, ' ', '')) AS STRING), ' %')
ORDER BY source, target
"""


def paraphrases(table: StrPath, options: ComparableOptions, engine: Engine, names: Names) -> Iterator[Pair]:
    """Yield (phrase, paraphrase, p(paraphrase|phrase)) [Z08]_ eq. 7 from a phrase table made by `extract_phrases`.

    The probability is relative to all phrases that were aligned with the phrase, including itself. Left out are pairs of
    identical phrases, and pairs that contain a number or punctuation, differ in a name or numeral, or begin or end with an
    unaligned word.
    """
    engine.parquet("phrase_table", [os.fspath(table)])
    for batch in engine.batches(_SELECT.format(min_count=options.min_count, min_lexical=repr(options.min_lexical))):
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


NUMERALS = frozenset(
    (
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
        "nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion first second "
        "third fourth fifth sixth seventh eighth ninth tenth half quarter"
    ).split()
)


class Names:
    """Learns which words are names: those that have a capital in mid-sentence more often than not.

    In names and numerals reports of different events differ even if they use the same words.
    """

    def __init__(self) -> None:
        self._counts: dict[str, list[int]] = {}

    def see(self, text: str, spans: Spans, words: list[str]) -> None:
        """Count the words of a sentence except the first, which has a capital anyway."""
        for (begin, _), word in zip(spans[1:], words[1:], strict=True):
            if word[0].isalpha():
                self._counts.setdefault(word, [0, 0])[text[begin].isupper()] += 1

    def is_name(self, word: str) -> bool:
        """Return whether a word is a name; one never seen in mid-sentence is not."""
        small, capital = self._counts.get(word, (0, 0))
        return capital > small

    def differ(self, one: str, other: str) -> bool:
        """Return whether one phrase has a name or numeral that the other lacks."""
        unlike = set(one.split(" ")) ^ set(other.split(" "))
        return any(word in NUMERALS or self.is_name(word) for word in unlike)
