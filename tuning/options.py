"""What a user may set of tuning, of an evaluation and of a fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from paragen.base.errors import ConfigError
from paragen.base.settings import Settings, number, whole


@dataclass(frozen=True)
class Options(Settings):
    """How weights are tuned; see `paragen tune --help`. At least ``n_best`` of the ``pool`` count [Z08: 10].

    ``fixed`` are weights by feature that are not tuned. On ``regularisation`` see :class:`paragen.tuning.line_search.Criterion`.
    """

    starts: int = whole(
        3, 0, metavar="N", help="Random starting points in each round, besides the best weights so far and equal weights."
    )
    seed: int = whole(1, 0, metavar="N", help="Seed of random starting points and folds.")
    n_best: int = whole(10, 1, 100_000, metavar="N", help="Paraphrases per sentence that PSER is computed over.")
    pool: int = whole(100, 1, 100_000, metavar="N", help="Paraphrases per sentence to search among; at least --n-best.")
    regularisation: float = number(  # no weight moves any more long before its bound
        0.03, least=0, most=1_000_000, metavar="X",
        help="Penalty, in mean PSER, for moving as far from the start as the start is from 0.",
    )
    max_rounds: int = whole(10, 0, metavar="N", help="Maximum rounds of searching and decoding again.")
    fixed: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.pool < self.n_best:
            raise ConfigError(f"pool: found {self.pool}, expected a whole number from {self.n_best}, which is n_best.")


@dataclass(frozen=True)
class EvaluationSettings(Settings):
    """How a model is evaluated; see `paragen eval --help` [Z08: 10-best lists]."""

    n_best: int = whole(10, 1, 100_000, metavar="N", help="Paraphrases of a sentence that substitutes are taken from.")
    resamples: int = whole(10_000, 100, 1_000_000, metavar="N", help="Samples drawn for intervals, and trials for p.")
    seed: int = whole(1, 0, metavar="N", help="Of what is drawn.")


@dataclass(frozen=True)
class FitOptions(Settings):
    """How a fit is learnt; see `paragen fit --help`. A fold is judged by trees that have not seen its documents."""

    trees: int = whole(300, 1, 10_000, metavar="N", help="Trees to grow.")
    background_weight: float = number(
        0.2, above=0, most=1, metavar="X", help="How much a background label counts, beside 1 for another."
    )
    folds: int = whole(10, 2, 100, metavar="K", help="Folds, by document.")
    min_confidence: float = number(
        0.7, least=0, most=1, metavar="P", help="The least confidence of an edit, unless the user sets one."
    )
    min_sentence_confidence: float = number(
        0.0, least=0, most=1, metavar="P",
        help="The least confidence of all edits of a sentence together, unless the user sets one.",
    )
