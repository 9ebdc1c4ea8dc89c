"""Tunes a pattern model on labels of pattern pairs."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import ParagenError
from paragen.tables.bilingual.patterns.features import Pair, pair_features
from paragen.tables.bilingual.patterns.parameters import Parameters, write_parameters
from paragen.tables.builder import Run
from paragen.tables.io.skips import Skips
from paragen.tuning.labels import Labels, read_labels
from paragen.tuning.labels.items import read_items
from paragen.tuning.patterns.learning import Learned, Rates, learn


@dataclass(frozen=True)
class TunedPatterns:
    """The result of tuning.

    Attributes
    ----------
    learned : the parameters, and how good they are.
    pairs, correct : labelled pairs that have a path, and how many of them are correct.
    elsewhere : labelled pairs without a path in the aligned patterns.
    warnings, skips : what was left out of the labels and the items.
    """

    learned: Learned
    pairs: int
    correct: int
    elsewhere: int
    warnings: tuple[str, ...] = ()
    skips: Skips = field(default_factory=Skips, compare=False)

    def __str__(self) -> str:
        learned, parameters = self.learned, self.learned.parameters
        weights = ", ".join(f"{weight:g}" for weight in parameters.weights)
        lines = [
            f"Model {parameters.model}: lambda {weights}; threshold {parameters.threshold:.4g}",
            f"{_shown(learned.found)}, on {self.pairs} pairs, {self.correct} of them correct",
            f"with the weights given, and the best threshold for them: {_shown(learned.start)}",
        ]
        if learned.cross_validated:
            lines.append(f"cross-validated: {_shown(learned.cross_validated)}")
        if self.elsewhere:
            lines.append(f"left out: {self.elsewhere} labelled pairs that share no pivot in the aligned patterns")
        return "\n".join(lines)


def _shown(rates: Rates) -> str:
    return f"F {100 * rates.f:.1f} %, precision {100 * rates.precision:.1f} %, recall {100 * rates.recall:.1f} %"


def tune_patterns(
    aligned: Sequence[StrPath], labels: Sequence[StrPath], items: StrPath, destination: StrPath, start: Parameters, *,
    min_count: int = 1, fan_out: int = 100, folds: int = 5, seed: int = 1, run: Run | None = None,
) -> TunedPatterns:  # fmt: skip
    """Learn the parameters of a model from labelled pairs [Z09]_ section 3.5, and write them; see `learn`.

    Parameters
    ----------
    aligned, min_count, fan_out : see `extract_pattern_pairs`.
    labels : of the items.
    items : of `sample_pattern_pairs`. A pair is correct if at least half of its items are.
    start : the model, and the weights it is compared with.
    folds : of a cross-validation, 0 for none.
    seed : of the folds.

    Raises
    ------
    FormatError, ConfigError : a file is malformed, or cannot be written.
    ParagenError : no pair is labelled, or only one kind of them; labels of other pairs.
    """
    check_destinations([destination], [*aligned, *labels, items])
    read = read_labels(*labels)
    skips = Skips()
    votes = _votes(read, items, skips)
    if not votes:
        raise ParagenError(
            f"{os.fspath(items)}: none of its items has a label in {', '.join(os.fspath(file) for file in labels)}. "
            "Give the items that were labelled."
        )
    pairs = sorted(votes)
    features = pair_features(aligned, pairs, start, min_count=min_count, fan_out=fan_out, run=run)
    there = np.zeros(len(pairs), np.bool_)
    there[features.pair] = True
    if not there.any():
        raise ParagenError(
            f"{os.fspath(items)}: none of the {len(pairs)} labelled pairs shares a pivot in {os.fspath(aligned[0])} "
            "or the others. Give the aligned patterns that the pairs were made from."
        )
    correct = np.array([2 * sum(votes[pair]) >= len(votes[pair]) for pair in pairs])[there]
    learned = learn(features.chosen(there), correct, start, folds, seed)
    write_parameters(learned.parameters, destination)
    elsewhere = int((~there).sum())
    return TunedPatterns(learned, len(correct), int(correct.sum()), elsewhere, tuple(read.warnings), skips)


def _votes(labels: Labels, items: StrPath, skips: Skips) -> dict[Pair, list[bool]]:
    """Return the verdicts on the items of each pair."""
    votes: dict[Pair, list[bool]] = defaultdict(list)
    for item in read_items(items, skips):
        verdict = labels.verdict(item.id)
        if verdict is not None and item.phrase:
            votes[item.phrase, item.substitute].append(verdict)
    return dict(votes)
