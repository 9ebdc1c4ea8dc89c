"""Substitutes that people gave or accepted for words in their sentences: SWORDS and CoInCo, as the benchmarks take them.

What nobody judged counts as not accepted, and so do the target's own forms, which some lists have (*day* for *day*).
"""

from __future__ import annotations

from pathlib import Path

from paragen.tuning.labels import gold_sets
from paragen.tuning.labels.gold_sets import accepting, gold_lines
from paragen.tuning.labels.gold_targets import JudgedTarget, lemmas, plain, target_among_tokens, target_at

__all__ = [
    "JudgedTarget",
    "accepting",
    "target_at",
    "target_among_tokens",
    "gold_lines",
    "lemmas",
    "plain",
    "read_coinco",
    "read_swords",
]


def read_swords(path: Path) -> list[JudgedTarget]:
    """Read the targets of SWORDS, in their order."""
    return [target.judged for target in gold_sets.read_swords(path)]


def read_coinco(gold: Path, sentences: Path) -> list[JudgedTarget]:
    """Read the targets of CoInCo, in the order of the sentences."""
    return [target.judged for target in gold_sets.read_lists(gold, sentences)]
