"""The phrase substitution error rate of n-best lists, and the figures printed beside it [Z08 equations 11-14]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from paragen.results import Paraphrase

Verdict = Callable[[str], bool | None]
"""Returns whether the substitute with an id is correct; None: unlabelled."""

Name = TypeVar("Name", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many substitutes of each kind the n-best paraphrases of one sentence have.

    Parameters
    ----------
    correct, incorrect, unlabelled : distinct ones, each counted once no matter how many paraphrases have it.
    correct_occurrences, incorrect_occurrences : the same, counted in every paraphrase.
    """

    correct: int
    incorrect: int
    unlabelled: int
    correct_occurrences: int = 0
    incorrect_occurrences: int = 0

    @property
    def labelled(self) -> int:
        """How many distinct ones have a label."""
        return self.correct + self.incorrect

    @property
    def pser(self) -> float:
        """PSER(S) of equation 12; 1 for a sentence without a labelled substitute, so that changing nothing never wins."""
        return self.incorrect / self.labelled if self.labelled else 1.0


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a set of sentences.

    Parameters
    ----------
    sentences : how many.
    pser : the sum of PSER over sentences [Z08 eq. 13].
    correct : distinct correct substitutes (#DCS) [Z08 section 6.1].
    incorrect, unlabelled : the others, as distinct.
    uncovered : sentences without a labelled substitute, each counted as 1.
    correct_occurrences, incorrect_occurrences : counted in every paraphrase.
    """

    sentences: int
    pser: float
    correct: int
    incorrect: int
    unlabelled: int
    uncovered: int
    correct_occurrences: int = 0
    incorrect_occurrences: int = 0

    @property
    def mean(self) -> float:
        """Mean PSER per sentence."""
        return self.pser / self.sentences if self.sentences else 0.0

    @property
    def occurrence_accuracy(self) -> float:
        """The share of correct ones among all occurrences of labelled substitutes [Z08 eq. 14]; 0 if there are none."""
        return _share(self.correct_occurrences, self.incorrect_occurrences)

    @property
    def distinct_accuracy(self) -> float:
        """The share of correct ones among the distinct labelled substitutes; 0 if there are none."""
        return _share(self.correct, self.incorrect)

    @property
    def unlabelled_share(self) -> float:
        """The share of distinct substitutes that are unlabelled; 0 if there are none."""
        return _share(self.unlabelled, self.correct + self.incorrect)

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        return {
            "sentences": self.sentences, "pser": self.pser, "mean": self.mean, "dcs": self.correct,
            "occurrence_accuracy": self.occurrence_accuracy, "distinct_accuracy": self.distinct_accuracy,
            "unlabelled": self.unlabelled_share, "uncovered": self.uncovered,
        }  # fmt: skip

    def __str__(self) -> str:
        return (
            f"PSER {self.pser:.3f} (mean {self.mean:.4f}), #DCS {self.correct}, accuracy {self.occurrence_accuracy:.2%} by "
            f"occurrence, {self.distinct_accuracy:.2%} of distinct, unlabelled {self.unlabelled_share:.2%}"
        )


def _share(part: int, rest: int) -> float:
    return part / (part + rest) if part + rest else 0.0


def tallied(paraphrases: Iterable[Collection[Name]], verdict: Callable[[Name], bool | None]) -> Counts:
    """Return the counts of an n-best list.

    Parameters
    ----------
    paraphrases : the distinct substitutes of each, by any name.
    verdict : returns whether a name is correct; None: unlabelled.
    """
    occurrences = Counter(name for names in paraphrases for name in names)
    distinct: Counter[bool | None] = Counter()
    all_of: Counter[bool | None] = Counter()
    for name, times in occurrences.items():
        known = verdict(name)
        distinct[known] += 1
        all_of[known] += times
    return Counts(distinct[True], distinct[False], distinct[None], all_of[True], all_of[False])


def counted(paraphrases: Iterable[Paraphrase], verdict: Verdict) -> Counts:
    """Return the counts of a sentence's n-best list."""
    return tallied(({edit.id for edit in paraphrase.edits} for paraphrase in paraphrases), verdict)


def summed(counts: Iterable[Counts]) -> Figures:
    """Return the figures of all sentences together."""
    listed = list(counts)
    return Figures(
        len(listed),
        sum(each.pser for each in listed),
        sum(each.correct for each in listed),
        sum(each.incorrect for each in listed),
        sum(each.unlabelled for each in listed),
        sum(not each.labelled for each in listed),
        sum(each.correct_occurrences for each in listed),
        sum(each.incorrect_occurrences for each in listed),
    )
