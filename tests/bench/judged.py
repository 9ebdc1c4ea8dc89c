"""Substitutes that people gave or accepted for words in their sentences: SWORDS and CoInCo, as the benchmarks take them.

What nobody judged counts as not accepted, and so do the target's own forms, which some lists have (*day* for *day*).
"""

from __future__ import annotations

from pathlib import Path

from paragen.tuning.labels.gold import coinco, swords
from paragen.tuning.labels.gold.coinco import gold_lines, target_among_tokens
from paragen.tuning.labels.gold.swords import accepting
from paragen.tuning.labels.gold.targets import JudgedTarget, lemmas, plain, target_at

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
    return [target.judged for target in swords.read_swords(path)]


def read_coinco(gold: Path, sentences: Path) -> list[JudgedTarget]:
    """Read the targets of CoInCo, in the order of the sentences."""
    return [target.judged for target in coinco.read_lists(gold, sentences)]
