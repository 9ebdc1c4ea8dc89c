"""Several conditions on the same occurrences of phrases: how often the best substitute of each is right [CB08 section 5]."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt

from paragen.base.columns import aligned
from paragen.base.destination import StrPath
from paragen.base.output_files import atomic_file
from paragen.base.settings import digest
from paragen.model import Model
from paragen.results import Candidate
from paragen.settings.request import Request
from paragen.tuning.evaluation.conditions import Condition
from paragen.tuning.evaluation.measuring import Figure, number
from paragen.tuning.evaluation.metrics import Floats, interval, resampled
from paragen.tuning.evaluation.presenting import NONE, Table, document
from paragen.tuning.labels import Labels
from paragen.tuning.labels.files import phrase_end
from paragen.tuning.options import EvaluationSettings

JUDGED = ("correct", "meaning", "grammar")
"""What people judge of a substitute: the whole, and its meaning and its grammar if these were judged separately."""

_OF = {"correct": "verdict", "meaning": "meaning", "grammar": "grammar"}

Occurrence = tuple[str, int, str]
"""A phrase in a sentence: the sentence, where the phrase ends in it (characters), the phrase in lookup form."""
Chosen = dict[Occurrence, Candidate]

Answers = Sequence[bool | None]
"""The verdict at each occurrence; None where there is none."""

Counts = npt.NDArray[np.float64]
"""Occurrences × 2: what counts, and out of how much."""


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
            found[candidate.sentence, phrase_end(candidate.sentence, candidate.end), candidate.phrase] = candidate
        if progress is not None:
            progress(1)
    return found


@dataclass(frozen=True)
class ConditionFigures:
    """The figures of a condition.

    Parameters
    ----------
    name : of the condition.
    paraphrased : at how many of the occurrences it has a substitute.
    judged : how many of these substitutes were judged.
    figures : the share of correct ones among the judged ("correct", "meaning", "grammar"), and of correct ones among all
        occurrences ("all"), each with its interval.
    differences : those less the figures of the first condition, on the same occurrences: "correct", "meaning" and "grammar"
        on those where both have a judged substitute, "all" on all. Empty for the first.
    """

    name: str
    paraphrased: int
    judged: int
    figures: Mapping[str, Figure]
    differences: Mapping[str, Figure]


class Experiment:
    """The substitutes of several conditions, with people's judgements of them.

    Parameters
    ----------
    found : of each condition, its substitutes.
    labels : people's judgements.
    settings : of the intervals: bootstrap over sentences.
    unlabelled : "leave-out": a substitute that nobody judged counts for nothing; "incorrect": as incorrect.
    """

    def __init__(
        self, found: Mapping[str, Chosen], labels: Labels, settings: EvaluationSettings, unlabelled: str = "leave-out"
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
    def sentences(self) -> list[str]:
        """The sentences that have one of the occurrences."""
        return list(dict.fromkeys(text for text, _, _ in self.occurrences))

    @cached_property
    def figures(self) -> list[ConditionFigures]:
        """The figures of each condition, in their order."""
        answers = self._answers()
        first = next(iter(answers), "")
        counts = {(name, of): _share(verdicts) for name, own in answers.items() for of, verdicts in own.items()}
        differences = {
            (name, of): _difference(verdicts, answers[first][of])
            for name, own in answers.items() if name != first for of, verdicts in own.items()
        }  # fmt: skip
        ratios = self._ratios([*counts.values(), *differences.values()])
        shares = dict(zip(counts, ratios, strict=False))
        less = dict(zip(differences, ratios[len(counts) :], strict=True))
        return [
            ConditionFigures(
                name, sum(place in self._found[name] for place in self.occurrences),
                sum(answer is not None for answer in own["correct"]), {of: shares[name, of] for of in own},
                {of: less[name, of] for of in own} if name != first else {},
            )
            for name, own in answers.items()
        ]  # fmt: skip

    def _answers(self) -> dict[str, dict[str, Answers]]:
        """Return for each condition the verdicts on its substitutes, by what was judged; and on all occurrences."""
        found = {name: {of: self._verdicts(name, of) for of in JUDGED} for name in self._found}
        known = [of for of in JUDGED if of == "correct" or any(set(own[of]) - {None} for own in found.values())]
        return {
            name: {of: own[of] for of in known} | {"all": [answer or False for answer in own["correct"]]}
            for name, own in found.items()
        }

    def _verdicts(self, name: str, of: str) -> Answers:
        """Return the verdict on a condition's substitute at each occurrence; None where there is none or nobody judged it."""
        found: list[bool | None] = []
        for place in self.occurrences:
            candidate = self._found[name].get(place)
            verdict = None if candidate is None else self._labels.verdict(candidate.id, _OF[of])
            unjudged = self._strict and candidate is not None and verdict is None and of == "correct"
            found.append(False if unjudged else verdict)
        return found

    def _ratios(self, counts: Sequence[Counts]) -> list[Figure]:
        """Return, for each of the counts, the sum of the first numbers over that of the second, with its 95 % interval."""
        rows = {text: row for row, text in enumerate(self.sentences)}
        table: Floats = np.zeros((len(rows), 2 * len(counts)))
        np.add.at(table, [rows[text] for text, _, _ in self.occurrences], np.hstack(counts))
        drawn, sums = resampled(table, self._settings.resamples, self._settings.seed), table.sum(axis=0)
        with np.errstate(invalid="ignore", divide="ignore"):
            values = sums[::2] / sums[1::2]
            low, high = interval(drawn[:, ::2] / drawn[:, 1::2])
        return [Figure(*map(number, bounds)) for bounds in zip(values, low, high, strict=True)]

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain data, ready for JSON."""
        conditions = [asdict(each) for each in self.figures]
        return {"occurrences": len(self.occurrences), "sentences": len(self.sentences), "conditions": conditions}

    def signature(self) -> dict[str, str | int]:
        """Return what the figures depend on besides the model and the conditions."""
        verdicts = [f"{name} {verdict:d}" for name in self._labels if (verdict := self._labels.verdict(name)) is not None]
        return {
            "unlabelled": "incorrect" if self._strict else "leave-out", "labels": digest("verdicts", verdicts),
            "seed": self._settings.seed, "resamples": self._settings.resamples,
        }  # fmt: skip


def _share(answers: Answers) -> Counts:
    return np.array([(answer is True, answer is not None) for answer in answers], np.float64).reshape(-1, 2)


def _difference(own: Answers, other: Answers) -> Counts:
    """Return how much ``own`` exceeds ``other``, over the occurrences that both have an answer for."""
    one, two = _share(own), _share(other)
    both = one[:, 1] * two[:, 1]
    return np.stack([(one[:, 0] - two[:, 0]) * both, both], axis=1)


def write_items(found: Mapping[str, Chosen], path: StrPath) -> int:
    """Write the substitutes of all conditions as items for ``paragen label``; return how many.

    Each is written once, in an order that reveals nothing, without anything that shows which condition chose it.
    """
    items = {candidate.id: candidate for of_condition in found.values() for candidate in of_condition.values()}
    with atomic_file(path) as file:
        for name in sorted(items, key=lambda name: blake2b(name.encode()).digest()):
            data = items[name].to_dict() | {"tables": {}, "score": 0.0, "lm": None}
            file.write((json.dumps(data, ensure_ascii=False, allow_nan=False) + "\n").encode("utf-8", "surrogatepass"))
    return len(items)


_TITLES = {"correct": "correct", "meaning": "correct meaning", "grammar": "correct grammar", "all": "correct, of all"}
_LEGEND = (
    "Each condition puts its best substitute in the place of a phrase. Paraphrased: at how many of the occurrences it has one; "
    "judged: how many of these people judged. Correct: of the judged; of all: of all occurrences, so that where there is no "
    "substitute, or nobody judged it, it counts as not correct. Differences are of the same occurrences: those for which "
    "both conditions have a judged substitute, or all. In brackets: 95 % intervals by the bootstrap over sentences."
)


def conditions_text(experiment: Experiment, signature: str) -> str:
    """Return an experiment as text with aligned columns."""
    lines = [_sentence(experiment)]
    for table in _tables(experiment):
        lines += ["", table.title, *aligned([table.header, *table.rows])]
    return "\n".join([*lines, "", f"signature {signature}"]) + "\n"


def conditions_page(experiment: Experiment, signature: str) -> str:
    """Return an experiment as HTML without scripts, with nothing to load."""
    return document(_sentence(experiment), (), _tables(experiment), _LEGEND, [("", signature)])


def _sentence(experiment: Experiment) -> str:
    return f"{len(experiment.occurrences)} occurrences of phrases in {len(experiment.sentences)} sentences"


def _tables(experiment: Experiment) -> list[Table]:
    found = experiment.figures
    shown = [of for of in (*JUDGED, "all") if any(of in each.figures for each in found)]
    header = ["condition", "paraphrased", "judged", *(_TITLES[of] for of in shown)]
    rows = [[each.name, str(each.paraphrased), str(each.judged), *_cells(each.figures, shown)] for each in found]
    tables = [Table("Conditions", header, rows)]
    if len(found) > 1:
        tables.append(_differences(found, shown))
    return tables


def _differences(found: Sequence[ConditionFigures], shown: Sequence[str]) -> Table:
    rows = [[each.name, *_cells(each.differences, shown, sign=True)] for each in found[1:]]
    return Table(f"Less {found[0].name}, on the same occurrences", ["condition", *(_TITLES[of] for of in shown)], rows)


def _cells(figures: Mapping[str, Figure], shown: Sequence[str], sign: bool = False) -> list[str]:
    return [_cell(figures[of], sign) if of in figures else NONE for of in shown]


def _cell(figure: Figure, sign: bool) -> str:
    if figure.value is None:
        return NONE
    plus = "+" if sign else ""
    value = f"{100 * figure.value:{plus}.1f}%"
    if figure.low is None or figure.high is None:
        return value
    return f"{value} [{100 * figure.low:{plus}.1f}, {100 * figure.high:{plus}.1f}]"
