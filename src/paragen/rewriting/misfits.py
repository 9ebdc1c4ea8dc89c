"""Forbids options that cannot be written in their context."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paragen.decoder.options import Options
from paragen.rewriting.sentence import Sentence
from paragen.text.case import QUOTES
from paragen.text.languages import Agreement


def forbid_misfits(sentences: Sequence[Sentence], options: Options, agreement: Agreement | None) -> None:
    """Forbid options that cannot be written between their neighbours, that move quotation marks, or that change only case."""
    mask = bytearray(len(options))
    for number, sentence in enumerate(sentences):
        words = sentence.words
        for begin, end, first, last in options.groups(number):
            source = words[begin:end]
            quoted, folded = not QUOTES.isdisjoint(source), " ".join(source).casefold()
            for k in filter(options.allowed, range(first, last)):
                target = options.words(k)
                mask[k] = (
                    " ".join(target).casefold() == folded
                    or (quoted and _marks(target) != _marks(source))
                    or (agreement is not None and not _agrees(sentence, begin, end, target, agreement))
                )
    if any(mask):
        options.forbid(mask)


def _marks(words: Iterable[str]) -> list[str]:
    return [word for word in words if not any(map(str.isalnum, word))]


def _agrees(sentence: Sentence, begin: int, end: int, target: Sequence[str], agreement: Agreement) -> bool:
    """Return whether a substitute can be written between its neighbours without changing a kept one."""
    words = sentence.words
    left, right = words[begin - 1] if begin else "", words[end] if end < len(words) else ""
    if not agreement.fits(left, words[begin:end], target, right):
        return False
    stays = begin > 0 and sentence.keep is not None and bool(sentence.keep[begin - 1])
    return not stays or agreement.agreed(left, target[0] if target else right, words[begin]) == left
