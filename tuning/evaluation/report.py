"""All that an evaluation found, as data; what each table is worth [Z08 section 6.1, tables 1 and 2]."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from paragen.tuning.evaluation.measuring import Difference, Measured, compare


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


@dataclass(frozen=True)
class Against:
    """Another model, or other weights, on the same sentences."""

    measured: Measured
    signature: str


@dataclass(frozen=True)
class Report:
    """What an evaluation found.

    Parameters
    ----------
    measured : the figures.
    signature : what they depend on.
    against : what they are compared with.
    ablation : what each table is worth.
    """

    measured: Measured
    signature: str
    against: Against | None = None
    ablation: Ablation | None = None

    @cached_property
    def differences(self) -> dict[str, Difference]:
        """The figures less those they are compared with, by metric; empty where there are none."""
        return {} if self.against is None else compare(self.measured, self.against.measured)

    @cached_property
    def domains(self) -> dict[str, Measured]:
        """The figures of each domain."""
        return self.measured.by_domain()

    @property
    def counts(self) -> dict[str, int]:
        """How many sentences and labels there are; how many of these labels are of substitutes in the n-best lists.

        "rated" sentences have labelled paraphrases; those "not_rated" have none, and do not stay unchanged.
        """
        sample, sums = self.measured.sample, self.measured.sums
        correct, incorrect = sample.verdicts
        found = {"sentences": len(sample.sentences), "correct": correct, "incorrect": incorrect}
        if sample.unlabelled == "leave-out":
            found |= {"correct_found": int(sums["correct"]), "incorrect_found": int(sums["incorrect"])}
        if sample.ratings is not None:
            found["rated"] = sum(sample.is_rated(each.text) for each in sample.sentences)
            found["not_rated"] = len(sample.sentences) - int(sums["rated"])
        return found

    def warnings(self) -> list[str]:
        """Return what the figures should not be read without."""
        counts, sums = self.counts, self.measured.sums
        correct, incorrect = counts["correct"], counts["incorrect"]
        found = []
        if correct + incorrect and not sums["correct"] + (counts.get("incorrect_found", sums["incorrect"])):
            labels = f"none of the {correct + incorrect} labels is of a substitute in the n-best lists"
            found.append(f"{labels}, so that PSER is 1 in every sentence. Were they given to another model's substitutes?")
        elif correct + incorrect and not (correct and incorrect):
            kind = "correct" if correct else "incorrect"
            found.append(f"all {correct + incorrect} labels say {kind}: accuracy can be nothing else")
        if counts.get("not_rated"):
            left = f"{counts['not_rated']} sentences have no labelled paraphrase and do not stay unchanged"
            found.append(f"{left}: they have no part in top-n accuracy")
        if "rated" in counts and not any(sums[f"places_{n}"] for n in (1, 5, 10)):
            found.append("none of the labelled paraphrases is in the n-best lists, so that there is no top-n accuracy")
        for tables in self.ablation.untuned if self.ablation is not None else ():
            names = " + ".join(tables)
            found.append(f"{names}: no label to tune on is of what it offers, so that it is measured under the model's weights")
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, ready for JSON."""
        data: dict[str, Any] = {
            "signature": self.signature, **self.counts, "figures": _plain(self.measured.figures), "warnings": self.warnings(),
        }  # fmt: skip
        if self.domains:
            data["domains"] = [
                {"domain": name, "sentences": len(part.table), "figures": _plain(part.figures)}
                for name, part in self.domains.items()
            ]
        if self.against is not None:
            data["against"] = {
                "signature": self.against.signature,
                "figures": _plain(self.against.measured.figures),
                "differences": _plain(self.differences),
            }
        if self.ablation is not None:
            data["single"] = [_step(step) for step in self.ablation.single]
            data["added"] = [_step(step) for step in self.ablation.added]
        return data


def _plain(found: Mapping[str, Any]) -> dict[str, Any]:
    return {name: asdict(each) for name, each in found.items()}


def _step(step: Step) -> dict[str, Any]:
    data: dict[str, Any] = {"tables": list(step.tables), "figures": _plain(step.measured.figures)}
    if step.measured.weights is not None:
        data["weights"] = dict(step.measured.weights)
    if step.gain:
        data["gain"] = _plain(step.gain)
    return data
