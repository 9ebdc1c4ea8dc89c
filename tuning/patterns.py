"""Learns the weights and the threshold of a pattern model from people's judgements of its pairs [Z09 §3.5]."""

from __future__ import annotations

import math
import os
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import ConfigError, ParagenError
from paragen.base.input_files import Skips
from paragen.tables.bilingual.patterns.features import Features, Pair, pair_features
from paragen.tables.bilingual.patterns.options import BC, LEAST, Parameters, PatternTuning, write_parameters
from paragen.tables.builder import Run
from paragen.tuning.descent import minimise
from paragen.tuning.labels import Labels, read_labels
from paragen.tuning.labels.files import read_items

_SHARPNESS = (0.5, 1.0, 2.0, 4.0)
"""How steeply a pair begins to count as extracted around the threshold, round by round."""
_PULL = 0.001  # F that the squared distance of the weights from 1 costs
_STEPS = 200
_HIGHEST = 20.0

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Rates:
    """Precision, recall and their harmonic mean [Z09 §3.5]."""

    precision: float
    recall: float
    f: float


def rates(extracted: Bools, correct: Bools) -> Rates:
    """Return how good a choice of pairs is; 0 where nothing can be counted."""
    both, taken, right = (int(each.sum()) for each in (extracted & correct, extracted, correct))
    return Rates(both / max(taken, 1), both / max(right, 1), 2 * both / max(taken + right, 1))


def best_threshold(logs: Floats, correct: Bools) -> tuple[float, float]:
    """Return the logarithm of the threshold with the highest F, and F: halfway between the last pair it takes and the next.

    Ties go to the highest.
    """
    order = np.argsort(-logs, kind="stable")
    values = logs[order]
    taken = np.arange(1, len(values) + 1)
    f = 2 * np.cumsum(correct[order]) / (taken + correct.sum())
    ends = np.append(values[1:] < values[:-1], True) & np.isfinite(values) & (values >= math.log(LEAST))
    f = np.where(ends, f, -1.0)
    at = int(np.argmax(f))
    if f[at] < 0:
        return 0.0, 0.0
    below = values[at + 1] if at + 1 < len(values) else -math.inf
    threshold = (values[at] + below) / 2 if below > values[at] - 2 else values[at] - 1
    return float(np.clip(threshold, math.log(LEAST), 0.0)), float(f[at])


def fitted(features: Features, correct: Bools, start: Parameters) -> Parameters:
    """Return the weights and threshold with the highest F found on labelled pairs.

    F is maximised by gradient descent on a smooth stand-in: a pair counts as extracted by the sigmoid of log likelihood - log T,
    sharper in each round. Descents begin at weights of 1 and at those of [BC05]. The threshold is then chosen exactly.
    """
    size = len(start.weights)
    starts = [np.ones(size), np.array([*BC, *[0.0] * (size - 4)])]
    best: tuple[float, float, Floats] | None = None
    for point in starts if start.model != "bc" else [np.array(BC)]:
        weights = point if start.model == "bc" else _descended(features, correct, point)
        for each in (point, weights):  # a descent on the stand-in may lose what counts
            threshold, f = best_threshold(features.log_likelihoods(each)[0], correct)
            if best is None or f > best[0] + 1e-12:
                best = f, threshold, each
    assert best is not None
    _, threshold, weights = best
    return replace(start, weights=tuple(float(weight) for weight in weights), threshold=max(LEAST, min(1.0, math.exp(threshold))))


def _descended(features: Features, correct: Bools, weights: Floats) -> Floats:
    threshold, _ = best_threshold(features.log_likelihoods(weights)[0], correct)
    point = np.append(weights, threshold)
    lowest = np.append(np.zeros(len(weights)), math.log(LEAST))
    for sharpness in _SHARPNESS:

        def loss(point: Floats, sharpness: float = sharpness) -> tuple[float, Floats]:
            return smooth_loss(features, correct, point, sharpness)

        point = minimise(loss, point, lowest, _STEPS)
    found: Floats = np.round(np.minimum(point[:-1], _HIGHEST), 4)
    return found


def smooth_loss(features: Features, correct: Bools, point: Floats, sharpness: float) -> tuple[float, Floats]:
    """Return the negated smooth F and its gradient, at weights followed by the logarithm of the threshold."""
    weights, threshold = point[:-1], point[-1]
    logs, slopes = features.log_likelihoods(weights)
    taken = 0.5 * (1 + np.tanh(np.clip(sharpness * (logs - threshold) / 2, -50, 50)))
    whole = taken.sum() + correct.sum()
    f = 2 * taken[correct].sum() / whole
    of_taken = (2 * correct - f) / whole * sharpness * taken * (1 - taken)
    gradient = np.append(of_taken @ slopes, -of_taken.sum())
    away = weights - 1
    return float(-f + _PULL * (away @ away)), np.append(2 * _PULL * away, 0.0) - gradient


@dataclass(frozen=True)
class Learned:
    """What was learnt.

    Attributes
    ----------
    parameters : the weights and the threshold.
    found : how good they are on the labelled pairs.
    start : how good the weights given are with the best threshold for them.
    cross_validated : how good parameters learnt from the other folds are on each fold; None without folds.
    """

    parameters: Parameters
    found: Rates
    start: Rates
    cross_validated: Rates | None


def learn(features: Features, correct: Bools, start: Parameters, folds: int, seed: int) -> Learned:
    """Learn the parameters of a model from labelled pairs, each of which has a path.

    Raises
    ------
    ParagenError : all pairs are correct, or none is; or ``folds`` is 1 or less than 0.
    """
    if folds < 0 or folds == 1:
        raise ConfigError(f"folds: found {folds}, expected 2 or more, or 0 for none.")
    if correct.all() or not correct.any():
        raise ParagenError(
            f"labels: all {len(correct)} pairs are {'correct' if correct.all() else 'incorrect'}, expected both kinds. "
            "Label more pairs."
        )
    parameters = fitted(features, correct, start)
    logs, _ = features.log_likelihoods(np.array(start.weights))
    at_start = rates(logs >= best_threshold(logs, correct)[0], correct)
    return Learned(
        parameters, rates(_extracted(features, parameters), correct), at_start, _held_out(features, correct, start, folds, seed)
    )


def _extracted(features: Features, parameters: Parameters) -> Bools:
    logs, _ = features.log_likelihoods(np.array(parameters.weights))
    return np.exp(logs) >= parameters.threshold


def _held_out(features: Features, correct: Bools, start: Parameters, folds: int, seed: int) -> Rates | None:
    """Return the rates over all folds, each judged by parameters from the others; None if a fold would lack a kind of label."""
    if min(int(correct.sum()), int((~correct).sum())) < folds or not folds:
        return None
    fold = np.empty(len(correct), np.int64)
    random = np.random.default_rng(seed)
    for kind in (correct, ~correct):
        fold[kind] = random.permutation(int(kind.sum())) % folds
    extracted = np.zeros(len(correct), np.bool_)
    for number in range(folds):
        inside = fold == number
        extracted[inside] = _extracted(features.chosen(inside), fitted(features.chosen(~inside), correct[~inside], start))
    return rates(extracted, correct)


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
    aligned: Sequence[StrPath], labels: Sequence[StrPath], items: StrPath, destination: StrPath, start: Parameters,
    options: PatternTuning | None = None, run: Run | None = None,
) -> TunedPatterns:  # fmt: skip
    """Learn the parameters of a model from labelled pairs [Z09]_ section 3.5, and write them; see `learn`.

    Parameters
    ----------
    aligned : see `extract_pattern_pairs`.
    labels : of the items.
    items : of `sample_pattern_pairs`. A pair is correct if at least half of its items are.
    start : the model, and the weights it is compared with.
    options : which paths are followed, and the folds of a cross-validation.

    Raises
    ------
    FormatError, ConfigError : a file is malformed, or cannot be written.
    ParagenError : no pair is labelled, or only one kind of them; labels of other pairs.
    """
    options = options or PatternTuning()
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
    features = pair_features(aligned, pairs, start, options, run)
    there = np.zeros(len(pairs), np.bool_)
    there[features.pair] = True
    if not there.any():
        raise ParagenError(
            f"{os.fspath(items)}: none of the {len(pairs)} labelled pairs shares a pivot in {os.fspath(aligned[0])} "
            "or the others. Give the aligned patterns that the pairs were made from."
        )
    correct = np.array([2 * sum(votes[pair]) >= len(votes[pair]) for pair in pairs])[there]
    learned = learn(features.chosen(there), correct, start, options.folds, options.seed)
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
