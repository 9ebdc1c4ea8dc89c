"""The search as the formulas have it: every weight, every threshold, every pair."""

from __future__ import annotations

from collections.abc import Sequence

Pair = tuple[tuple[float, ...], bool]


def similarity(values: tuple[float, ...], weight: float) -> float:
    return round(values[0] if len(values) == 1 else weight * values[0] + (1 - weight) * values[1], 5)


def rates(pairs: Sequence[Pair], weight: float, threshold: float, f_beta: float) -> tuple[float, float, float]:
    """Return precision, recall and F of the pairs whose similarity exceeds the threshold."""
    accepted = [correct for values, correct in pairs if similarity(values, weight) > threshold]
    true, correct = sum(accepted), sum(correct for _, correct in pairs)
    precision, recall = true / len(accepted), true / correct
    f = (1 + f_beta**2) * precision * recall / (f_beta**2 * precision + recall) if true else 0.0
    return precision, recall, f


def best(pairs: Sequence[Pair], f_beta: float, min_precision: float | None) -> float | None:
    """Return the greatest value of the objective; None where the precision cannot be had."""
    found = []
    for weight in [step / 20 for step in range(21)] if len(pairs[0][0]) == 2 else [1.0]:
        values = {similarity(of, weight) for of, _ in pairs}
        for threshold in values | {0.0}:
            if max(values) > threshold:
                precision, recall, f = rates(pairs, weight, threshold, f_beta)
                if min_precision is None:
                    found.append(f)
                elif precision >= min_precision:
                    found.append(recall)
    return max(found, default=None)
