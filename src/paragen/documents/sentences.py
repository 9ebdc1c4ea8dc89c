"""Where the sentences of a paragraph begin."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from paragen.base.packages import optional_package
from paragen.base.patterns import lazy_pattern

# Texts are split in parts, at spaces if there are any: the time for quotation marks grows with their square.
_PART = lazy_pattern(r".{1,20000}\Z|.{0,19999} |.{20000}", re.DOTALL)
_ENDS = "。！？"  # they end sentences without a space after them


class _Plain(dict[int, str]):
    """Maps each character to an ASCII one that the splitter treats the same; filled on demand."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        if char.isascii():
            plain = char
        elif char.isspace():
            plain = " "
        else:
            plain = "X" if char.isupper() else "x" if char.isalnum() else ","  # a symbol before a full stop is not an initial
        self[code] = plain
        return plain


_PLAIN = _Plain({
    **dict.fromkeys(map(ord, "“”„‟«»＂"), '"'), **dict.fromkeys(map(ord, "‘’‚‛ʼ"), "'"), **dict.fromkeys(map(ord, "–—―‐‑"), "-"),
    ord("…"): ".", ord("。"): ".", ord("！"): "!", ord("？"): "?",
})  # fmt: skip


@cache
def _segment() -> Any:
    return optional_package("sentencex", "splitting text into sentences", "documents").segment


def sentence_begins(text: str, language: str = "en") -> list[int]:
    """Return the positions in ``text`` at which sentences begin, except the first: the breaks of a `paragen.Request`.

    Parameters
    ----------
    text : a paragraph.
    language : its code, as in BCP 47; what follows the first hyphen is ignored.

    Raises
    ------
    MissingPackageError : sentencex is not installed.
    """
    code = language.split("-")[0].lower()
    begins, position = [], 0
    for part in _PART.findall(text):
        first = position
        # ASCII, because sentencex 1.0 fails on other letters beside initials. Its results add up to its input.
        for sentence in _segment()(code, part.translate(_PLAIN)):
            if position > first and _apart(text[position - 1], text[position]):
                begins.append(position)
            position += len(sentence)
    return begins


def _apart(before: str, after: str) -> bool:
    """Return whether one sentence may end and another begin between two characters: not in `socket.Socket`."""
    return before.isspace() or after.isspace() or before in _ENDS
