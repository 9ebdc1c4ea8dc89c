"""What a user can set for a search."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.errors import ConfigError


@dataclass(frozen=True)
class Settings:
    """Limits of a search and of its n-best list.

    Parameters
    ----------
    stack : hypotheses kept for each number of covered words (histogram pruning).
    beam_threshold : a hypothesis is dropped when its probability is below this share of its stack's best; 0: never.
    table_limit : options used of each phrase and table, best first.
    phrase_limit : substitutes used of each phrase, the best over all tables, as Pharaoh limits translation options; None: all
        that ``table_limit`` leaves.
    n : length of the n-best list.
    distinct_by : ``"text"``: no two of a list have the same words; ``"edits"``: moreover each brings at least one
        substitute that none before it had.
    min_edits, max_edits : bounds on the number of edits; a sentence that offers fewer than ``min_edits`` gets as many as
        it offers.

    Raises
    ------
    ConfigError : a value out of range.
    """

    stack: int = 100
    beam_threshold: float = 1e-5
    table_limit: int = 20
    n: int = 1
    distinct_by: str = "text"
    min_edits: int = 0
    max_edits: int | None = None
    phrase_limit: int | None = None

    def __post_init__(self) -> None:
        self._check("stack", self.stack, 1, 1_000_000)
        self._check("table_limit", self.table_limit, 1, 65_535)
        if self.phrase_limit is not None:
            self._check("phrase_limit", self.phrase_limit, 1, 65_535)
        self._check("n", self.n, 1, 1_000_000)
        self._check("min_edits", self.min_edits, 0, 255)
        if self.max_edits is not None:
            self._check("max_edits", self.max_edits, max(0, self.min_edits), 255)
        if not 0 <= self.beam_threshold <= 1:
            raise ConfigError(f"beam_threshold: found {self.beam_threshold}, expected a number from 0 to 1.")
        if self.distinct_by not in ("text", "edits"):
            raise ConfigError(f"distinct_by: found {self.distinct_by!r}, expected 'text' or 'edits'.")

    @staticmethod
    def _check(name: str, value: int, least: int, most: int) -> None:
        if not (isinstance(value, int) and least <= value <= most):
            raise ConfigError(f"{name}: found {value!r}, expected a whole number from {least} to {most}.")
