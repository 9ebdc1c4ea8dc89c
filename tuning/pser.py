"""The phrase substitution error rate of n-best lists, and what is told beside it [Z08 equations 11-14]."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from paragen.results import Paraphrase
from paragen.substitutes import substitute_id

Verdict = Callable[[str], bool | None]
"""Tells of a substitute, by its id, whether it is correct; None: nobody knows."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many distinct substitutes of each kind the n-best paraphrases of one sentence have."""

    correct: int
    incorrect: int
    unlabelled: int

    @property
    def pser(self) -> float:
        """PSER(S) of equation 12; 1 for a sentence without a labelled substitute, so that silence never wins."""
        labelled = self.correct + self.incorrect
        return self.incorrect / labelled if labelled else 1.0


@dataclass(frozen=True, slots=True)
class Figures:
    """What the lists of a set of sentences come to.

    Parameters
    ----------
    sentences : how many.
    pser : the sum of PSER over sentences [Z08 eq. 13].
    correct : distinct correct substitutes (#DCS) [Z08 section 6.1].
    incorrect, unlabelled : the others, as distinct.
    silent : sentences without a labelled substitute, each counted as 1.
    """

    sentences: int
    pser: float
    correct: int
    incorrect: int
    unlabelled: int
    silent: int

    @property
    def mean(self) -> float:
        """PSER a sentence."""
        return self.pser / self.sentences if self.sentences else 0.0

    @property
    def accuracy(self) -> float:
        """The share of labelled substitutes that are correct [Z08 eq. 14]; 0 where none is labelled."""
        labelled = self.correct + self.incorrect
        return self.correct / labelled if labelled else 0.0

    @property
    def unlabelled_share(self) -> float:
        """The share of all substitutes that nobody judged; 0 where there are none."""
        distinct = self.correct + self.incorrect + self.unlabelled
        return self.unlabelled / distinct if distinct else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        return {
            "sentences": self.sentences, "pser": self.pser, "mean": self.mean, "dcs": self.correct, "accuracy": self.accuracy,
            "unlabelled": self.unlabelled_share, "silent": self.silent,
        }  # fmt: skip

    def __str__(self) -> str:
        return (
            f"PSER {self.pser:.3f} (mean {self.mean:.4f}), #DCS {self.correct}, accuracy {self.accuracy:.2%}, "
            f"unlabelled {self.unlabelled_share:.2%}"
        )


def counted(paraphrases: Iterable[Paraphrase], verdict: Verdict) -> Counts:
    """Return the counts of a sentence's n-best list: of each substitute once, in however many paraphrases it stands."""
    ids = {
        substitute_id(paraphrase.source, edit.begin, edit.end, edit.after)
        for paraphrase in paraphrases
        for edit in paraphrase.edits
    }
    found = [verdict(each) for each in ids]
    return Counts(found.count(True), found.count(False), found.count(None))


def summed(counts: Iterable[Counts]) -> Figures:
    """Return the figures of all sentences together."""
    listed = list(counts)
    return Figures(
        len(listed),
        sum(each.pser for each in listed),
        sum(each.correct for each in listed),
        sum(each.incorrect for each in listed),
        sum(each.unlabelled for each in listed),
        sum(not each.correct + each.incorrect for each in listed),
    )
