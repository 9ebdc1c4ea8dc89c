"""What each table is worth: alone, and together with the others [Z08 section 6.1, tables 1 and 2]."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from paragen.tuning.evaluation.comparing import Difference, compare
from paragen.tuning.evaluation.measuring import Measured


@dataclass(frozen=True)
class Step:
    """Some of the tables.

    Parameters
    ----------
    tables : those that offer substitutes, in the order in which they were added.
    measured : the figures with these tables.
    gain : the figures less those of the step before; empty where there is none.
    """

    tables: tuple[str, ...]
    measured: Measured
    gain: dict[str, Difference]


@dataclass(frozen=True)
class Ablation:
    """What tables are worth: under the same weights throughout, or each combination under weights tuned for it.

    Parameters
    ----------
    single : each table by itself, in the model's order.
    added : one table after the other, each time the one that is of most use; the last has all.
    retuned : whether weights were tuned for each combination; a step has none if no label was of what its tables offer.
    """

    single: tuple[Step, ...]
    added: tuple[Step, ...]
    retuned: bool = False

    @property
    def untuned(self) -> list[tuple[str, ...]]:
        """The combinations for which weights were to be tuned and could not be."""
        steps = [*self.single, *self.added] if self.retuned else []
        return list(dict.fromkeys(step.tables for step in steps if step.measured.weights is None))


def runs(tables: int) -> int:
    """Return how many combinations of tables an ablation measures, all tables together not counted."""
    return max(0, tables * (tables + 1) // 2 - (tables > 0))


def ablation(
    measured_with: Callable[[Sequence[str]], Measured], tables: Sequence[str], whole: Measured, retuned: bool = False
) -> Ablation:
    """Measure each table by itself, then add the most useful of those left until all are there.

    The most useful table gives the most distinct correct substitutes; ties go to the greatest accuracy by occurrence, then to
    the first of the model. Words may stay themselves throughout (PT-7).

    Parameters
    ----------
    measured_with : measures with some of the tables only.
    tables : of the model, in its order.
    whole : measured with all of them.
    retuned : whether weights were tuned for each combination.
    """

    def with_tables(names: tuple[str, ...]) -> Measured:
        return whole if len(names) == len(tables) else measured_with(names)

    single = tuple(Step((name,), with_tables((name,)), {}) for name in tables)
    added: list[Step] = []
    while len(added) < len(tables):
        before = added[-1] if added else None
        if before is None:
            tried = list(single)
        else:
            left = [name for name in tables if name not in before.tables]
            tried = [Step(names, with_tables(names), {}) for name in left for names in [(*before.tables, name)]]
        best = max(tried, key=_usefulness)
        gain = {} if before is None else compare(best.measured, before.measured)
        added.append(Step(best.tables, best.measured, gain))
    return Ablation(single, tuple(added), retuned)


def _usefulness(step: Step) -> tuple[float, float]:
    sums = step.measured.sums
    correct, incorrect = sums["correct_occurrences"], sums["incorrect_occurrences"]
    return sums["correct"], correct / (correct + incorrect) if correct else 0.0
