"""All that an evaluation found, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from paragen.tuning.evaluation.ablation import Ablation, Step
from paragen.tuning.evaluation.comparing import Difference, compare
from paragen.tuning.evaluation.measuring import Measured


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
