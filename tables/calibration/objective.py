"""The objective by which a threshold is chosen."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.settings import Settings, number

MAX_BETA = 1000
"""Beyond it nothing but recall counts."""


@dataclass(frozen=True)
class Objective(Settings):
    """The highest F, or the highest recall with enough precision."""

    f_beta: float = number(
        1.0, above=0, most=MAX_BETA, metavar="B", help="Maximise F, in which recall counts B times as much as precision."
    )
    min_precision: float | None = number(
        None, above=0, most=1, metavar="P",
        help="Instead, find as many correct pairs as possible with a precision of at least P.",
    )  # fmt: skip
