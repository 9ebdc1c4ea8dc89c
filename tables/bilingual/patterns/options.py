"""Which patterns are induced from parsed bitexts, how pairs of them are made, and which paths DIRT pairs."""

from __future__ import annotations

from dataclasses import dataclass, field

from paragen.base.settings import Settings, flag, one_of, whole
from paragen.tables.bilingual.extraction.options import BitextOptions
from paragen.tables.bilingual.patterns.parameters import Parameters, default_parameters
from paragen.tables.builder import TOP, replaceable
from paragen.text.slots import MAX_SLOTS

MAX_WORDS = 16
"""Words of the longest subtree that patterns are taken from."""


@dataclass(frozen=True, kw_only=True)
class InduceOptions(BitextOptions):
    """Which patterns are induced; see `paragen patterns induce --help`.

    A subtree of n words has up to 2^(n-1) partial subtrees.
    """

    side: str = one_of("target", ("target", "source"), help="Which side is English.")
    max_words: int = whole(
        10, 2, MAX_WORDS, metavar="N", help="Words of the longest subtree with those in slots."
    )
    max_slots: int = whole(MAX_SLOTS, 1, MAX_SLOTS, metavar="N", help="Slots of a pattern, at most.")
    tight: bool = flag(help="Leave out patterns whose first or last word has no link.")
    min_count: int = whole(1, 1, metavar="N", help="Leave out patterns that occur less than N times with their pivot.")
    replace: bool = replaceable()


@dataclass(frozen=True, kw_only=True)
class PatternModelOptions(Settings):
    """How pattern pairs are made; see `paragen patterns extract --help`.

    Parameters
    ----------
    parameters : the model and its weights and thresholds.
    keep_unlike : see `paragen.tables.bilingual.patterns.unlike`.
    """

    parameters: Parameters = field(default_factory=default_parameters)
    top: int = whole(TOP, 1, metavar="N", help="Paraphrases of a pattern, at most.")
    min_count: int = whole(1, 1, metavar="N", help="Leave out patterns found less often with their pivot.")
    fan_out: int = whole(
        100, 1, metavar="N",
        help="Follow only so many pivots of a pattern, and patterns of a pivot: the most probable.",
    )
    keep_unlike: bool = flag(
        help="Keep pairs that are mostly wrong: that differ in opposites, negation or person, or only in a preposition, or in "
        "tense or number, or that say more on one side.",
    )
    replace: bool = replaceable()


@dataclass(frozen=True, kw_only=True)
class DirtOptions(Settings):
    """Which pairs of paths are kept; see `paragen patterns dirt --help`.

    Words that fill many slots say little, and take most of the time.
    """

    top: int = whole(TOP, 1, metavar="N", help="Keep at most the best N paraphrases of a path.")
    min_count: int = whole(5, 1, metavar="N", help="Leave out paths that occur less than N times.")
    max_words: int = whole(5, 1, 20, metavar="N", help="Words of the longest path, without its nouns.")
    max_patterns: int = whole(1000, 1, metavar="N", help="Leave out words that fill a slot of more than N paths.")
    replace: bool = replaceable()
