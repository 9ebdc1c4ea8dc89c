"""Several conditions on the same occurrences of phrases: how often the best substitute of each is right [CB08 section 5]."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any

import numpy as np

from paragen.base.destination import StrPath
from paragen.base.packfile import atomic_file
from paragen.lists import digest
from paragen.model import Model
from paragen.request import Request
from paragen.substitutes import Candidate
from paragen.tuning.evaluation.conditions import Condition
from paragen.tuning.evaluation.measuring import Figure, number
from paragen.tuning.evaluation.metrics import Floats
from paragen.tuning.evaluation.resampling import interval, resampled
from paragen.tuning.evaluation.settings import Settings
from paragen.tuning.labels import Labels

JUDGED = ("correct", "meaning", "grammar")
"""What people say of a substitute: all in all, and of its meaning and its grammar where these were judged by themselves."""

_OF = {"correct": "verdict", "meaning": "meaning", "grammar": "grammar"}

Occurrence = tuple[str, int, str]
"""A phrase in a sentence: the sentence, where the phrase ends in it (characters), the phrase in lookup form."""
Chosen = dict[Occurrence, Candidate]


def chosen(
    model: Model, condition: Condition, requests: Sequence[Request], threads: int = 1,
    progress: Callable[[int], object] | None = None,
) -> Chosen:
    """Return the best substitute of each phrase of some sentences under a condition.

    Raises
    ------
    ConfigError : the model has no such table or feature.
    """
    paraphraser = condition.paraphraser(model)
    found: Chosen = {}
    for candidates in paraphraser.pipe_substitutes(requests, threads=threads, rank=condition.rank, top=1):
        for candidate in candidates:
            end = len(candidate.sentence[: candidate.end].rstrip())
            found[candidate.sentence, end, candidate.phrase] = candidate
        if progress is not None:
            progress(1)
    return found


@dataclass(frozen=True)
class ConditionFigures:
    """What a condition comes to.

    Parameters
    ----------
    name : of the condition.
    paraphrased : at how many of the occurrences it has a substitute.
    judged : how many of these substitutes were judged.
    figures : the share of correct ones among the judged ("correct", "meaning", "grammar"), and of correct ones among all
        occurrences ("all"), each with its interval.
    differences : those less the figures of the first condition, of the same occurrences: "correct", "meaning" and "grammar"
        of those that both have a judged substitute for, "all" of all. Empty for the first.
    """

    name: str
    paraphrased: int
    judged: int
    figures: Mapping[str, Figure]
    differences: Mapping[str, Figure]


class Experiment:
    """The substitutes of several conditions, with what people said of them.

    Parameters
    ----------
    found : of each condition, its substitutes.
    labels : what people said.
    settings : of the intervals: bootstrap over sentences.
    unlabelled : "leave-out": a substitute that nobody judged counts for nothing; "incorrect": as incorrect.
    """

    def __init__(
        self, found: Mapping[str, Chosen], labels: Labels, settings: Settings, unlabelled: str = "leave-out"
    ) -> None:
        self._found, self._labels, self._settings, self._strict = found, labels, settings, unlabelled == "incorrect"

    @cached_property
    def occurrences(self) -> list[Occurrence]:
        """The occurrences for which a substitute of any condition was judged, in their order."""
        judged = (
            place for of_condition in self._found.values() for place, candidate in of_condition.items()
            if self._labels.verdict(candidate.id) is not None
        )  # fmt: skip
        return sorted(set(judged))

    @cached_property
    def _sentences(self) -> dict[str, int]:
        """A number for each sentence that has one of the occurrences."""
        return {text: row for row, text in enumerate(dict.fromkeys(text for text, _, _ in self.occurrences))}

    def _answers(self, name: str, of: str) -> list[bool | None]:
        """Return what was said of a condition's substitute at each occurrence; None where there is none or nobody judged it."""
        found: list[bool | None] = []
        for place in self.occurrences:
            candidate = self._found[name].get(place)
            verdict = None if candidate is None else self._labels.verdict(candidate.id, _OF[of])
            unjudged = self._strict and candidate is not None and verdict is None and of == "correct"
            found.append(False if unjudged else verdict)
        return found

    def figures(self) -> list[ConditionFigures]:
        """Return the figures of each condition, in their order."""
        known = [of for of in JUDGED if of == "correct" or any(
            answer is not None for name in self._found for answer in self._answers(name, of)
        )]  # fmt: skip
        answers = {name: {of: self._answers(name, of) for of in known} for name in self._found}
        first = next(iter(answers.values()), {})
        return [
            ConditionFigures(
                name, sum(place in self._found[name] for place in self.occurrences),
                sum(answer is not None for answer in own["correct"]),
                {of: self._share(own[of]) for of in known} | {"all": self._share([answer or False for answer in own["correct"]])},
                {} if own is first else {of: self._difference(own[of], first[of]) for of in known}
                | {"all": self._difference(*([answer or False for answer in each["correct"]] for each in (own, first)))},
            )
            for name, own in answers.items()
        ]  # fmt: skip

    def _share(self, answers: Sequence[bool | None]) -> Figure:
        return self._ratio([(float(answer), 1.0) if answer is not None else (0.0, 0.0) for answer in answers])

    def _difference(self, own: Sequence[bool | None], other: Sequence[bool | None]) -> Figure:
        return self._ratio([
            (0.0, 0.0) if one is None or two is None else (float(one) - float(two), 1.0)
            for one, two in zip(own, other, strict=True)
        ])  # fmt: skip

    def _ratio(self, counts: Sequence[tuple[float, float]]) -> Figure:
        """Return the sum of the first numbers over that of the second, with its 95 % interval over sentences."""
        table: Floats = np.zeros((len(self._sentences), 2))
        for (text, _, _), count in zip(self.occurrences, counts, strict=True):
            table[self._sentences[text]] += count
        drawn = resampled(table, self._settings.resamples, self._settings.seed)
        with np.errstate(invalid="ignore", divide="ignore"):
            value = table.sum(axis=0)[:1] / table.sum(axis=0)[1:]
            low, high = interval(drawn[:, :1] / drawn[:, 1:])
        return Figure(*(number(bound) for (bound,) in (value, low, high)))

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain data, ready for JSON."""
        conditions = [asdict(each) for each in self.figures()]
        return {"occurrences": len(self.occurrences), "sentences": len(self._sentences), "conditions": conditions}

    def signature(self) -> dict[str, str | int]:
        """Return what the figures depend on beside the model and the conditions."""
        verdicts = [f"{name} {verdict:d}" for name in self._labels if (verdict := self._labels.verdict(name)) is not None]
        return {
            "unlabelled": "incorrect" if self._strict else "leave-out", "labels": digest("verdicts", verdicts),
            "seed": self._settings.seed, "resamples": self._settings.resamples,
        }  # fmt: skip


def write_items(found: Mapping[str, Chosen], path: StrPath) -> int:
    """Write the substitutes of all conditions as items for ``paragen label``; return how many.

    Each is written once, in an order that tells nothing, without what would say which condition chose it.
    """
    items = {candidate.id: candidate for of_condition in found.values() for candidate in of_condition.values()}
    with atomic_file(path) as file:
        for name in sorted(items, key=lambda name: blake2b(name.encode()).digest()):
            data = items[name].to_dict() | {"tables": {}, "score": 0.0, "lm": None}
            file.write((json.dumps(data, ensure_ascii=False, allow_nan=False) + "\n").encode("utf-8", "surrogatepass"))
    return len(items)
