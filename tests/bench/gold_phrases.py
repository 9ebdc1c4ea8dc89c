"""Phrase paraphrases in the hand-made alignments of the Edinburgh++ corpus [CCL08]."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from paragen.text import Tokenizer

MAX_WORDS = 4

_words = Tokenizer().words
_NOT = re.compile(r" (?=n't\b)")
_Span = tuple[int, int]


def phrase_pairs(links: Sequence[_Span], max_words: int = MAX_WORDS) -> list[tuple[_Span, _Span]]:
    """Return the half-open spans of phrase pairs that are consistent with links and begin and end with linked words."""
    linked = sorted({source for source, _ in links})
    pairs = []
    for first in linked:
        for last in linked:
            if not first <= last < first + max_words:
                continue
            targets = [target for source, target in links if first <= source <= last]
            begin, end = min(targets), max(targets) + 1
            inside = all(first <= source <= last for source, target in links if begin <= target < end)
            if inside and end - begin <= max_words:
                pairs.append(((first, last + 1), (begin, end)))
    return pairs


def smallest(pairs: Sequence[tuple[_Span, _Span]]) -> list[tuple[_Span, _Span]]:
    """Return the pairs that hold no other pair."""

    def holds(outer: tuple[_Span, _Span], inner: tuple[_Span, _Span]) -> bool:
        return inner != outer and all(out[0] <= part[0] and part[1] <= out[1] for out, part in zip(outer, inner, strict=True))

    return [pair for pair in pairs if not any(holds(pair, other) for other in pairs)]


def phrase(tokens: Sequence[str]) -> str:
    """Return the lookup form of Penn treebank tokens; empty where it would begin inside a word (*n't*)."""
    if tokens[0] == "n't":
        return ""
    text = _NOT.sub("", " ".join(tokens)).replace("``", '"').replace("''", '"')
    return " ".join(_words(text))


def read_links(alignment: str) -> list[_Span]:
    """Read ``0-6 1-7``."""
    return [(int(source), int(target)) for source, _, target in (link.partition("-") for link in alignment.split())]


def directed_pairs(source: str, target: str, alignment: str, only_smallest: bool) -> Iterator[tuple[str, str]]:
    """Yield the phrase paraphrases of one sentence pair in both directions, without identical ones."""
    left, right = source.split(), target.split()
    pairs = phrase_pairs(read_links(alignment))
    for (begin, end), (first, last) in smallest(pairs) if only_smallest else pairs:
        one, other = phrase(left[begin:end]), phrase(right[first:last])
        if one and other and one != other:
            yield one, other
            yield other, one


def read_gold(path: Path, only_smallest: bool) -> Counter[tuple[str, str]]:
    """Count the phrase paraphrases of a file of sentence pairs."""
    counts: Counter[tuple[str, str]] = Counter()
    for pair in json.loads(path.read_text(encoding="utf-8")):
        alignment = f"{pair['sureAlign']} {pair['possibleAlign']}"
        counts.update(directed_pairs(pair["source"], pair["target"], alignment, only_smallest))
    return counts
