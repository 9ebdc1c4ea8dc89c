"""How common two words side by side are, from counts that packages carry.

symspellpy (MIT): 243,000 pairs of Google Books Ngrams (CC BY 3.0). wordsegment (Apache-2.0): 286,000 pairs of a trillion words
of the web, as Norvig published them. Both are counts; each is taken as a share of its own total, and where both have a pair, the
mean of the shares counts.
"""

from __future__ import annotations

import math
from importlib.resources import files
from typing import Any

from paragen.base.packages import install_hint

_PER_DOUBLING = 8  # levels; all of them are bytes
_UNIT = 1e-9       # the share of a pair of level 1


def _shares(text: str, separator: str) -> dict[tuple[str, str], float]:
    found: dict[tuple[str, str], float] = {}
    for line in text.splitlines():
        *words, count = line.lstrip("\ufeff").replace(separator, " ").split(" ")
        if len(words) == 2 and "<" not in line:
            found[words[0].lower(), words[1].lower()] = found.get((words[0].lower(), words[1].lower()), 0.0) + float(count)
    total = sum(found.values())
    return {pair: count / total for pair, count in found.items()}


def _package(name: str, file: str) -> str:
    try:
        folder: Any = files(name)
    except ModuleNotFoundError:
        raise SystemExit(f"{name} is missing. {install_hint('english')}") from None
    return str(folder.joinpath(file).read_text(encoding="utf-8"))


def pairs() -> list[tuple[str, str, int]]:
    """Return (left word, right word, level) of all pairs, the most common first, ties by text; a level is an eighth of a
    doubling."""
    books = _shares(_package("symspellpy", "frequency_bigramdictionary_en_243_342.txt"), " ")
    web = _shares(_package("wordsegment", "bigrams.txt"), "\t")
    shares = {
        pair: (books[pair] + web[pair]) / 2 if pair in books and pair in web else books.get(pair, web.get(pair, 0.0))
        for pair in books.keys() | web.keys()
    }
    ordered = sorted(shares.items(), key=lambda item: (-item[1], item[0]))
    return [
        (left, right, max(1, round(_PER_DOUBLING * math.log2(1 + share / _UNIT))))
        for (left, right), share in ordered
    ]
