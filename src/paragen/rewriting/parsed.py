"""Which patterns match a sentence by its parse, rather than by the tagger's tags [Z09 section 4.6]."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from paragen.text.slots import ADJECTIVES, NOUNS, SLOT_TAGS, VERBS, slot_parts

if TYPE_CHECKING:
    from paragen.decoder.derivation import Rewriting
    from paragen.tables.bilingual.patterns.kernel import Parses

_TAGS = {tag: SLOT_TAGS.index(tag) for tag in (*NOUNS, *VERBS, *ADJECTIVES)}
_PUNCTUATION = "."
_WHOLE = 3  # edges of a filler that goes on to neither side
Branch = tuple[int, int, int]
"""Begin and end of a branch, and its top."""


def parses_of(parses: Parses, sentences: Sequence[Sequence[str]]) -> list[Parse]:
    """Return the parses of sentences, given as their words; one without any word where there is none."""
    from paragen.tables.bilingual.patterns.induce import joined_parses

    texts, _ = joined_parses(parses, [" ".join(words) for words in sentences])
    return [Parse(text) for text in texts.to_pylist()]


class Parse:
    """The dependency tree over the words of a sentence.

    Parameters
    ----------
    text : ``TAG/head`` for each word; heads count from 1, 0 is a root.
    """

    def __init__(self, text: str) -> None:
        words = [word.rsplit("/", 1) for word in text.split()]
        self._tags = [tag for tag, _ in words]
        self._heads = [int(head) - 1 for _, head in words]
        below: list[list[int]] = [[] for _ in words]  # each word, and all that depend on it
        for word in range(len(words)):
            at = word
            while at >= 0:
                below[at].append(word)
                at = self._heads[at]
        ends = [(each[0], each[-1] + 1, len(each)) for each in below]
        self._spans = [(begin, end) if end - begin == size else None for begin, end, size in ends]
        self._branches: dict[int, list[tuple[int, int]]] = defaultdict(list)  # begin -> ends and tops of those without gaps
        for top, span in enumerate(self._spans):
            if self._tags[top] in _TAGS:  # at the edge of a pattern, which has no punctuation there, it has none either
                for each in {span, self._trimmed(span)}:
                    if each is not None:
                        self._branches[each[0]].append((each[1], top))

    def fillers(self) -> array[int]:
        """Return what may fill slots: the branches without gaps of nouns, verbs and adjectives, as a filler's rows."""
        branches = sorted((begin, *branch) for begin, some in self._branches.items() for branch in some)
        rows = [(begin, end, _TAGS[self._tags[top]], _WHOLE) for begin, end, top in branches]
        return array("I", [number for row in rows for number in row])

    def place(self, one: Rewriting, words: Sequence[str]) -> Rewriting | None:
        """Return a rewriting with the branches that fill its slots where its pattern is a partial subtree; None if it is nowhere.

        Of several ways to fill the slots that come to the same, the decoder gives one, which need not be this.
        """
        pattern, target = one.pattern.split(" "), one.target.split(" ")
        for begin in range(one.begin, -1, -1):
            for filled, end in self._aligned(pattern, words, begin, {}):
                said = [word for each in target for word in (words[slice(*filled[each][:2])] if each in filled else [each])]
                same = [*words[begin : one.begin], *one.words, *words[one.end : end]] if end >= one.end else None
                if said == same and self._is_subtree(begin, end, list(filled.values())):
                    return one._replace(fillers=tuple((first, last) for first, last, _ in filled.values()))
        return None

    def _aligned(
        self, pattern: Sequence[str], words: Sequence[str], at: int, filled: Mapping[str, Branch]
    ) -> Iterator[tuple[Mapping[str, Branch], int]]:
        """Yield the branches in the slots of a pattern that begins at a word, in every way, and where it then ends."""
        if not pattern:
            yield filled, at
        elif kind := slot_parts(pattern[0]):
            for end, top in self._branches.get(at, ()):
                if kind[0] in (self._tags[top], self._tags[top][0]):
                    yield from self._aligned(pattern[1:], words, end, {**filled, pattern[0]: (at, end, top)})
        elif at < len(words) and words[at] == pattern[0]:
            yield from self._aligned(pattern[1:], words, at + 1, filled)

    def _is_subtree(self, begin: int, end: int, filled: Sequence[Branch]) -> bool:
        """Return whether the words of a span are a word, some that depend on it and, in slots, all others that do."""
        inside = {word for first, last, _ in filled for word in range(first, last)}
        words = [word for word in range(begin, end) if word not in inside]
        tops = [word for word in words if self._heads[word] not in words]
        if len(tops) != 1 or any(self._heads[top] not in words for *_, top in filled):
            return False
        return self._trimmed(self._spans[tops[0]]) == (begin, end)

    def _trimmed(self, span: tuple[int, int] | None) -> tuple[int, int] | None:
        """Return a span without punctuation at its edges."""
        if span is None:
            return None
        begin, end = span
        while begin < end and self._tags[begin] == _PUNCTUATION:
            begin += 1
        while begin < end and self._tags[end - 1] == _PUNCTUATION:
            end -= 1
        return begin, end
