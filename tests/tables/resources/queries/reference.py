"""Similar queries, by looking at all pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set

Scored = dict[str, list[tuple[str, float]]]


def overlap_rate(one: Set[str], other: Set[str]) -> float:
    return 2 * len(one & other) / (len(one) + len(other)) if one & other else 0.0


def similar(
    clicked: Mapping[str, Set[str]], beta: float, threshold: float, top: int, max_sharing: int = 10**9, containment: bool = True
) -> Scored:
    """Return the similar queries of each query; ``clicked`` are the documents clicked for each."""
    words = {query: set(query.split(" ")) for query in clicked}
    common = {
        item
        for sets in (words, clicked)
        for item, count in Counter(item for found in sets.values() for item in found).items()
        if count > max_sharing
    }
    scored: Scored = {}
    for p in sorted(clicked):
        found = []
        for q in clicked:
            shared = words[p] & words[q]
            leads = (shared | (clicked[p] & clicked[q])) - common
            within = len(words[p]) != len(words[q]) and len(shared) == min(len(words[p]), len(words[q]))
            score = beta * overlap_rate(words[p], words[q]) + (1 - beta) * overlap_rate(clicked[p], clicked[q])
            if p != q and leads and score > threshold and (containment or not within):
                found.append((q, min(1.0, score)))
        if found:
            scored[p] = sorted(found, key=lambda pair: (-pair[1], pair[0]))[:top]
    return scored
