"""Options of a pivot."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.settings import Settings, flag, number, one_of, whole
from paragen.tables.builder import TOP, replaceable


@dataclass(frozen=True, kw_only=True)
class PivotOptions(Settings):
    """What is pivoted, and what is left out; see `paragen pivot --help`.

    Probabilities are p(f|e1), p(e2|f) and p(e2|e1).
    """

    side: str = one_of(
        "target", ("target", "source"), help="Which side of the tables to paraphrase; the other is the pivot."
    )
    top: int = whole(TOP, 1, metavar="N", help="Paraphrases a phrase, at most.")
    min_count: int = whole(1, 1, metavar="N", help="Leave out pairs of phrases that were extracted less often.")
    min_probability: float = number(
        0.0, least=0, below=1, metavar="P",
        help="Leave out translations, either way, and paraphrases that are less probable.",
    )
    min_lexical: float = number(
        0.0, least=0, below=1, metavar="P",
        help="Leave out pairs that were extracted once and whose words fit less well, either way.",
    )
    fan_out: int = whole(
        100, 1, metavar="N", help="Follow only so many translations of a phrase, either way: the most probable."
    )
    tight: bool = flag(help="Leave out phrases that begin or end with an unaligned word.")
    containment: bool = flag(True, help="Leave out paraphrases that contain their phrase, or lie within it.")
    replace: bool = replaceable()
