"""Names and numerals, in which reports of different events differ even if they use the same words."""

from __future__ import annotations

from paragen.text.tokenizer import Spans

NUMERALS = frozenset(
    (
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
        "nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion first second "
        "third fourth fifth sixth seventh eighth ninth tenth half quarter"
    ).split()
)


class Names:
    """Learns which words are names: those that have a capital in mid-sentence more often than not."""

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
