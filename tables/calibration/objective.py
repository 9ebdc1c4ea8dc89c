"""What a user may set of a calibration: the objective by which a threshold is chosen, and how it is tried."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.settings import Settings, number, text, whole

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


@dataclass(frozen=True, kw_only=True)
class CalibrationOptions(Settings):
    """What else may be set; see `paragen calibrate --help`."""

    name: str = text(
        metavar="NAME",
        help="The option that weighs the first similarity.  [default: alpha for content and context, beta for content and click]",
    )
    threshold_name: str = text(
        metavar="NAME",
        help="The option that sets the threshold.  [default: threshold-sentences for overlap, otherwise threshold]",
    )
    folds: int = whole(5, 0, metavar="K", help="Folds of the cross-validation; 0 for none.")
    seed: int = whole(1, 0, metavar="N", help="Seed of the folds and the bootstrap.")
