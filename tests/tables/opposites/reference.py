"""Opposites of two phrases, word pair by word pair, as the list says; with no more than plain lists."""

from __future__ import annotations

from paragen.text.opposites import NEGATIONS, entries, forms


def word_pairs() -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """Return the pairs of forms, both ways, that are opposites anywhere, and all."""
    anywhere, everything = set(), set()
    for entry in entries():
        for part in entry.parts:
            for one, other in entry.pairs():
                for left in forms().get((part, one), {one}):
                    for right in forms().get((part, other), {other}):
                        found = {(left, right), (right, left)} if left != right else set()
                        everything |= found
                        if not entry.exclusive:
                            anywhere |= found
    return anywhere, everything


def opposed(source: str, target: str, anywhere: set, everything: set) -> bool:
    one, other = source.split(" "), target.split(" ")
    source_only = sorted({word for word in one if word not in other})
    target_only = sorted({word for word in other if word not in one})
    if len(source_only) == len(target_only) == 1:
        return (source_only[0], target_only[0]) in everything
    found = [
        (left, right)
        for left in source_only
        for right in target_only
        if (left, right) in anywhere
        and not any((left, word) in everything for word in one)
        and not any((right, word) in everything for word in other)
    ]
    rest = set(source_only + target_only) - {word for pair in found for word in pair}
    negations = [word for word in rest if word in NEGATIONS]
    return bool(found) and len(negations) % 2 == 0
