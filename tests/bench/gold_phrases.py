"""Phrase paraphrases in the hand-made alignments of the Edinburgh++ corpus [CCL08]."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from paragen.tuning.labels.gold_sets import lookup_form, phrase_pairs

_Span = tuple[int, int]


def smallest(pairs: Sequence[tuple[_Span, _Span]]) -> list[tuple[_Span, _Span]]:
    """Return the pairs that hold no other pair."""

    def holds(outer: tuple[_Span, _Span], inner: tuple[_Span, _Span]) -> bool:
        return inner != outer and all(out[0] <= part[0] and part[1] <= out[1] for out, part in zip(outer, inner, strict=True))

    return [pair for pair in pairs if not any(holds(pair, other) for other in pairs)]


def read_links(alignment: str) -> list[_Span]:
    """Read ``0-6 1-7``."""
    return [(int(source), int(target)) for source, _, target in (link.partition("-") for link in alignment.split())]


def directed_pairs(source: str, target: str, alignment: str, only_smallest: bool) -> Iterator[tuple[str, str]]:
    """Yield the phrase paraphrases of one sentence pair in both directions, without identical ones."""
    left, right = source.split(), target.split()
    pairs = phrase_pairs(read_links(alignment))
    for (begin, end), (first, last) in smallest(pairs) if only_smallest else pairs:
        one, other = lookup_form(left[begin:end]), lookup_form(right[first:last])
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
